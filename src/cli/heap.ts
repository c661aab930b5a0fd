import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8's old generation grow by half from one full collection to the next; as it comes, a heap as small as a server's grows to four times what is
 * alive. V8 reads this setting at every collection, so that it may be made while the process runs.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
