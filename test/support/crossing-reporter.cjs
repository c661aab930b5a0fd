const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');
const groups = require('./crossing-statements.json');

const tests = path.join(__dirname, '..');

/**
 * Fails a run for each query that names no workspace by value and is not in
 * crossing-statements.json, and a run of all tests also for each entry there that no statement
 * needed. Each one counts as a failed test.
 */
module.exports = class CrossingReporter {
  constructor({ testNamePattern }) {
    this.everyTest = !testNamePattern;
  }

  onRunComplete(_contexts, results) {
    const file = path.join(JSON.parse(process.env.TEST_RUN).folder, 'crossing.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const seen = lines.map((line) => JSON.parse(line));
    const faults = new Map();
    for (const { used, table, query, test } of seen) {
      if (used === undefined) {
        faults.set(
          `${table} ${query}`,
          `A query names no workspace by value for the table ${table}. Add workspace_id = ?, or an entry with its reason to test/support/crossing-statements.json and docs/scale.md.\n  ${query}\n  Seen in ${path.relative(process.cwd(), test)}`,
        );
      }
    }
    if (this.ranAll(results)) {
      const used = new Set(seen.map((line) => line.used));
      groups.forEach(({ queries }, group) =>
        queries.forEach((text, query) => {
          if (used.has(`${group}/${query}`)) return;
          faults.set(text, `No statement needs this entry of crossing-statements.json: ${text}`);
        }),
      );
    }
    for (const fault of faults.values()) console.error(`\n${fault}`);
    results.numFailedTests += faults.size;
    results.numTotalTests += faults.size;
  }

  ranAll({ testResults, numRuntimeErrorTestSuites, numFailedTests }) {
    const ran = new Set(testResults.map(({ testFilePath }) => testFilePath));
    return (
      this.everyTest &&
      process.env.DATABASES === undefined &&
      numFailedTests + numRuntimeErrorTestSuites === 0 &&
      readdirSync(tests, { recursive: true })
        .filter((name) => name.endsWith('.test.ts'))
        .every((name) => ran.has(path.join(tests, name)))
    );
  }
};
