const base = require('./jest.config.cjs');

// The workers inherit the environment.
process.env.DATABASES = 'sqlite';

/**
 * `npm run test:quick`: SQLite only, without the folders of the tests that drive a browser, start
 * the built program or take long.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...base,
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(console|long|program)/',
    '<rootDir>/test/(auth/visibility|database/(migrations|plans|takeover|timers)|events/stream)[.]test',
  ],
};
