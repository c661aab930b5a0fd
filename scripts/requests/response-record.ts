import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keyOf, type DocumentedItem, type SeenItem } from '../conformance/items';
import { seenFile } from '../conformance/record';
import { runFolder } from '../databases/test-run';

const root = join(__dirname, '..', '..');
const recorded = new Set<string>();

/**
 * Records the documented items that the running test saw, each once per test file. The end of a
 * whole run reports those that no test saw (`npm run conformance`).
 */
export function recordSeen(items: readonly DocumentedItem[]): void {
  // The scripts that drive the service run without Jest.
  if (typeof expect === 'undefined') return;
  const { currentTestName, testPath } = expect.getState();
  // Hooks run outside of a test and prove nothing until a test sees the item too.
  if (currentTestName === undefined || currentTestName === '') return;
  const test = `${relative(root, testPath ?? '')} ${currentTestName}`;
  const fresh = items.filter((item) => !recorded.has(`${testPath} ${keyOf(item)}`));
  for (const item of fresh) recorded.add(`${testPath} ${keyOf(item)}`);
  if (fresh.length === 0) return;
  const lines = fresh.map((item) => JSON.stringify({ ...item, test } satisfies SeenItem));
  appendFileSync(seenFile(runFolder()), `${lines.join('\n')}\n`);
}
