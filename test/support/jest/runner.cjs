const { default: runTestFile } = require('jest-circus/runner');

/** Jest's own, which tells of a test file when it has ended, and not of each test as well: to send that, and to count it, costs more than many a test. */
module.exports = (globalConfig, config, environment, runtime, file) =>
  runTestFile(globalConfig, config, environment, runtime, file);
