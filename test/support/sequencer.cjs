const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

// The files that take longest for their size; a first run knows no durations.
const long = [
  'hanging-database',
  'visibility',
  'console-now',
  'plans',
  'claim-next-postgres',
  'claim-next-sqlite',
  'command-line',
  'console-shell',
  'workers',
  'every-operation',
  'crash',
  'state-model',
  'fuzz',
  'migrations',
  'statements',
  'bench',
  'transfer',
  'agent-states',
  'search',
  'examples',
  'generate',
  'idempotency',
  'readme',
];

/** Jest's order with the longest files first, so that no worker ends long after the others. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const ordered = Sequencer.prototype.sort.call(this, tests);
    const isLong = (test) => long.includes(nameOf(test));
    const first = ordered.filter(isLong).toSorted((one, other) => rankOf(one) - rankOf(other));
    return [...first, ...ordered.filter((test) => !isLong(test))];
  }
};

function nameOf(test) {
  return path.basename(test.path, '.test.ts');
}

function rankOf(test) {
  return long.indexOf(nameOf(test));
}
