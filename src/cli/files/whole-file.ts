import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../failure';
import { tellIfInterrupted } from '../interrupted';

/**
 * Writes a file completely or not at all, readable by its owner only: `write` fills a temporary
 * file in the same folder, which is renamed after fsync. An existing file is replaced only with
 * `force`. Throws a CommandError.
 */
export async function writeWhole<T>(
  path: string,
  { force = false }: { readonly force?: boolean },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const target = resolve(path);
  const refuseExisting = (): void => {
    const found = statSync(target, { throwIfNoEntry: false });
    // The rename would also replace a device such as /dev/null.
    if (found?.isFile() === false)
      throw new CommandError(`${path} exists and is not a regular file.`);
    if (found !== undefined && !force) {
      throw new CommandError(`${path} already exists. Choose another name, or use --force.`);
    }
  };
  refuseExisting();
  const temporary = join(dirname(target), `.callboard-${randomBytes(6).toString('hex')}.partial`);
  const removeTemporary = (): void => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) {
      rmSync(`${temporary}${suffix}`, { force: true });
    }
  };
  const fill = async (): Promise<T> => {
    try {
      await (await open(temporary, 'wx', 0o600)).close();
      const result = await write(temporary);
      await sync(temporary, 'r+');
      refuseExisting();
      await rename(temporary, target);
      // Windows cannot open folders.
      if (process.platform !== 'win32') await sync(dirname(target), 'r');
      return result;
    } catch (error) {
      removeTemporary();
      throw fileProblem(path, error);
    }
  };
  return tellIfInterrupted(`${path} was not written.`, fill, removeTemporary);
}

/** The code of an error of the file system, such as `ENOENT`; empty if the error has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Converts an error of reading or writing a file into a CommandError. Returns any other error
 * unchanged.
 */
export function fileProblem(path: string, error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return error;
  const { code } = error;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new CommandError(`There is not enough disk space for ${path}.`);
  }
  if (code === 'EISDIR') return new CommandError(`${path} is a folder. Name a file.`);
  // Network errors also have a code and a system call.
  if (!('syscall' in error) || !('path' in error || error.syscall === 'write')) return error;
  if (code === 'EPIPE') return new CommandError(`${path} was closed before the end.`);
  if (code === 'ENOENT') {
    return new CommandError(
      existsSync(dirname(path))
        ? `${path} does not exist.`
        : `The folder of ${path} does not exist. Create it, or name another one.`,
    );
  }
  if (code === 'ENOTDIR') return new CommandError(`${path} is below a file, which is no folder.`);
  if (code === 'EROFS') return new CommandError(`The disk of ${path} is mounted read-only.`);
  if (code === 'EACCES' || code === 'EPERM') {
    return new CommandError(
      `The user of this process has no permission for ${path} or its folder (${code}).`,
    );
  }
  return new CommandError(`${path} cannot be used as a file (${String(code)}).`);
}

/** Whether there is something at a path. Throws a CommandError if this user may not know. */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** Throws a CommandError unless this user can read the file. */
export function checkReadable(path: string): void {
  try {
    if (statSync(path).isDirectory()) throw new CommandError(`${path} is a folder. Name a file.`);
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** Flushes a file, or the names in a folder, to disk. */
export async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
