import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the package for changes; its node_modules are the package's own. */
export interface Tree {
  readonly root: string;
  /** A digest of the names and contents of all its files. */
  readonly hash: string;
  /** A digest of the sources and of this test file. */
  hashOfTest(file: string): string;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Restores the file's text in the package. */
  restore(file: string): void;
}

// Shared test files seldom decide which blocks a test enters, and every new test changes them.
const decidesEntered = /^(src|generated)\//;

/**
 * The folder for copies and results of this package between runs, below the system's folder for
 * temporary files.
 */
export function workFolder(root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  // Not in node_modules, because Jest does not compile files there.
  return join(tmpdir(), `callboard-mutate-${name}`);
}

/** Copies the files that Git has or would add into the folder, which is emptied first. */
export function copyTree(root: string, folder: string): Tree {
  const files = listed(root, '-co').toSorted();
  rmSync(folder, { recursive: true, force: true });
  const hash = createHash('sha256');
  const base = createHash('sha256');
  for (const file of files) {
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, file), to);
    const content = readFileSync(to);
    hash.update(`${file}\0`).update(content);
    if (decidesEntered.test(file)) base.update(`${file}\0`).update(content);
  }
  for (const ignored of listed(root, '-oi', '--directory')) {
    // Its own packages, and those of packages within it.
    if (!/(^|\/)node_modules\/$/.test(ignored)) continue;
    const link = join(folder, ignored.slice(0, -1));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, ignored), link);
  }
  const baseHash = base.digest('hex');
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  return {
    root: folder,
    hash: hash.digest('hex').slice(0, 16),
    hashOfTest: (file) => {
      const content = readFileSync(join(folder, file));
      return createHash('sha256').update(baseHash).update(content).digest('hex').slice(0, 16);
    },
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    restore: (file) => write(file, readFileSync(join(root, file), 'utf8')),
  };
}

function listed(root: string, ...which: readonly string[]): string[] {
  const names = execFileSync('git', ['ls-files', '-z', ...which, '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return [...new Set(names.split('\0'))].filter((name) => name !== '');
}
