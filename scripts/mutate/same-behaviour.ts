import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './sample';

/** A change that no caller can see, in a person's judgement. */
export interface SameBehaviour {
  readonly file: string;
  /** The changed lines, before and after, with single spaces. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/**
 * Reads the list. It identifies lines by their text, so that other changes of a file do not matter.
 */
export function readSameBehaviour(root: string): SameBehaviour[] {
  return JSON.parse(readFileSync(join(root, 'scripts', 'mutate', 'same-behaviour.json'), 'utf8'));
}

/** The listed reason why no caller can see the mutant. */
export function reasonFor(list: readonly SameBehaviour[], mutant: Mutant): string | undefined {
  return list.find(
    ({ file, before, after }) =>
      file === mutant.file && before === mutant.before && after === mutant.after,
  )?.reason;
}
