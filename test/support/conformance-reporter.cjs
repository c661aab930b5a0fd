const { spawnSync } = require('node:child_process');
const { readdirSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const tsx = pathToFileURL(require.resolve('tsx')).href;
const tests = path.join(__dirname, '..');
const script = path.join(tests, '..', 'scripts', 'conformance.ts');

/**
 * Checks a run of all tests for documented items that no test saw. Each one counts as a failed
 * test.
 */
module.exports = class ConformanceReporter {
  constructor({ testNamePattern }) {
    this.everyTest = !testNamePattern;
  }

  onRunComplete(_contexts, results) {
    const ran = new Set(results.testResults.map(({ testFilePath }) => testFilePath));
    const everyFile = readdirSync(tests, { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .every((name) => ran.has(path.join(tests, name)));
    const everyDatabase = process.env.DATABASES === undefined;
    if (!this.everyTest || !everyFile || !everyDatabase) return;
    if (results.numFailedTests + results.numRuntimeErrorTestSuites > 0) {
      console.error('\nTests failed. What they would have seen may be missing below.');
    }
    const faults = conclude();
    for (const fault of faults) console.error(fault);
    results.numFailedTests += faults.length;
    results.numTotalTests += faults.length;
  }
};

/** In a separate process, because Jest changes how this one loads TypeScript. */
function conclude() {
  const { folder } = JSON.parse(process.env.TEST_RUN);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, script, '--conclude', folder],
    { encoding: 'utf8' },
  );
  if (status === 0) return [];
  const gaps = stdout.split('\n').filter((line) => line !== '');
  // Node.js also exits with 1 when it cannot start the script.
  if (status !== 1 || gaps.length === 0) return [`The run cannot be judged: ${stderr}`];
  return gaps;
}
