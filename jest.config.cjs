/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testRunner: '<rootDir>/test/support/jest/runner.cjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // A package of its own, with many of its own.
  modulePathIgnorePatterns: ['<rootDir>/scripts/generators/'],
  globalSetup: '<rootDir>/test/support/run-setup.ts',
  globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/between-tests.ts'],
  reporters: [
    'default',
    '<rootDir>/test/support/conformance-reporter.cjs',
    '<rootDir>/test/support/totals-reporter.cjs',
  ],
  // One more than the cores that CI has: a test file waits for its database, and here and there for time to pass.
  maxWorkers: 3,
  testTimeout: 60_000,
};
