import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SeenAnswer } from '../../scripts/conformance/answers';
import { answersFile } from '../../scripts/conformance/record';
import { templates } from './templates';

const root = join(__dirname, '..', '..');
const recorded = new Set<string>();

/** Keeps that the running test saw this answer, once for each test file: the end of a whole run counts them (`npm run conformance`). */
export function recordAnswer(answer: Omit<SeenAnswer, 'test'>): void {
  // The scripts that drive the service run without Jest.
  if (typeof expect === 'undefined') return;
  const { currentTestName, testPath } = expect.getState();
  // What hooks do between tests proves nothing until a test sees it too.
  if (currentTestName === undefined || currentTestName === '') return;
  const key = [testPath, ...Object.values(answer)].join(' ');
  if (recorded.has(key)) return;
  recorded.add(key);
  const seen: SeenAnswer = {
    ...answer,
    test: `${relative(root, testPath ?? '')} ${currentTestName}`,
  };
  appendFileSync(answersFile(templates().folder), `${JSON.stringify(seen)}\n`);
}
