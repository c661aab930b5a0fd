import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SPDX names of the licences whose code may be part of a program under MIT. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/**
 * The text of the Unlicense. It names no holder of rights, so it is the same for every package, and
 * some of them do not repeat it.
 */
const unlicense = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in
source code form or as a compiled binary, for any purpose, commercial or non-commercial, and by any
means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any
and all copyright interest in the software to the public domain. We make this dedication for the
benefit of the public at large and to the detriment of our heirs and successors. We intend this
dedication to be an overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org/>`;

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
  const found = textsIn(folder);
  const texts = found.length === 0 && license === 'Unlicense' ? [unlicense] : found;
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
