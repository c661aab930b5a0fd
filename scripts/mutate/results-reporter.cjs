const { appendFileSync } = require('node:fs');
const path = require('node:path');

/** Writes each result as a line of JSON at once, so that the parent process can follow. */
module.exports = class ResultsReporter {
  onTestCaseResult(test, { status, fullName }) {
    record({ file: path.basename(test.path), test: fullName, failed: status === 'failed' });
  }

  onTestResult(test, { perfStats, testExecError, numFailingTests }) {
    const failed = testExecError !== undefined && testExecError !== null;
    const file = path.basename(test.path);
    record({ file, ms: perfStats.runtime, failed: failed || numFailingTests > 0 });
  }
};

function record(line) {
  appendFileSync(process.env.MUTATE_RESULTS, `${JSON.stringify(line)}\n`);
}
