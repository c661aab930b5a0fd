import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject } from '../generate/json';
import { order } from './verdict';

const root = join(__dirname, '..', '..');
const folder = join(root, 'contract', 'released');

/** A contract with its `info.version`. */
export interface Versioned {
  readonly version: string;
  readonly document: unknown;
}

/** The current contract, compiled. */
export function readCurrent(): Versioned {
  return read(join(root, 'generated', 'openapi.json'));
}

/** The released contract with the highest version. Throws an Error when there is none. */
export function readReleased(): Versioned {
  const newest = releases().at(-1);
  if (newest === undefined) throw new Error(`${folder} contains no released contract.`);
  return read(join(folder, `${newest}.json`));
}

/**
 * Stores the current contract as the release of its version. Throws an Error when that version
 * exists.
 */
export function release(): Versioned {
  const current = readCurrent();
  if (releases().includes(current.version)) {
    throw new Error(`Contract ${current.version} was released already and cannot change.`);
  }
  writeFileSync(
    join(folder, `${current.version}.json`),
    readFileSync(join(root, 'generated', 'openapi.json')),
  );
  return current;
}

/** The text of CHANGELOG.md. */
export function readChangelog(): string {
  return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

function releases(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted(order);
}

function read(path: string): Versioned {
  const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return { version: String(asObject(asObject(document)['info'])['version']), document };
}
