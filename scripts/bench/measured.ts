import type { Turn } from './drive';

/** What one measurement found. */
export interface Measured {
  /** Operations, each of as many requests as it takes. */
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds of the first request of each operation. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's CPU for one operation. */
  readonly cpu: number;
}

/** The turns of one measurement as a whole. */
export function measuredIn(turns: readonly Turn[]): Measured {
  const latencies = Float64Array.from(turns.flatMap((turn) => turn.latencies)).toSorted();
  const count = latencies.length;
  const sum = (what: 'ms' | 'cpu'): number =>
    turns.reduce((before, turn) => before + turn[what], 0);
  return {
    count,
    perSecond: (count * 1000) / sum('ms'),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: sum('cpu') / count,
  };
}

function quantile(sorted: Float64Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
