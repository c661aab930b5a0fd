import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { secretFiles } from '../../platform/config';
import { isRecord } from '../../platform/json';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import { type CheckResult, fault, ok, skipped } from './result';

const MIB = 2 ** 20;
const minFreeBytes = 256 * MIB;
const fileNames = ['', '-wal', '-shm'];

/** Checks who may read the files with secrets. */
export function checkSecretFiles(): CheckResult[] {
  return secretFiles().flatMap(({ variable, path }) => {
    // The configuration reports what is no file.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
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
  const stats = statSync(file, { throwIfNoEntry: false });
  // The database reports a missing file.
  if (stats === undefined) return { results: [], isUsable: true };
  if (stats.isDirectory()) {
    const advice = 'Set it to the file of the database.';
    return {
      results: [fault('files', `${file} is a folder.`, advice, 'DATABASE_URL')],
      isUsable: false,
    };
  }
  const folder = dirname(file);
  const present = fileNames.map((end) => `${file}${end}`).filter((path) => existsSync(path));
  const results = present
    .filter((path) => isOpenToOthers(path))
    .map((path) =>
      fault('files', `Other users can read ${path}.`, `Run chmod 600 ${path}.`, 'DATABASE_URL'),
    );
  const unwritable = [...present, folder].filter((path) => writeError(path) !== undefined);
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

/** The code of the error of a write; undefined if it may be written. */
function writeError(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return isRecord(error) && 'code' in error ? String(error['code']) : 'unknown';
  }
}

function refusedWrite(path: string): { readonly seen: string; readonly advice: string } {
  return writeError(path) === 'EROFS'
    ? {
        seen: `The disk of ${path} is mounted read-only.`,
        advice: 'Mount it so that it can be written, or move the database.',
      }
    : {
        seen: `This user cannot write ${path}.`,
        advice: `Give it to the user of this process, or run chmod u+w ${path}: SQLite writes files beside the database.`,
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
