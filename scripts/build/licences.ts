import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SPDX names of the licences whose code may be part of a program under MIT. */
const accepted = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

/** A package whose code is in a bundle, with the texts of its licence. */
interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly texts: readonly string[];
}

/** The folders of the packages that these files of a bundle come from. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].toSorted();
}

/**
 * The text of a file with the licences of the packages in these folders. Throws an Error if a
 * package has no licence, one that is not accepted, or no licence text.
 */
export function describeLicences(folders: readonly string[]): string {
  const sections = folders.map((folder) => {
    const { name, version, licence, texts } = readLicence(folder);
    return [`${name} ${version} (${licence})`, ...texts].join('\n\n');
  });
  const begin = 'Callboard contains code of these packages. Each is followed by its licence.';
  return `${[begin, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function readLicence(folder: string): Licensed {
  const manifest: { readonly name: string; readonly version: string; readonly license?: unknown } =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest;
  if (typeof license !== 'string' || !accepted.includes(license)) {
    throw new Error(
      `${name} ${version} cannot be bundled: its licence (${String(license)}) is not among those that ${__filename} accepts.`,
    );
  }
  const texts = textsIn(folder);
  if (texts.length === 0) {
    throw new Error(`${name} ${version} cannot be bundled: it has no licence text.`);
  }
  return { name, version, licence: license, texts };
}

/** The texts of licences and notices; some packages have them in the README only. */
function textsIn(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  const files = names.filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name));
  if (files.length > 0) return files.map(read);
  return names
    .filter((name) => /^readme/i.test(name))
    .flatMap((name) => /^#+ *licen[cs]e *\n(.*)/ims.exec(read(name))?.[1]?.trim() ?? [])
    .filter((text) => /permission|redistribution/i.test(text));
}
