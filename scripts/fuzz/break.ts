import type { Draft } from './draft';
import type { Shape } from './contract';

/** The random choices that decide how a request is broken. */
export interface Chance {
  readonly pick: number;
  readonly other: number;
}

/** Breaks one part of a request; undefined where the request has no such part. */
export type Break = (draft: Draft, chance: Chance, shape: Shape) => Draft | undefined;

/** One of the options. */
export function chosen<T>(options: readonly T[], pick: number): T | undefined {
  return options[pick % Math.max(1, options.length)];
}
