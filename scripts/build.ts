import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { bundleProgram } from './build/bundle';
import { makeClientPackage } from './build/client-package';
import { writeStaticReference } from './build/reference';
import { makeServerPackage } from './build/server-package';

/**
 * Builds the program in `dist/src`, the archives of the packages in `dist/packages`, and the
 * reference for any web host in `dist/docs`.
 */
async function main(): Promise<void> {
  const dist = join(packageRoot(), 'dist');
  rmSync(dist, { recursive: true, force: true });
  const [program, packages] = [join(dist, 'src'), join(dist, 'packages')];
  const [server, client] = [join(dist, 'callboard'), join(dist, 'callboard-client')];
  await bundleProgram(program);
  await makeServerPackage(program, server);
  await makeClientPackage(client);
  writeStaticReference(join(dist, 'docs'));
  mkdirSync(packages);
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packages];
  execFileSync('npm', [...args, server, client], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
