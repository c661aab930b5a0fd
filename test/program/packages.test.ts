import { transformSync } from 'esbuild';
import { spawnSync, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  copyFileSync,
  rmSync,
  cpSync,
  symlinkSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as nodeModule from 'node:module';
import { unsupportedByPackage, unsupportedNode } from '../../install/node-version.cjs';
import { private as isPrivate, engines } from '../../package.json';
import { describeLicences, packageFolders } from '../../scripts/build/licences';
import { parse } from 'yaml';
import { limits } from '../../generated/limits';
import { makeSbom } from '../../scripts/build/sbom';
import { makeServerPackage, packagesIn } from '../../scripts/build/server-package';
import { isVariable } from '../../src/platform/config-variables';
import { builtProgram } from '../support/built-program';
import { htmlText } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { describeOnEachDatabase } from '../support/dialects';
import { serve, run } from '../support/program';
import { packages } from '../../package-lock.json';

const root = dirname(dirname(__dirname));

let folder: string;

let program: string;

let server: string;

describe('Packages', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'callboard-packages-'));
    server = join(folder, 'callboard');
    program = await builtProgram();
    await makeServerPackage(dirname(program), server);
  });

  afterAll(() => rm(folder, { recursive: true }));

  describe('the package of the server', () => {
    test('depends on the SQLite driver only, in the version that is tested', () => {
      expect(JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))).toEqual(
        expect.objectContaining({
          name: 'callboard',
          keywords: expect.arrayContaining(['agents', 'mcp', 'openapi']),
          engines: { node: '^22.14.0 || >=24.0.0' },
          dependencies: { 'better-sqlite3': '13.2.0' },
        }),
      );
      expect(isPrivate).toBe(true);
    });

    test.each([
      ['12.22.12', false],
      ['18.20.8', false],
      ['20.20.2', false],
      ['22.13.1', false],
      ['22.14.0', true],
      ['23.11.1', false],
      ['24.0.0', true],
      ['27.0.0-nightly20261101', true],
    ])('runs on Node.js %s: %s', (version, supported) => {
      const { status, stdout, stderr } = runPackage(version);
      const reason = unsupportedByPackage(version);
      expect(reason === undefined).toBe(supported);
      expect({ status, stderr }).toEqual(
        supported ? { status: 0, stderr: '' } : { status: 1, stderr: `${reason}\n` },
      );
      expect(stdout).toMatch(supported ? /^\d+\.\d+\.\d+\ncommit [^\n]+\ncontract / : /^$/);
    });

    test.each([
      ['the package', () => join(server, 'program', 'main.js')],
      ['a checkout', () => program],
    ])('can be parsed by old versions, in %s', (_where, file) => {
      const text = readFileSync(file(), 'utf8');
      const [old, recent] = ['es2015', 'esnext'].map((target) => transformSync(text, { target }));
      expect(old?.code).toBe(recent?.code);
      expect(text.indexOf('Callboard needs')).toBeLessThan(text.indexOf('require("node:'));
    });

    test('names no path of the machine that built it, in its files or in a stack trace', () => {
      for (const made of [server, dirname(program)]) {
        for (const name of readdirSync(made, { recursive: true, encoding: 'utf8' })) {
          // Node.js 22 wrote it on this machine, and no package contains it.
          if (made !== server && name.startsWith('compile-cache')) continue;
          const text = readIfFile(join(made, name));
          expect([name, text.includes(root)]).toEqual([name, false]);
        }
      }
      const { stderr } = runPackage(
        '22.14.0',
        'process.stdout.write = () => (process.stderr.write(new Error().stack), true);',
      );
      expect(stderr).toMatch(/ \(\S+[\\/]program\.js:\d+:\d+\)/);
      expect(stderr).not.toContain(root);
    });

    test('links only to files that it has', () => {
      const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
      const texts = files.filter((name) => name.endsWith('.md'));
      expect(texts).toEqual(expect.arrayContaining(['README.md', join('docs', 'operate.md')]));
      const links = texts.flatMap((name) =>
        [
          ...readFileSync(join(server, name), 'utf8').matchAll(
            /(?:\]\(|src="|srcset=")(?!https?:|#)([^)"#]+)/g,
          ),
        ].map(([, target = '']) => join(dirname(join(server, name)), target)),
      );
      expect(links.length).toBeGreaterThan(10);
      expect(links.filter((path) => !existsSync(path))).toEqual([]);
    });

    test('has an SBOM of what it contains and installs, which names no host', () => {
      const text = readFileSync(join(server, 'sbom.cdx.json'), 'utf8');
      const { bomFormat, metadata, components, dependencies } = JSON.parse(text);
      expect([bomFormat, metadata.component['bom-ref']]).toEqual(['CycloneDX', 'callboard@1.0.0']);
      const refs = components.map((one: Record<string, unknown>) => one['bom-ref']);
      const licences = readFileSync(join(server, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      expect(refs.toSorted()).toEqual(
        [...packagesIn(licences), 'better-sqlite3@13.2.0'].toSorted(),
      );
      expect(refs.length).toBeGreaterThan(100);
      const known = new Set(['callboard@1.0.0', ...refs]);
      for (const { ref, dependsOn } of dependencies) {
        expect([ref, ...dependsOn].filter((one: string) => !known.has(one))).toEqual([]);
      }
      const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
      expect(hosts.filter((host) => host !== 'cyclonedx.org')).toEqual([]);
      expect(text).not.toMatch(/registry/i);
      expect(() => makeSbom(['bell@1.0.0'])).toThrow(/lacks packages of the bundle: bell@1\.0\.0/);
    });

    test('has the files to deploy it, which agree with the program', () => {
      const deploy = (name: string): string =>
        readFileSync(join(server, 'examples', 'deploy', name), 'utf8');
      const compose = parse(deploy('compose.yaml'));
      const { callboard, postgres } = compose.services;
      const { Containerfile, unit } = {
        Containerfile: deploy('Containerfile'),
        unit: deploy('callboard.service'),
      };
      const archive = deploy('callboard-archive.service');
      expect(deploy('callboard-archive.timer')).toMatch(/^OnCalendar=\w+$/m);
      expect(archive).toMatch(/^ExecStart=.*\/program\/main\.js archive --to archive$/m);
      // The same sandbox, where it is the same program.
      expect(archive).toContain(/^NoNewPrivileges[^]*?(?=\n\n\[Install\])/m.exec(unit)?.[0]);
      const named = [
        ...Object.keys(callboard.environment),
        ...Containerfile.matchAll(/\b([A-Z][A-Z_]+)=/g),
        ...`${unit}${archive}`.matchAll(/(?<=^Environment=.*)\b([A-Z][A-Z_]+)=/gm),
      ].map((one) => (typeof one === 'string' ? one : (one[1] ?? '')));
      expect(named.length).toBeGreaterThan(15);
      expect(named.filter((name) => name !== 'NODE_ENV' && !isVariable(name))).toEqual([]);
      for (const service of [callboard, postgres]) {
        expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
        expect(service.secrets.filter((name: string) => !(name in compose.secrets))).toEqual([]);
      }
      expect(Containerfile).toContain('node_modules/callboard/program/main.js');
      const seconds = (name: string): number =>
        Number(new RegExp(`${name}=(\\d+)`).exec(unit)?.[1]);
      expect(seconds('TimeoutStopSec')).toBeGreaterThan(
        seconds('SHUTDOWN_DELAY_SECONDS') + seconds('SHUTDOWN_SECONDS'),
      );
      for (const name of ['nginx.conf', 'haproxy.cfg']) {
        const [timeout = 0] = [
          ...deploy(name).matchAll(/(?:proxy_read_timeout|timeout server) (\d+)s/g),
        ].map(([, one]) => Number(one));
        expect(timeout).toBeGreaterThan(4 * limits.stream_comment_seconds);
      }
    });

    test('names the licence of each package that is bundled', () => {
      const map: { readonly sources: string[] } = JSON.parse(
        readFileSync(join(server, 'program', 'program.js.map'), 'utf8'),
      );
      const names = packageFolders(map.sources.map((path) => path.replace(/^[./]*/, '')))
        // Some sources are those that a package was compiled from, in folders that it does not have.
        .filter((path) => existsSync(join(root, path)))
        .map((path) => path.split('node_modules/').at(-1));
      expect(names.length).toBeGreaterThan(100);
      const text = readFileSync(join(server, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      const headings = [...text.matchAll(/^(\S+) \S+ \([A-Z][\w.-]+\)\n\n/gm)];
      const named = headings.map(([, name]) => name);
      expect(named).toEqual(expect.arrayContaining([...names, 'swagger-ui-dist']));
    });
  });

  describe('a bundled package', () => {
    /** The licences of a package of these files. */
    function licencesOf(license: string | undefined, files: Record<string, string>): string {
      const made = mkdtempSync(join(folder, 'module-'));
      const manifest = JSON.stringify({ name: 'bell', version: '1.0.0', license });
      for (const [name, text] of Object.entries({ ...files, 'package.json': manifest })) {
        writeFileSync(join(made, name), text);
      }
      return describeLicences([made]);
    }
    const text = 'Permission is hereby granted to ring it.';

    test.each([
      ['LICENSE', text],
      ['license.md', text],
      ['README.md', `# Bell\n\nRings.\n\n## License\n\n${text}\n`],
    ])('has the text of its licence in %s', (name, content) => {
      expect(licencesOf('MIT', { [name]: content })).toContain(`bell 1.0.0 (MIT)\n\n${text}\n`);
    });

    test.each([
      ['no licence', undefined, { LICENSE: text }, /its licence \(undefined\) is not among/],
      [
        'an unsuitable licence',
        'GPL-3.0-only',
        { LICENSE: text },
        /\(GPL-3\.0-only\) is not among/,
      ],
      ['no text', 'MIT', {}, /has no licence text/],
      ['its name only', 'MIT', { 'README.md': '## License\n\nMIT\n' }, /has no licence text/],
    ])('fails the build with %s', (_what, license, files, message) => {
      expect(() => licencesOf(license, files)).toThrow(message);
    });
  });
});

/** Runs the packaged program, which reads this version of Node.js. */
function runPackage(node: string, begin = '') {
  const preload = join(folder, `preload-${node}.cjs`);
  const versions = JSON.stringify({ ...process.versions, node });
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: ${versions} });\n${begin}`,
  );
  const args = ['--require', preload, join(server, 'program', 'main.js'), '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function readIfFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

describe('the built program', () => {
  describeOnEachDatabase('serves', (database) => {
    test('the contract, the reference, the console and the database', async () => {
      const env = { DATABASE_URL: database().url };
      const server = await serve(env, ['serve', '--migrate']);
      try {
        const get = async (path: string) => fetch(new URL(path, server.url));
        expect((await get('/healthz')).status).toBe(200);
        expect((await get('/readyz')).status).toBe(200);
        const contract = readFileSync(join(root, 'generated', 'openapi.json'), 'utf8');
        expect((await (await get('/openapi.json')).text()) === contract).toBe(true);
        const reference = await get('/docs');
        expect(reference.status).toBe(200);
        const html = htmlText(referencePage(JSON.parse(contract), true));
        expect((await reference.text()) === html).toBe(true);
        const attempt = await get('/docs/try');
        expect(attempt.status).toBe(200);
        const [, script] = /<script src="([^"]+)"/.exec(await attempt.text()) ?? [];
        expect((await get(`/docs/${script}`)).status).toBe(200);
        const page = await get('/app');
        expect(page.status).toBe(200);
        const [, asset] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
        expect((await get(asset ?? '')).status).toBe(200);
        expect((await get('/v1/actions')).status).toBe(401);
      } finally {
        expect(await server.stop('SIGTERM')).toBe(0);
      }
    });
  });

  test('wraps every module under one property name, to save hidden classes of V8', async () => {
    const program = readFileSync(join(dirname(await builtProgram()), 'program.js'), 'utf8');
    const keys = [...program.matchAll(/__commonJS\(\{\s*"([^"]*)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(100);
    expect(new Set(keys)).toEqual(new Set(['module']));
  });

  test('has a compile cache beside it where Node.js supports one', async () => {
    const built = dirname(await builtProgram());
    const folder = mkdtempSync(`${built}-`);
    try {
      for (const name of ['main.js', 'program.js']) {
        copyFileSync(join(built, name), join(folder, name));
      }
      const args = [join(folder, 'main.js'), '--version'];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
        /^\d+\.\d+\.\d+\n/,
      );
      expect(existsSync(join(folder, 'compile-cache'))).toBe('enableCompileCache' in nodeModule);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

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
