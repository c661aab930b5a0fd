import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unsupportedNode } from '../../install/node-version.cjs';
import { engines } from '../../package.json';
import { packages } from '../../package-lock.json';
import { builtProgram } from '../support/built-program';
import { run } from '../support/program';

describe('Node.js', () => {
  test.each([
    ['18.20.8', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['21.7.3', false],
    ['22.13.1', false],
    ['22.14.0', true],
    ['23.11.1', false],
    ['24.0.0', true],
    ['26.10.0', true],
    ['27.0.0-nightly20261101', true],
  ])('%s is supported: %s', (version, supported) => {
    const reason = unsupportedNode(version);
    expect(reason === undefined).toBe(supported);
    if (reason !== undefined)
      expect(reason).toMatch(new RegExp(`^Callboard needs .*${version}\\.$`));
  });

  test('is supported as engines of package.json says', () => {
    expect(engines.node).toBe('^20.19.0 || ^22.14.0 || >=24.0.0');
  });

  test('of an unsupported version ends the program with exit code 1 and one sentence', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-node-'));
    const preload = join(folder, 'versions.cjs');
    const versions = JSON.stringify({ ...process.versions, node: '18.20.8' });
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    try {
      expect(await run(['--version'], { NODE_OPTIONS: `--require ${preload}` })).toEqual({
        code: 1,
        out: '',
        err: `${unsupportedNode('18.20.8')}\n`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('an SQLite driver that is not installed ends the program with exit code 1 and one sentence', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'callboard-node-'));
  try {
    cpSync(dirname(await builtProgram()), join(elsewhere, 'dist'), { recursive: true });
    for (const name of ['package.json', 'contract', 'generated']) {
      symlinkSync(join(__dirname, '..', '..', name), join(elsewhere, name));
    }
    const program = join(elsewhere, 'dist', 'main.js');
    const { status, stderr } = spawnSync(process.execPath, [program, 'migrate'], {
      cwd: elsewhere,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^The SQLite driver cannot be loaded\. Run `[^`]+` in [^`]+, or use Postgres\.\n$/,
      ),
    });
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});

// better-sqlite3 has this in its package.json, but `npm ci` reads the lock file only, and npm 10
// would run node-gyp, which needs Python, make and Node's headers. `npm install` removes the line
// again: write `"gypfile": false` into the entry of package-lock.json.
test('npm runs no node-gyp for better-sqlite3', () => {
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
});
