import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installNode } from '../try-nodes/toolchain';

/** The suite; its scenarios of 2026-07-28 are in no release that is tagged as the latest. */
const suitePackage = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const inspectorPackage = '@modelcontextprotocol/inspector@2.12.0';

/** The programs, to be run by `node`. */
export interface Programs {
  readonly node: string;
  readonly suite: string;
  readonly inspector: string;
}

/** Installs both programs into the folder, and the Node.js 22 that they need. */
export function installPrograms(folder: string): Programs {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, stderr } = spawnSync('npm', [...args, suitePackage, inspectorPackage], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm cannot install the programs: ${stderr}`);
  const packages = join(folder, 'node_modules', '@modelcontextprotocol');
  return {
    node: join(installNode(22, join(folder, 'node')), 'bin', 'node'),
    suite: join(packages, 'conformance', 'dist', 'index.js'),
    inspector: join(packages, 'inspector', 'clients', 'launcher', 'build', 'index.js'),
  };
}
