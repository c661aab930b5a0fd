/** Ends the run with one line that people and programs can read. */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const todo = testResults.flatMap((file) =>
      file.testResults.flatMap(({ status, title }) => (status === 'todo' ? [title] : [])),
    );
    const skipped = todo.length > 0 ? `, skipped: ${todo.join('; ')}` : '';
    // Jest prints its own summary after the reporters.
    process.once('exit', () => {
      process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
    });
  }
};
