import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installApart } from './install-apart';

// Runs a linter of the package scripts/lint: `tsx scripts/lint.ts knip --production`.
const [linter, ...args] = process.argv.slice(2);
if (linter === undefined) throw new Error('Name a linter of scripts/lint/package.json.');
const home = join(__dirname, 'lint');
installApart(home);
const { status } = spawnSync(join(home, 'node_modules', '.bin', linter), args, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
