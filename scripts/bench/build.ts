import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { builtLimit } from './contestants';

/** Builds Callboard like `npm run build`, and the limit server in a folder of its own. */
export function build(): void {
  const root = packageRoot();
  const run = (file: string, ...args: readonly string[]): void =>
    void execFileSync(file, [...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'run', '--silent', 'build');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, tsc, '-p', 'tsconfig.bench.json', '--outDir', builtLimit);
}
