import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeenItem } from './items';

/** The items that a run of all tests saw. */
export interface RunRecord {
  /** When the run ended: ISO 8601, UTC. */
  readonly ended: string;
  /** SHA-256 of `generated/openapi.json`, the contract of the run. */
  readonly contract: string;
  readonly seen: readonly SeenItem[];
}

const root = join(__dirname, '..', '..');
const file = join(root, '.cache', 'conformance.json');

/** The file in the folder to which running tests append seen items, one line of JSON each. */
export function seenFile(folder: string): string {
  return join(folder, 'seen.jsonl');
}

/** The items that the tests have appended so far. */
export function readSeen(folder: string): SeenItem[] {
  const path = seenFile(folder);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): SeenItem => JSON.parse(line));
}

/** Stores the run as the last whole one, in a folder that is not committed. */
export function writeRun(run: RunRecord): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}

/** The last whole run; undefined when there was none. */
export function readRun(): RunRecord | undefined {
  if (!existsSync(file)) return undefined;
  const run: RunRecord = JSON.parse(readFileSync(file, 'utf8'));
  return run;
}
