import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { asObject } from '../generate/json';
import { order } from './verdict';

const root = join(__dirname, '..', '..');
const folder = join(root, 'contract', 'released');
// A release never changes, so a small file serves better than one that shows differences.
const extension = '.json.gz';

/** A contract with its `info.version`. */
export interface Versioned {
  readonly version: string;
  readonly document: unknown;
}

/** The current contract, compiled. */
export function readCurrent(): Versioned {
  return parse(currentText());
}

/** The released contract with the highest version; undefined when there is no release. */
export function readReleased(): Versioned | undefined {
  const newest = releases().at(-1);
  if (newest === undefined) return undefined;
  return parse(gunzipSync(readFileSync(join(folder, newest + extension))).toString());
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
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, current.version + extension), gzipSync(currentText(), { level: 9 }));
  return current;
}

/** The text of CHANGELOG.md. */
export function readChangelog(): string {
  return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

function currentText(): string {
  return readFileSync(join(root, 'generated', 'openapi.json'), 'utf8');
}

function releases(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted(order);
}

function parse(text: string): Versioned {
  const document: unknown = JSON.parse(text);
  return { version: String(asObject(asObject(document)['info'])['version']), document };
}
