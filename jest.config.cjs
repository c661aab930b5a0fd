/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
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
  // Jest cannot require what is published as ES modules only, as Node can.
  transformIgnorePatterns: ['/node_modules/(?!.*@apidevtools/json-schema-ref-parser/)'],
  // A package of its own, with many of its own.
  modulePathIgnorePatterns: ['<rootDir>/scripts/generators/'],
  globalSetup: '<rootDir>/test/support/databases-setup.ts',
  globalTeardown: '<rootDir>/test/support/databases-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/between-tests.ts'],
  reporters: [
    'default',
    '<rootDir>/test/support/conformance-reporter.cjs',
    '<rootDir>/test/support/totals-reporter.cjs',
  ],
  maxWorkers: 2,
  testTimeout: 60_000,
};
