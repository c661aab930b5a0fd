import type { Turn } from './drive';

/** The result of one measurement. */
export interface Measured {
  /** The number of runs of the operation; a run may have several requests. */
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds of the first request of a run. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's CPU time for a run. */
  readonly cpu: number;
}

/** The result of the turns of one measurement. */
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
