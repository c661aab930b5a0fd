const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  runtime: '<rootDir>/test/support/runtime.cjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  transform: {
    '^.+\\.(ts|js)$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Jest cannot require packages that are published as ES modules only, so these are compiled.
  transformIgnorePatterns: [
    '/node_modules/(?!.*(@apidevtools/json-schema-ref-parser|jose|oauth4webapi|openid-client|request-filtering-agent|temporal-polyfill|temporal-utils)/)',
  ],
  // The examples import the client as its users do.
  moduleNameMapper: {
    '^callboard-client$': '<rootDir>/src/client/index.ts',
    // A dynamic import names the compiled file.
    '^\\./read-record\\.js$': '<rootDir>/src/client/read-record.ts',
    '^\\./tokens\\.js$': '<rootDir>/src/cli/tokens/tokens.ts',
    '^\\./check/check\\.js$': '<rootDir>/src/cli/check/check.ts',
    '^\\./migrate\\.js$': '<rootDir>/src/cli/migrate.ts',
    '^\\./(passwords/\\w+|prompt|workspaces/workspaces)\\.js$': '<rootDir>/src/cli/$1.ts',
    '^\\./workspaces\\.js$': '<rootDir>/src/cli/workspaces/workspaces.ts',
  },
  // Packages of their own.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/scripts/generators/',
    '<rootDir>/scripts/lint/',
  ],
  globalSetup: '<rootDir>/test/support/run-setup.ts',
  globalTeardown: '<rootDir>/test/support/run-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/between-tests.ts'],
  reporters: [
    'default',
    '<rootDir>/test/support/conformance-reporter.cjs',
    '<rootDir>/test/support/crossing-reporter.cjs',
    '<rootDir>/test/support/totals-reporter.cjs',
  ],
  // One more than the cores: a test file waits for its database, and here and there for time to pass.
  maxWorkers: availableParallelism() + 1,
  // A machine that runs other work too may stop for half a minute.
  testTimeout: 180_000,
};
