import type { Draft } from './draft';
import type { Shape } from './contract';

/** What decides how a request is broken. */
export interface Chance {
  readonly pick: number;
  readonly other: number;
}

/** Breaks one thing of a request; undefined where there is nothing of the kind to break. */
export type Break = (draft: Draft, chance: Chance, shape: Shape) => Draft | undefined;

/** One of the options. */
export function chosen<T>(options: readonly T[], pick: number): T | undefined {
  return options[pick % Math.max(1, options.length)];
}
