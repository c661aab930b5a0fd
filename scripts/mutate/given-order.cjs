const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const order = JSON.parse(process.env.MUTATE_ORDER);

/** The order of the files in MUTATE_ORDER. */
module.exports = class GivenOrder extends Sequencer {
  sort(tests) {
    return tests.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
};

function rankOf(test) {
  return order.indexOf(path.basename(test.path));
}
