import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generator } from '../trials/random';
import { changesOf, kinds, type Edit } from './changes';

/** A change of one file of `src`, and its first line before and after. */
export interface Mutant extends Edit {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

// Texts and numbers of sample data, which may be arbitrary.
const isData = /^src\/demo\/sample/;

/**
 * Chooses that many changes below a folder of `src`, at most one per line, the kinds in turn: the
 * same ones for the same seed.
 */
export function sampleOf(root: string, folder: string, size: number, seed: number): Mutant[] {
  const random = generator(seed);
  const files = sourceFiles(root, folder).filter((file) => !isData.test(file));
  const every = files.flatMap((file) => mutantsOf(root, file));
  const byKind = kinds.map((kind) => every.filter((one) => one.kind === kind));
  const chosen = new Map<string, Mutant>();
  while (chosen.size < size && byKind.some((left) => left.length > 0)) {
    for (const left of byKind) {
      const [mutant] = left.splice(Math.floor(random() * left.length), 1);
      if (mutant === undefined || chosen.size >= size) continue;
      const position = `${mutant.file}:${mutant.line}`;
      if (!chosen.has(position)) chosen.set(position, mutant);
    }
  }
  return [...chosen.values()];
}

/** Every change of a file. */
export function mutantsOf(root: string, file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8');
  return changesOf(file, source).map((edit) => {
    const begin = source.lastIndexOf('\n', edit.start) + 1;
    const changed = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
    return {
      ...edit,
      file,
      line: source.slice(0, edit.start).split('\n').length,
      before: linesOf(source, begin, edit.end),
      after: linesOf(changed, begin, edit.start + edit.text.length),
    };
  });
}

/** The text of the file with the change in it. */
export function applied({ start, end, text }: Edit, source: string): string {
  return source.slice(0, start) + text + source.slice(end);
}

function linesOf(source: string, begin: number, upTo: number): string {
  const end = source.indexOf('\n', upTo);
  const lines = source.slice(begin, end === -1 ? source.length : end);
  return lines.replaceAll(/\s+/g, ' ').trim();
}

/** The TypeScript files below a folder of `src`, relative to the root. */
export function sourceFiles(root: string, folder = 'src'): string[] {
  const below = folder === 'src' || folder.startsWith('src/') ? folder : `src/${folder}`;
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .filter((path) => path === below || path.startsWith(`${below.replace(/\/$/, '')}/`))
    .toSorted();
}
