import { readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { keepHeapSmall } from './serve/heap';

type CommonJsModule = (
  exports: object,
  require: NodeJS.Require,
  module: { readonly exports: object },
  file: string,
  folder: string,
) => void;

/** The built program in a folder, and what V8 made of it when it was built. */
export function programIn(folder: string): { readonly file: string; readonly cache: string } {
  return { file: join(folder, 'program.js'), cache: join(folder, 'program.cache') };
}

/**
 * Compiles a file of CommonJS, or takes what V8 made of it before, in `cachedData`; another version
 * of V8 compiles it anew. The file has ASCII only. Stack traces name it `callboard/program.js`
 * wherever it is: V8 of Node 20 takes the name of a script from what was compiled before, which
 * would be the path on the machine that built it.
 */
export function compileProgram(file: string, cachedData?: Buffer): Script {
  // V8 takes only what it made under the flags that it has now.
  keepHeapSmall();
  return new Script(wrap(readFileSync(file, 'latin1')), {
    filename: `callboard/${basename(file)}`,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Runs a compiled file as Node would run it. */
export function runProgram(script: Script, file: string): void {
  const module = { exports: {} };
  const run: CommonJsModule = script.runInThisContext();
  run(module.exports, createRequire(file), module, file, dirname(file));
}
