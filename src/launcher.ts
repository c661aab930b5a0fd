#!/usr/bin/env node
// First, because an unsupported Node.js may fail on the imports after it.
import './cli/check-node';
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
