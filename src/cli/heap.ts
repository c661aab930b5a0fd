import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// V8 reads these settings at every collection, so that they may be made while the process runs.

/**
 * Lets V8's old generation grow by half from one full collection to the next; as it comes, a heap as small as a server's grows to four times what is
 * alive.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Bytes of both halves of the young generation, at which it stops growing. */
const youngEnough = 16 * 2 ** 20;

/**
 * Lets V8's young generation grow to 8 MB twice and not on to 16 MB twice, as it would under load. Less than that costs answers of many rows a
 * third of their CPU.
 */
export function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young !== undefined && young.space_size < youngEnough) return;
    growYoungGeneration(1);
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** By how much the young generation grows at a time; V8's own is 2. */
export function growYoungGeneration(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
