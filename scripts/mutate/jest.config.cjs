const base = require('../../jest.config.cjs');

/**
 * The project's configuration, with the order of MUTATE_ORDER and the results in MUTATE_RESULTS,
 * line by line.
 */
module.exports = {
  ...base,
  rootDir: '../..',
  testSequencer: '<rootDir>/scripts/mutate/given-order.cjs',
  reporters: ['<rootDir>/scripts/mutate/results-reporter.cjs'],
  // A test file enters the blocks outside of functions only if it loads the modules itself.
  ...(process.env.MUTATE_ENTERED ? { testEnvironment: 'node', runtime: undefined } : {}),
  setupFilesAfterEnv: [
    ...(process.env.MUTATE_ENTERED ? ['<rootDir>/scripts/mutate/entered-in-test.cjs'] : []),
    ...base.setupFilesAfterEnv,
  ],
};
