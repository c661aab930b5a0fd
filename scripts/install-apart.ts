import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the package in this folder of scripts, unless it is installed in the versions of its
 * package.json. Such a package has programs that only one script needs, so `npm ci` is quicker
 * without them. Throws an Error when npm fails.
 */
export function installApart(home: string): void {
  const { devDependencies: wanted } = readPackage(home);
  const isInstalled = Object.entries(wanted ?? {}).every(
    ([name, version]) => readPackage(join(home, 'node_modules', name)).version === version,
  );
  if (isInstalled) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install the packages of ${home}: see above.`);
}

interface Package {
  readonly version?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readPackage(folder: string): Package {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
