const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

// The files that take longest for their size; a first run knows no durations.
const long = [
  'two-at-once',
  'webhook-delivering',
  'console-action',
  'random-requests',
  'visibility',
  'console-shell',
  'many-agents',
  'hostile-imports',
  'approvals',
  'plans',
  'command-line',
  'outages',
  'console-work',
  'browser-pages',
  'console-settings',
  'console-live',
  'console-decisions',
  'console-records',
  'console-agents',
  'worst-workspace',
  'transfer',
  'search',
  'agent-states',
  'contract-tools',
  'migrations',
  'every-operation',
  'stream',
  'examples',
  'workers',
  'action-reads',
  'parameters',
  'request-headers',
  'isolation',
  'paging',
  'statements',
  'view-totals',
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
