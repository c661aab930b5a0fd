import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/**
 * The circles of imports among files of src, type imports included, which the linter ignores. A
 * circle is written as the paths on its way, the first one twice: `a.ts → b.ts → a.ts`. One circle
 * is reported for each import that closes one. `textOf` has the paths relative to src.
 */
export function importCircles(textOf: ReadonlyMap<string, string>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const imported of importsOf(path, textOf)) follow(imported, [...way, path]);
    done.add(path);
  };
  for (const path of [...textOf.keys()].toSorted()) follow(path, []);
  return circles;
}

function importsOf(path: string, textOf: ReadonlyMap<string, string>): string[] {
  const { importedFiles } = ts.preProcessFile(textOf.get(path) ?? '', true, true);
  const named = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(path), fileName)).replaceAll('\\', '/'));
  return named.flatMap(
    (name) =>
      [`${name}.ts`, `${name}.tsx`, `${name}/index.ts`, name].find((file) => textOf.has(file)) ??
      [],
  );
}
