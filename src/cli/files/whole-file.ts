import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../failure';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes a file that is whole or not there at all, readable by its owner only: `write` fills an empty one of another name in the
 * same folder, which gets its name when the disk has it. An existing file is replaced only with `force`. Throws a CommandError.
 */
export async function writeWhole<T>(
  path: string,
  { force = false }: { readonly force?: boolean },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const target = resolve(path);
  const refuseExisting = (): void => {
    const found = statSync(target, { throwIfNoEntry: false });
    // A device such as /dev/null would be replaced too.
    if (found?.isFile() === false) throw new CommandError(`${path} is there and is not a file.`);
    if (found !== undefined && !force) {
      throw new CommandError(`${path} is there already. Give another name, or --force.`);
    }
  };
  refuseExisting();
  const temporary = join(dirname(target), `.callboard-${randomBytes(6).toString('hex')}.partial`);
  const forget = (): void => {
    for (const end of ['', '-journal', '-wal', '-shm']) {
      rmSync(`${temporary}${end}`, { force: true });
    }
  };
  const stop = (signal: NodeJS.Signals): void => {
    forget();
    for (const each of signals) process.off(each, stop);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    await (await open(temporary, 'wx', 0o600)).close();
    const result = await write(temporary);
    await sync(temporary, 'r+');
    refuseExisting();
    await rename(temporary, target);
    // Windows has no handles of folders.
    if (process.platform !== 'win32') await sync(dirname(target), 'r');
    return result;
  } catch (error) {
    forget();
    throw fileProblem(path, error);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** A file that cannot be read or written as a sentence; any other error as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return error;
  const { code } = error;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new CommandError(`There is not enough room on the disk for ${path}.`);
  }
  // Errors of the network have a code and a system call too.
  if (!('syscall' in error) || !('path' in error || error.syscall === 'write')) return error;
  if (code === 'EPIPE') return new CommandError(`${path} was closed before the end.`);
  if (code === 'ENOENT') return new CommandError(`There is no file or folder for ${path}.`);
  return new CommandError(`${path} cannot be used as a file (${String(code)}).`);
}

/** Has the disk take what was written; of a folder, the names in it. */
async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
