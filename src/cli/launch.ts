// The entry point of the built program: the build bundles it into main.js, beside program.js.
// First, because an unsupported Node.js may fail on the code after it.
import './check-node';
import { join } from 'node:path';

// Node.js 20 has no compile cache.
const nodeModule: {
  readonly enableCompileCache?: (folder: string) => unknown;
} = require('node:module');

// Beside the program and not in the folder for temporary files, because other users of the machine
// could put code there. Without permission to write, Node.js runs the program without a cache.
nodeModule.enableCompileCache?.(join(__dirname, 'compile-cache'));
require(join(__dirname, 'program.js'));
