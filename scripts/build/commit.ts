import { execFileSync } from 'node:child_process';
import { packageRoot } from '../../src/platform/package-root';

/**
 * The commit of the checkout for the program that is built from it, with `-dirty` if tracked files
 * differ from it. Undefined outside of a checkout, and without git.
 */
export function commitOfCheckout(folder: string = packageRoot()): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    // A checkout of another project may contain the folder.
    if (git('rev-parse', '--show-prefix') !== '') return undefined;
    return git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
  } catch {
    return undefined;
  }
}
