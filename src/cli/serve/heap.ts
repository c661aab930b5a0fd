import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Lets V8's old generation grow by half from one full collection to the next; as it comes, a heap as small as a server's grows to four times what is
 * alive. V8 reads this setting at every collection, so that it may be made while the process runs.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Bytes of each half. */
const enoughForRequests = 8 * 2 ** 20;

/**
 * Lets V8's young generation grow to two halves of 8 MB, half of what it grows to by itself; what lives as short as a request needs no more room.
 * After each collection it is told whether it may still be doubled: a full one in quiet times makes it smaller again.
 */
export function keepYoungGenerationSmall(): void {
  new PerformanceObserver(limitGrowth).observe({ entryTypes: ['gc'] });
}

/** Sets what changes while a server runs as it is when it starts: V8 takes what it has compiled only under the flags that it was kept under. */
export function resetGrowth(): void {
  growBy(2);
}

/**
 * Bytes of objects that each half of V8's young generation has room for. `space_size` does not say
 * it: since Node 26 it counts committed pages only.
 */
export function youngGenerationHalf(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_used_size ?? 0) + (young?.space_available_size ?? 0);
}

function limitGrowth(): void {
  growBy(youngGenerationHalf() * 2 <= enoughForRequests ? 2 : 1);
}

function growBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
