import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SPDX names of the licences that let their code be part of a program under MIT. */
const accepted = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

/** A package whose code is in a bundle, and the texts that have to go with it. */
interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly texts: readonly string[];
}

/** The folders of the packages that these files of a bundle belong to. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].toSorted();
}

/**
 * The text of a file with the licences of all packages in these folders. Throws an Error when one
 * of them has no licence, one that is not accepted, or no text of it.
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
    throw new Error(`${name} ${version} cannot be bundled: it has no text of its licence.`);
  }
  return { name, version, licence: license, texts };
}

/** Licences and notices; some packages have the text in their README only. */
function textsIn(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  const own = names.filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name));
  if (own.length > 0) return own.map(read);
  return names
    .filter((name) => /^readme/i.test(name))
    .flatMap((name) => /^#+ *licen[cs]e *\n(.*)/ims.exec(read(name))?.[1]?.trim() ?? [])
    .filter((text) => /permission|redistribution/i.test(text));
}
