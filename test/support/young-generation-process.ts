import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { keepYoungGenerationSmall, youngGenerationHalf } from '../../src/cli/serve/heap';

/** MiB of each half of V8's young generation, as the program prints them. */
export interface YoungGeneration {
  /** At most, under load. */
  readonly underLoad: number;
  /** After full collections in a quiet time. */
  readonly quiet: number;
  /** At most, under load again. */
  readonly again: number;
}

function size(): number {
  // V8 needs a little of each page for itself.
  return Math.ceil(youngGenerationHalf() / 2 ** 20);
}

// Each turn's objects live for some turns more, and so survive collections.
async function load(): Promise<number> {
  const alive: object[][] = [];
  let most = 0;
  for (let turns = 0; turns < 400; turns += 1) {
    alive[turns % 8] = Array.from({ length: 10_000 }, (_, number) => ({ number, turns }));
    most = Math.max(most, size());
    await turn();
  }
  return most;
}

// V8 calls it quiet by what was allocated between its last collections, as many as reach back five seconds: how many and how long that is, it decides.
async function quietTime(underLoad: number): Promise<number> {
  for (let seconds = 0; seconds < 30 && size() >= underLoad; seconds += 1) {
    await pause(1000);
    globalThis.gc?.();
  }
  return size();
}

async function main(): Promise<void> {
  keepYoungGenerationSmall();
  const underLoad = await load();
  const quiet = await quietTime(underLoad);
  await turn();
  const again = await load();
  console.log(JSON.stringify({ underLoad, quiet, again } satisfies YoungGeneration));
}

void main();
