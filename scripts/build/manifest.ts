import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { description, keywords, license, version } from '../../package.json';

/**
 * Writes the package.json of a published package: the fields that all packages share, and `fields`.
 */
export function writeManifest(folder: string, name: string, fields: object): void {
  const manifest = { name, version, description, keywords, license, ...fields };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
