import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keyOf, type DocumentedItem, type SeenItem } from '../conformance/items';
import { seenFile } from '../conformance/record';
import { runFolder } from '../databases/test-run';

const root = join(__dirname, '..', '..');

/** What the running test file has recorded: the objects, and their keys. */
let recorded = { testPath: '', items: new Set<DocumentedItem>(), keys: new Set<string>() };

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
  if (recorded.testPath !== testPath) {
    recorded = { testPath: testPath ?? '', items: new Set(), keys: new Set() };
  }
  // Most items of most responses were recorded before, and an observer returns the same objects.
  const fresh: DocumentedItem[] = [];
  for (const item of items) {
    if (recorded.items.has(item)) continue;
    recorded.items.add(item);
    const key = keyOf(item);
    if (!recorded.keys.has(key)) fresh.push(item);
    recorded.keys.add(key);
  }
  if (fresh.length === 0) return;
  const test = `${relative(root, testPath ?? '')} ${currentTestName}`;
  const lines = fresh.map((item) => JSON.stringify({ ...item, test } satisfies SeenItem));
  appendFileSync(seenFile(runFolder()), `${lines.join('\n')}\n`);
}
