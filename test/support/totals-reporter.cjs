/** Ends the run with one line that people and programs can read. */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // Jest prints its own summary after the reporters.
    process.once('exit', () => {
      process.stdout.write(`\n${numPassedTests} passed, ${failed} failed\n`);
    });
  }
};
