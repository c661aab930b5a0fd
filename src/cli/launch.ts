// Runs the built program. The build puts this module into main.js, in the program's folder.
import { readFileSync } from 'node:fs';
import { compileProgram, programIn, runProgram } from './compiled-program';

const { file, cache } = programIn(__dirname);
runProgram(compileProgram(file, cached()), file);

function cached(): Buffer | undefined {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}
