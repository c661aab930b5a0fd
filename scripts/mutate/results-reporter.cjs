const { appendFileSync } = require('node:fs');
const path = require('node:path');

/** Writes each result as a line of JSON when it is known: whoever started the run reads along. */
module.exports = class ResultsReporter {
  onTestCaseResult(test, { status, fullName }) {
    tell({ file: path.basename(test.path), test: fullName, failed: status === 'failed' });
  }

  onTestResult(test, { perfStats, testExecError, numFailingTests }) {
    const failed = testExecError !== undefined && testExecError !== null;
    const file = path.basename(test.path);
    tell({ file, ms: perfStats.runtime, failed: failed || numFailingTests > 0 });
  }
};

function tell(line) {
  appendFileSync(process.env.MUTATE_RESULTS, `${JSON.stringify(line)}\n`);
}
