import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Renames the property of esbuild's wrappers of CommonJS modules from the path of the module to one
 * name. V8 limits the hidden classes of objects with one property to 1,536. With more modules,
 * other objects that start with one property, such as the context of openapi-backend, get a new
 * hidden class for every request. Spaces fill the rest of the path, so the source map stays valid.
 */
export function shareModuleKey(file: string): void {
  const text = readFileSync(file, 'utf8');
  const shared = text.replaceAll(
    /(?<=__commonJS\(\{\s*)"[^"]*"(?=\()/g,
    (path) => `"module"${' '.repeat(Math.max(0, path.length - '"module"'.length))}`,
  );
  writeFileSync(file, shared);
}
