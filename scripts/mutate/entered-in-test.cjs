const { ChildProcess } = require('node:child_process');
const path = require('node:path');
const { recorder } = require('./entered-in-process.cjs');

const { testPath } = expect.getState();
const file = path.join(process.env.MUTATE_ENTERED, path.basename(testPath));
globalThis.recordEntered = recorder(file);

// Processes that the test starts record too, whatever environment they get.
const original = Symbol.for('callboard.mutate.spawn');
const spawn = (ChildProcess.prototype[original] ??= ChildProcess.prototype.spawn);
ChildProcess.prototype.spawn = function (options) {
  const script = path.join(__dirname, 'entered-in-process.cjs');
  options.envPairs?.push(`MUTATE_ENTERED_FILE=${file}`, `NODE_OPTIONS=--require ${script}`);
  return spawn.call(this, options);
};
