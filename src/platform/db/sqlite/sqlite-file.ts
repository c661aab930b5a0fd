import { closeSync, openSync, statSync } from 'node:fs';

/**
 * Creates the file of a new database, readable by its owner only; SQLite gives its `-wal` and
 * `-shm` files the same mode. Does not change an existing file, whose mode is the operator's
 * decision, and ignores errors, which SQLite reports.
 */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite cannot create it either.
  }
}

/** Whether the mode of a file lets other users of the machine read or write it. */
export function isOpenToOthers(path: string): boolean {
  // Windows has access lists instead of modes.
  if (process.platform === 'win32') return false;
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & 0o077) !== 0;
}
