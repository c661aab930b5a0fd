const base = require('../../jest.config.cjs');

/** The tests as they are, in the order that MUTATE_ORDER says; their results go to MUTATE_RESULTS, line by line. */
module.exports = {
  ...base,
  rootDir: '../..',
  testSequencer: '<rootDir>/scripts/mutate/given-order.cjs',
  reporters: ['<rootDir>/scripts/mutate/results-reporter.cjs'],
  setupFilesAfterEnv: [
    ...(process.env.MUTATE_ENTERED ? ['<rootDir>/scripts/mutate/entered-in-test.cjs'] : []),
    ...base.setupFilesAfterEnv,
  ],
};
