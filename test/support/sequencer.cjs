const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

// The files that take longest for their size; a first run knows no durations.
const long = [
  'webhook-delivering',
  'state-model',
  'visibility',
  'plans',
  'command-line',
  'console-action',
  'console-shell',
  'console-decisions',
  'console-settings',
  'console-agents',
  'console-work',
  'browser-pages',
  'console-live',
  'console-records',
  'claim-next-postgres',
  'fuzz',
  'worst-workspace',
  'mcp-agents',
  'migrations',
  'hanging-database',
  'every-operation',
  'stream',
  'examples',
  'claim-next-sqlite',
  'workers',
  'listed-actions',
  'parameter-limits',
  'contract-complete',
  'input-work',
  'isolation',
  'bench',
  'long-lists',
  'parameters',
  'preference',
  'statements',
  'crash',
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
