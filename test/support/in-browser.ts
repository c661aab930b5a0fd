import { hasBrowser } from '../../scripts/servers/browser';
import type { TestDatabase } from '../../scripts/databases/test-database';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { describeOnEachDatabase } from './dialects';

/** Runs a `describe` on each database, or says that this machine has no browser for it. */
export function describeInBrowser(
  name: string,
  define: (database: () => TestDatabase, dialect: Dialect) => void,
): void {
  if (hasBrowser) describeOnEachDatabase(name, define);
  else test.todo(`${name}, in an installed Chromium, Chrome or Edge`);
}
