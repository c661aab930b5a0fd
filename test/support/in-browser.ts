import type { Browser } from 'playwright-core';
import { hasBrowser, startBrowser } from '../../scripts/servers/browser';
import type { TestDatabase } from '../../scripts/databases/test-database';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { describeOnDatabase } from './dialects';

let browser: Promise<Browser> | undefined;
let willClose = false;

/**
 * Runs a `describe` on a database, or says that this machine has no browser for it. Inside hooks
 * and tests, `theBrowser()` returns the browser that all blocks of the file share.
 */
export function describeInBrowser(
  dialect: Dialect,
  name: string,
  define: (database: () => TestDatabase) => void,
): void {
  if (!hasBrowser) {
    test.todo(`${name} on ${dialect}, in an installed Chromium, Chrome or Edge`);
    return;
  }
  if (!willClose) afterAll(async () => (await browser)?.close());
  willClose = true;
  describeOnDatabase(dialect, name, define);
}

/** The browser of the file, which the first call starts. */
export function theBrowser(): Promise<Browser> {
  return (browser ??= startBrowser());
}
