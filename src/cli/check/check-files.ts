import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { secretFiles } from '../../platform/config';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import { codeOf } from '../files/whole-file';
import { type CheckResult, fault, ok, skipped } from './result';

const MIB = 2 ** 20;
const minFreeBytes = 256 * MIB;
const fileNames = ['', '-wal', '-shm'];

/** Checks who may read the files with secrets. */
export function checkSecretFiles(): CheckResult[] {
  return secretFiles().flatMap(({ variable, path }) => {
    // The configuration reports what is no file.
    if (kindOf(path) !== 'file') return [];
    if (!isOpenToOthers(path)) return [ok('files', `Only its owner reads ${path}.`)];
    return [fault('files', `Other users can read ${path}.`, `Run chmod 600 ${path}.`, variable)];
  });
}

/**
 * Checks the mode of an SQLite file and of its folder, and the free space of its disk. The file is
 * usable unless this user cannot write it or its folder.
 */
export async function checkSqliteFile(
  file: string | undefined,
): Promise<{ readonly results: CheckResult[]; readonly isUsable: boolean }> {
  if (file === undefined) {
    const results = [skipped('files', 'The database is no file of this machine.')];
    return { results, isUsable: true };
  }
  const folder = dirname(file);
  const missing = checkPresence(file, folder);
  if (missing !== undefined) return { results: [missing], isUsable: false };
  const present = fileNames.map((end) => `${file}${end}`).filter((path) => existsSync(path));
  const results = present
    .filter((path) => isOpenToOthers(path))
    .map((path) =>
      fault('files', `Other users can read ${path}.`, `Run chmod 600 ${path}.`, 'DATABASE_URL'),
    );
  const usable = constants.R_OK | constants.W_OK;
  const unwritable = [...present, folder].filter((path) => accessError(path, usable) !== undefined);
  for (const path of unwritable) {
    const { seen, advice } = refusedWrite(path);
    results.push(fault('files', seen, advice, 'DATABASE_URL'));
  }
  if (isReplaceable(folder)) {
    const seen = `Other users can replace files in ${folder}.`;
    results.push(fault('files', seen, `Run chmod o-w ${folder}.`, 'DATABASE_URL'));
  }
  const files = results.length > 0 ? results : [ok('files', `Only its owner reads ${file}.`)];
  return { results: [...files, await checkDisk(file, folder)], isUsable: unwritable.length === 0 };
}

/** Why there is no file that could be opened; undefined if there is one. */
function checkPresence(file: string, folder: string): CheckResult | undefined {
  const wrong = (seen: string, advice: string): CheckResult =>
    fault('database', seen, advice, 'DATABASE_URL');
  const [above, found] = [kindOf(folder), kindOf(file)];
  if (above === 'ENOENT') {
    const advice = `Correct the path, or create the folder for the user of this process: mkdir -m 700 ${folder}`;
    return wrong(`The folder ${folder} does not exist.`, advice);
  }
  if (above === 'file' || above === 'ENOTDIR') {
    return wrong(`${folder} is no folder.`, 'Correct the path.');
  }
  if (found === 'folder') {
    const advice = 'Set it to the file of the database.';
    return fault('files', `${file} is a folder.`, advice, 'DATABASE_URL');
  }
  if (found === 'ENOENT') {
    const advice = 'Set it to the file of this installation, or create one by callboard setup.';
    return wrong(`The file ${file} does not exist.`, advice);
  }
  if (found === 'file') return undefined;
  return wrong(
    `This user cannot look into ${folder} (${found}).`,
    'Give the folder to the user of this process, with mode 700, and check those above it.',
  );
}

/** What a path leads to, or the code of the error. */
function kindOf(path: string): string {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return codeOf(error);
  }
}

/** The code of the error of an access; undefined if there is none. */
function accessError(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function refusedWrite(path: string): { readonly seen: string; readonly advice: string } {
  if (accessError(path, constants.W_OK) === 'EROFS') {
    return {
      seen: `The disk of ${path} is mounted read-only.`,
      advice: 'Mount it so that it can be written, or move the database.',
    };
  }
  const isReadable = accessError(path, constants.R_OK) === undefined;
  const isFolder = kindOf(path) === 'folder';
  const isOwn = statSync(path).uid === process.getuid?.();
  const missing = isReadable ? 'u+w' : isFolder ? 'u+rwx' : 'u+rw';
  const change = `chmod ${missing} ${path}`;
  const why = isFolder ? ': SQLite writes files beside the database.' : '.';
  return {
    seen: `This user ${isReadable ? 'cannot write' : 'can neither read nor write'} ${path}.`,
    advice: isOwn
      ? `Run ${change}${why}`
      : `Give it to the user of this process (chown), and run ${change}${why}`,
  };
}

// In a folder such as /tmp, the sticky bit lets only owners replace files.
function isReplaceable(folder: string): boolean {
  if (process.platform === 'win32') return false;
  const { mode } = statSync(folder);
  return (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
}

// A migration copies the file first.
async function checkDisk(file: string, folder: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(folder);
  const { size } = statSync(file);
  const [free, needed] = [bavail * bsize, size + minFreeBytes];
  const seen = `The disk of ${folder} has ${toMib(free)} MiB left; the database has ${toMib(size)} MiB.`;
  if (free >= needed) return ok('disk', seen);
  const advice = `Free at least ${toMib(needed)} MiB, for the copy before a migration and for growth.`;
  return fault('disk', seen, advice, 'DATABASE_URL');
}

function toMib(bytes: number): number {
  return Math.floor(bytes / MIB);
}
