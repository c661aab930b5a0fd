import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './sample';

/** A change that no caller can see, as a person has judged it. */
export interface SameBehaviour {
  readonly file: string;
  /** The changed lines, before and after, with single spaces. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** Reads the list. It names lines by their text, so that it outlives other changes of a file. */
export function readSameBehaviour(root: string): SameBehaviour[] {
  return JSON.parse(readFileSync(join(root, 'scripts', 'mutate', 'same-behaviour.json'), 'utf8'));
}

/** Why nobody can see the mutant, if the list knows it. */
export function reasonFor(list: readonly SameBehaviour[], mutant: Mutant): string | undefined {
  return list.find(
    ({ file, before, after }) =>
      file === mutant.file && before === mutant.before && after === mutant.after,
  )?.reason;
}
