import { runTests, type Run } from './run-tests';

/** The outcome of looking for a test that fails. */
export interface Search {
  /** The first test that fails; undefined when none was found. */
  readonly failure: string | undefined;
  /** The number of test files that passed. */
  readonly passed: number;
}

/**
 * Runs the test files until one fails twice in a row: the second time it runs alone, because a busy
 * machine makes tests fail by themselves. Stops without a failure after `endMs`.
 */
export async function findFailure(run: Omit<Run, 'bail'>): Promise<Search> {
  const begun = Date.now();
  const passed = new Set<string>();
  for (;;) {
    const files = run.files.filter((file) => !passed.has(file));
    const endMs = run.endMs - (Date.now() - begun);
    if (files.length === 0 || endMs <= 0) break;
    const { results, end } = await runTests({ ...run, files, endMs, bail: true });
    for (const { file, ms, failed } of results) {
      if (ms !== undefined && !failed) passed.add(file);
    }
    if (end === 'passed' || end === 'stopped') break;
    const first = results.find(({ failed }) => failed);
    if (first === undefined) {
      return {
        failure: end === 'hung' ? 'No test ended any more.' : 'The set-up failed.',
        passed: passed.size,
      };
    }
    const alone = await runTests({ ...run, files: [first.file], endMs: Infinity, bail: true });
    const again = alone.results.find(({ failed }) => failed);
    if (alone.end !== 'passed') {
      const { file, test } = again ?? first;
      return { failure: `${file} ${test ?? ''}`.trimEnd(), passed: passed.size };
    }
    passed.add(first.file);
  }
  return { failure: undefined, passed: passed.size };
}
