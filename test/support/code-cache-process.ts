import { readFileSync } from 'node:fs';
import { compileProgram, programIn } from '../../src/cli/compiled-program';

// A process of its own, because V8's flags are the whole process's. Usage: code-cache-process.ts FOLDER
const { file, cache } = programIn(process.argv[2] ?? '');
const { cachedDataRejected } = compileProgram(file, readFileSync(cache));
process.stdout.write(`rejected: ${String(cachedDataRejected)}`);
