#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { compileProgram, programIn, runProgram } from './cli/compiled-program';

const { file, cache } = programIn(__dirname);
runProgram(compileProgram(file, cached()), file);

function cached(): Buffer | undefined {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}
