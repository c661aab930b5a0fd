import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSilent } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import { transact } from '../../src/platform/db/transaction';
import { rollbackOne } from '../../src/platform/db/schema/schema';
import { addAgent, makeWorkspace, startApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { commitOfCheckout } from '../../scripts/build/commit';
import { startMailServer } from '../support/mail-server';
import { describeOnEachDialect, testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { asPooler, startProxy } from '../support/proxy';
import { freePort } from '../../scripts/servers/free-port';
import type { CheckResult } from '../../src/cli/check/result';
import { unknownPassword } from '../support/rows';
import { run, runHere, serve, startProgram } from '../support/program';
import { builtProgram } from '../support/built-program';
import { ConfigError, loadConfig } from '../../src/platform/config';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { parseSecretKey } from '../../src/platform/secret-keys';
import { openSession } from '../../scripts/servers/session';
import { asLine, escapedJson, withoutControls } from '../../src/platform/control-characters';
import { megabytes, startProgress } from '../../src/cli/printer';

/** Statements that keep a workspace that has arrived closed, and those that take this back. */
const notActivated = {
  sqlite: [
    [
      `create trigger stay_closed before delete on closed_workspaces when old.state = 'arriving'
         begin select raise(abort, 'stays closed'); end`,
    ],
    ['drop trigger stay_closed'],
  ],
  postgres: [
    [
      `create function stay_closed() returns trigger language plpgsql as
         $$ begin raise 'stays closed'; end $$`,
      `create trigger stay_closed before delete on closed_workspaces for each row
         when (old.state = 'arriving') execute function stay_closed()`,
    ],
    ['drop function stay_closed() cascade'],
  ],
} as const;

const address = (characters: number): string => 'a@example.com'.padStart(characters, 'a');

describe('a command that a signal ends', () => {
  test('says what is left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'callboard-signals-'));
    const at = (name: string): string => `sqlite:${join(folder, name)}`;
    const file = join(folder, 'stage.jsonl');
    const key = join(folder, 'key');
    await writeFile(key, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    const source = { DATABASE_URL: at('source'), SECRETS_KEY_FILE: key };
    const target = { TARGET_DATABASE_URL: at('target'), TARGET_SECRETS_KEY_FILE: key };
    const owner = ['--workspace', 'Stage', '--email', 'ada@example.com'];
    const interrupted = async (...given: Parameters<typeof runHere>): Promise<string> => {
      const listen = process.on.bind(process);
      const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
      const heard = jest.spyOn(process, 'on').mockImplementation((name, listener) => {
        listen(name, listener);
        if (name === 'SIGHUP') queueMicrotask(() => process.emit('SIGTERM', 'SIGTERM'));
        return process;
      });
      try {
        const { err } = await runHere(...given);
        expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
        return err;
      } finally {
        heard.mockRestore();
        kill.mockRestore();
      }
    };
    const goesOn = 'Interrupted. Repeat the command: it goes on where it was.\n';
    try {
      expect(await interrupted(['migrate'], { DATABASE_URL: at('target') })).toBe(goesOn);
      await runHere(['setup', ...owner], source, 'correct horse battery staple\n');
      expect(await interrupted(['secrets', 'rotate'], source)).toBe(goesOn);
      const archive = ['archive', '--days', '365', '--to', join(folder, 'archive')];
      expect(await interrupted(archive, source)).toBe(goesOn);
      const told = `Interrupted. ${file} was not written.\n`;
      expect(await interrupted(['export', file], source)).toContain(told);
      await runHere(['export', file, '--force'], source);
      const other = { ...source, DATABASE_URL: at('other') };
      expect(await interrupted(['import', file], other)).toContain(
        'Interrupted. Nothing was imported.\n',
      );
      const move = ['workspace', 'move', 'Stage', '--to', 'https://b.example', '--unchecked'];
      expect(await interrupted(move, { ...source, ...target })).toMatch(
        /^Interrupted\. The move has not ended\. Repeat .* callboard workspace move wsp_\w+ --back\.$/m,
      );
      const remove = ['workspace', 'delete', 'Stage', '--confirm', 'Stage'];
      expect(await interrupted(remove, source)).toContain(
        'Interrupted. The deletion has not ended. Repeat the command: it goes on where it was.\n',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('wrong use', () => {
  test.each([
    [['serve', '--nope'], {}, /^error: unknown option '--nope'/],
    [['nope'], {}, /^error: unknown command 'nope'/],
    [['serve', 'nope'], {}, /^error: too many arguments/],
    [['--nope'], {}, /^error: unknown option '--nope'/],
    [['setup', '--workspace', 'W'], {}, /^error: required option '--email/],
    [['setup', '--workspace', 'W', '--email', 'no-address'], {}, /^--email must be an address/],
    [['password', 'reset'], {}, /^error: required option '--email/],
    [['workspace', 'delete', 'W'], {}, /^Confirm the deletion with --confirm/],
    [['serve'], { PORT: 'http' }, /^PORT must be a whole number/],
    [['serve'], { DATABASE_URL: 'mysql://x:secret@y/z' }, /^DATABASE_URL must be/],
    [['serve'], { CALLBOARD_ENV: 'staging' }, /^CALLBOARD_ENV must be one of/],
    [['serve'], { CALLBOARD_PORT: '80' }, /^CALLBOARD_PORT is not a variable/],
    [['serve'], { CALLBOARD_ENVS: 'x' }, /^CALLBOARD_ENVS .*\. Did you mean CALLBOARD_ENV\?$/m],
    [['serve'], { METRICS_TOKEN: 'a b' }, /^METRICS_TOKEN must be one word of/],
    [['serve'], { METRICS_TOKEN: 'a' }, /^METRICS_TOKEN has no effect without METRICS_PORT\.$/m],
    [['serve'], { METRICS_PORT: '3000' }, /^METRICS_PORT must be another one than PORT\.$/m],
    ...[
      '0.0.0.0',
      '::',
      '192.168.0.2',
      '127.1',
      'localhost.example.com',
      '127.0.0.1.example.com',
    ].map((HOST): [string[], Record<string, string>, RegExp] => [
      ['serve'],
      { CALLBOARD_ENV: 'development', HOST },
      /^CALLBOARD_ENV=development .* HOST must be 127\.0\.0\.1/,
    ]),
    ...['0', '65'].map((count): [string[], Record<string, string>, RegExp] => [
      ['serve', '--workers', count],
      {},
      /^--workers must be a whole number from 1 to 64\./,
    ]),
    [['serve', '--workers', '64'], { PORT: '65536' }, /^PORT must be/],
    [['setup', '--workspace', 'x'.repeat(501)], {}, /^--workspace must have 1 to 500 characters, /],
    [['setup', '--workspace', 'x'.repeat(500)], {}, /^error: required option '--email/],
    [['password', 'reset', '--email', address(321)], {}, /^--email must be an address/],
    [['password', 'reset', '--email', address(320)], { PORT: '-1' }, /^PORT must be/],
    ...[
      ['setup', '--workspace', 'A\u001b[2Jb'],
      ['setup', '--workspace', 'W', '--email', 'a\u0007@example.com'],
      ['setup', '--workspace', 'W', '--email', 'a@example.com', '--name', 'A\u2028b'],
      ['agent', 'create', '--name', 'A\tb'],
      ['token', 'create', '--agent', 'A', '--name', 'A\u202eb'],
    ].map((args): [string[], Record<string, string>, RegExp] => [
      args,
      {},
      /^--\w+ must be one line without control characters\.$/m,
    ]),
    [['agent', 'create', '--name', '\u200b'], {}, /^--name must have 1 to 500 .* one of them vis/],
    ...[
      ['workspace', 'delete', ''],
      ['backup', ''],
      ['restore', ''],
      ['export', ' '],
      ['import', ''],
      ['archive', '--to', ''],
      ['archive', '--workspace', ''],
      ['export', '-', '--workspace', ''],
      ['token', 'create', '--agent', ''],
      ['connect', '--agent', 'A', '--workspace', ''],
      ['password', 'reset', '--email', 'a@example.com', '--workspace', ''],
      ['agent', 'create', '--name', 'A', '--workspace', ''],
    ].map((args): [string[], Record<string, string>, RegExp] => [
      args,
      {},
      /^(The file|The name of the workspace|--\w+) is empty\.$/m,
    ]),
    [['serve'], { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [['serve'], { DATABASE_POOLER: 'session' }, /^DATABASE_POOLER must be one of none, trans/],
    [['migrate'], { DATABASE_MIGRATE_URL: 'sqlite:./secret' }, /^DATABASE_MIGRATE_URL must be/],
    [['migrate'], { DATABASE_MIGRATE_URL: 'postgres://h/d' }, /^DATABASE_MIGRATE_URL is for Post/],
  ])('%j with %j prints one sentence and exits with 2', async (args, env, sentence) => {
    const { code, out, err } = await runHere(args, env);
    expect(err).toMatch(sentence);
    expect(err).not.toContain('secret');
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

test('--version prints the version, the commit and the digest of the contract', async () => {
  const published = readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'));
  const { info } = JSON.parse(published.toString('utf8'));
  const digest = createHash('sha256').update(published).digest('hex');
  const { out } = await run(['--version']);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n/);
  const [, commit = '', ...contract] = out.split('\n');
  expect(commit).toMatch(/^commit ([0-9a-f]{12,}(-dirty)?|unknown \(built without git\))$/);
  expect(contract).toEqual([`contract ${info.version} sha256:${digest}`, '']);
});

test('a build names the commit of its checkout, and says when there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-commit-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
    });
  try {
    expect(commitOfCheckout(folder)).toBeUndefined();
    git('init', '--quiet');
    expect(commitOfCheckout(folder)).toBeUndefined();
    await writeFile(join(folder, 'a'), 'a');
    git('add', 'a');
    git('commit', '--quiet', '--message', 'First');
    const head = git('rev-parse', 'HEAD').toString().slice(0, 12);
    expect(commitOfCheckout(folder)).toBe(head);
    await mkdir(join(folder, 'within'));
    expect(commitOfCheckout(join(folder, 'within'))).toBeUndefined();
    await writeFile(join(folder, 'a'), 'b');
    expect(commitOfCheckout(folder)).toBe(`${head}-dirty`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('the environment', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-environment-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('all wrong values are named at once', async () => {
    const env = { PORT: 'http', LOG_LEVEL: 'loud', CALLBOARD_PORT: '80', PUBLIC_URL: 'ftp://x' };
    const { code, err } = await run(['serve'], env);
    expect(code).toBe(2);
    expect(
      err
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['PORT', 'LOG_LEVEL', 'CALLBOARD_PORT', 'PUBLIC_URL']));
    expect(err.trim().split('\n')).toHaveLength(4);
  });

  test.each([
    ['https://a.example,https://b.example'],
    ['https://a.example https://b.example'],
    ['https://a.example/https://b.example'],
  ])('PUBLIC_URL=%s is refused as two addresses', async (PUBLIC_URL) => {
    const { code, err } = await run(['serve'], { PUBLIC_URL });
    expect({ code, err }).toEqual({
      code: 2,
      err: 'PUBLIC_URL must be one address: the one that people and agents use.\n',
    });
  });

  test.each([
    ['DATABASEURL', 'DATABASEURL is ignored. Did you mean DATABASE_URL?'],
    ['DATABASE_ULR_FILE', undefined],
    ['DATABASE_URL_FILES', 'DATABASE_URL_FILES is ignored. Did you mean DATABASE_URL_FILE?'],
    ['PUBLIC_URI', 'PUBLIC_URI is ignored. Did you mean PUBLIC_URL?'],
    ['RATE_LIMIT', 'RATE_LIMIT is ignored. Did you mean RATE_LIMIT_PER_MINUTE?'],
    ['WORKERS', 'WORKERS is ignored. Use callboard serve --workers N.'],
    ['HOSTS', undefined],
    ['SESSION', undefined],
  ])('%s warns: %s', async (name, warning) => {
    const { err } = await runHere(['backup', join(folder, 'copy')], {
      [name]: 'x',
      DATABASE_URL: `sqlite:${folder}/none.db`,
    });
    const [first] = err.split('\n');
    if (warning === undefined) expect(first).toMatch(/^The database .* does not exist/);
    else expect(first).toBe(warning);
  });

  const faultsOf = (env: Record<string, string>): string[] => {
    try {
      loadConfig(env);
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.message.split('\n') : [String(error)];
    }
  };

  test('wrong variables of traces are named, also where no traces are sent', () => {
    const sent = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    for (const [name, value] of [
      ['OTEL_TRACES_SAMPLER', 'sometimes'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_TRACES_EXPORTER', 'console'],
      ['OTEL_RESOURCE_ATTRIBUTES', 'hidden'],
      ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'hidden'],
    ] as const) {
      for (const env of [{}, sent]) {
        const fault = expect.stringMatching(new RegExp(`^${name} must be (?!.*hidden)`));
        expect(faultsOf({ ...env, [name]: value })).toEqual([fault]);
      }
    }
    const protocols = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(faultsOf(protocols)).toEqual([]);
    expect(faultsOf({ ...sent, ...protocols })).toEqual([
      expect.stringContaining('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json'),
    ]);
    const own = { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'HTTP/JSON', OTEL_TRACES_EXPORTER: 'OTLP' };
    expect(faultsOf({ ...sent, ...protocols, ...own })).toEqual([]);
    // The exporter itself reads these.
    const read = {
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_CERTIFICATE: __filename,
    };
    expect(faultsOf({ ...sent, ...read })).toEqual([]);
    const unread = {
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'zstd',
      OTEL_EXPORTER_OTLP_CLIENT_KEY: '/nowhere',
    };
    expect(faultsOf({ ...sent, ...unread })).toEqual([
      'OTEL_EXPORTER_OTLP_TRACES_COMPRESSION must be one of none, gzip.',
      'OTEL_EXPORTER_OTLP_CLIENT_KEY must be the path of a file that can be read.',
    ]);
    const unusedIn = (env: Record<string, string>) => loadConfig(env).unusedVariables;
    const others = {
      OTEL_PROPAGATORS: 'b3',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_SERVICE_NAME: 'a',
    };
    expect(unusedIn({ ...sent, ...read, ...others })).toEqual(['OTEL_PROPAGATORS']);
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' };
    expect(unusedIn({ ...headers, ...others })).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_PROPAGATORS',
    ]);
    expect(unusedIn({ ...headers, ...others, OTEL_TRACES_EXPORTER: 'none' })).toEqual([]);
  });

  test('a fault of a value in a file names the variable that is set', async () => {
    const file = join(folder, 'wrong');
    await writeFile(file, 'hidden');
    const names = ['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS'];
    const env = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
    const faults = faultsOf(env);
    for (const name of names) expect(faults.join('\n')).toMatch(new RegExp(`^${name}_FILE `, 'm'));
    expect(faults.join('\n')).not.toContain('hidden');
    expect(faults).toContain(
      'OTEL_EXPORTER_OTLP_HEADERS_FILE must name a file with a list such as api-key=abc,x-tenant=b.',
    );
    const { out } = await runHere(['check', '--json'], env);
    const results: readonly CheckResult[] = JSON.parse(out).results;
    expect(results.map(({ variable, advice }) => [variable, advice])).toEqual(
      expect.arrayContaining([
        ['DATABASE_URL_FILE', 'Correct the content of the file.'],
        ['SMTP_URL_FILE', 'Set the variable that is missing, or remove this one.'],
        ['OIDC_CLIENT_SECRET_FILE', 'Remove it, or set the variable that it depends on.'],
      ]),
    );
  });

  test('SECRETS_KEY_FILE names a file with keys, which no message contains', async () => {
    const file = join(folder, 'keys');
    const secretKeysOf = async (text: string) => {
      await writeFile(file, text);
      return loadConfig({ SECRETS_KEY_FILE: file }).secretKeys.map(({ id }) => id);
    };
    const [hex, base64] = ['ab'.repeat(32), Buffer.alloc(32, 0xab).toString('base64')];
    const [id] = await secretKeysOf(`${hex}\n`);
    expect(faultsOf({ TARGET_SECRETS_KEY_FILE: file })).toEqual([
      'TARGET_SECRETS_KEY_FILE has no effect without TARGET_DATABASE_URL.',
    ]);
    expect(await secretKeysOf(`${'cd'.repeat(32)}\r\n${base64}`)).toEqual([
      expect.not.stringContaining(id ?? '-'),
      id,
    ]);
    for (const [text, words] of [
      [`${hex}\n${hex}x`, /^SECRETS_KEY_FILE: line 2 of .* must be a key of 32 bytes/],
      [base64.slice(0, 42), /line 1 of/],
      [`${hex}\n\n${base64}`, /line 2 of/],
      [`${hex}\n${base64}`, /has a key twice/],
      ['\n', /is empty/],
    ] as const) {
      const refusal = await secretKeysOf(text).catch((error: Error) => error.message);
      expect(refusal).toMatch(words);
      expect(refusal).not.toContain(hex.slice(0, 8));
    }
    const absent = { SECRETS_KEY_FILE: join(folder, 'nowhere') };
    expect(() => loadConfig(absent)).toThrow(/^SECRETS_KEY_FILE: .* cannot be read /);
    const { code, err } = await run(['secrets', 'rotate'], { DATABASE_URL: 'sqlite:x' });
    expect([code, err]).toEqual([1, expect.stringMatching(/^SECRETS_KEY_FILE is not set/)]);
  });

  test('DATABASE_URL_FILE names a file with the URL, and spaces around a value are ignored', async () => {
    const [file, empty] = [join(folder, 'url'), join(folder, 'empty')];
    await writeFile(file, `sqlite:${folder}/by-file.db\n`);
    await writeFile(empty, '\n');
    const made = await runHere(['migrate'], { DATABASE_URL_FILE: file });
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/by-file\.db was empty and has the schema of this version now/),
    });
    const pasted = await runHere(['migrate'], {
      DATABASE_URL: ` sqlite:${folder}/pasted.db\u00a0\n`,
    });
    expect(pasted).toMatchObject({ code: 0, out: expect.stringContaining('/pasted.db') });
    expect(existsSync(join(folder, 'pasted.db'))).toBe(true);
    const both = await runHere(['migrate'], { DATABASE_URL_FILE: file, DATABASE_URL: 'sqlite:x' });
    expect(both).toMatchObject({ code: 2, err: expect.stringMatching(/are both set/) });
    for (const path of [empty, join(folder, 'nowhere'), folder]) {
      const wrong = await runHere(['migrate'], { DATABASE_URL_FILE: path });
      expect(wrong).toMatchObject({ code: 2, out: '' });
      expect(wrong.err).toMatch(/^DATABASE_URL_FILE: .* (is empty|cannot be read \(E\w+\))\.\n$/);
    }
  });

  test.each([
    [['serve'], { PORT: '0' }],
    [['token', 'create', '--agent', 'Usher'], {}],
    [['token', 'find', 'tok_none'], {}],
    [['agent', 'create', '--name', 'Usher'], {}],
    [['connect', '--agent', 'Usher'], { PUBLIC_URL: 'https://calls.example.com' }],
    [['password', 'reset', '--email', 'ada@example.com'], {}],
    [['export', '-'], {}],
  ])('%j creates no SQLite file at a wrong path', async (args, env) => {
    const path = join(folder, 'missing.db');
    const { code, err } = await runHere(args, { DATABASE_URL: `sqlite:${path}`, ...env });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${path} does not exist. Set DATABASE_URL`),
    });
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    [['serve', '--create'], {}],
    [['serve'], { CALLBOARD_ENV: 'development' }],
  ])('%j with %j creates the file', async (args, env) => {
    const path = join(await mkdtemp(join(folder, 'new-')), 'callboard.db');
    const server = await serve({ DATABASE_URL: `sqlite:${path}`, ...env }, args.slice(1));
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(existsSync(path)).toBe(true);
  });

  test('a file that is no database is named', async () => {
    const path = join(folder, 'letter.db');
    await writeFile(path, 'Dear Ada, '.repeat(500));
    const { code, err } = await runHere(['serve'], { DATABASE_URL: `sqlite:${path}`, PORT: '0' });
    expect(code).toBe(1);
    expect(err).toContain(`SQLite file ${path} cannot be used: file is not a database.`);
  });
});

testOnPostgres('a wrong Postgres URL is named with its reason', async () => {
  const database = await openTestDatabase('postgres');
  try {
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(database.url);
      change(url);
      return url.href;
    };
    const urls: readonly (readonly [string, RegExp])[] = [
      [changed((url) => (url.username = 'nobody')), /role "nobody" does not exist/],
      [changed((url) => (url.pathname = '/nowhere')), /database "nowhere" does not exist/],
      ...['prefer', 'require', 'verify-ca', 'verify-full'].map((mode) => {
        const url = changed((to) => to.searchParams.set('sslmode', mode));
        return [url, /SSL/] as const;
      }),
      [changed((url) => url.searchParams.set('sslrootcert', '/nowhere')), /no such file|ENOENT/],
      [changed((url) => (url.port = '1')), /does not respond/],
    ];
    for (const [DATABASE_URL, reason] of urls) {
      const { code, err } = await runHere(['serve'], { DATABASE_URL, PORT: '0' });
      expect(code).toBe(1);
      expect(err).toMatch(reason);
      expect(err).toMatch(/^(PostgreSQL .*)?DATABASE_URL|^PostgreSQL .* DATABASE_URL/);
      expect(err.trim().split('\n')).toHaveLength(1);
    }
  } finally {
    await database.close();
  }
});

describe('--help', () => {
  test.each([
    [[]],
    [['serve']],
    [['migrate']],
    [['check']],
    [['setup']],
    [['token']],
    [['token', 'create']],
    [['token', 'find']],
    [['token', 'revoke']],
    [['password']],
    [['password', 'reset']],
    [['demo']],
    [['backup']],
    [['export']],
    [['import']],
    [['load']],
    [['list']],
  ])('of %j', async (command) => {
    const { code, out } = await runHere([...command, '--help']);
    expect(out).toMatch(/^Usage: callboard/);
    expect(code).toBe(0);
  });
});

describeOnEachDialect('on %s', (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase(dialect);
  });
  afterEach(async () => {
    await database.close();
  });

  const check = async (env: Readonly<Record<string, string>>) => {
    const { code, out, err } = await run(['check', '--json'], env);
    const { ok, results }: { ok: boolean; results: readonly CheckResult[] } = JSON.parse(out);
    expect(code).toBe(ok ? 0 : 1);
    expect(err === '').toBe(ok);
    const faults = results.filter(({ state }) => state === 'fault');
    expect(faults.every(({ seen, advice = '' }) => seen !== '' && advice !== '')).toBe(true);
    return { out, ok, results, faults };
  };

  test('check finds nothing to change while the server runs, and names its address', async () => {
    const port = await freePort();
    const env = { DATABASE_URL: database.url, PUBLIC_URL: `http://127.0.0.1:${port}` };
    const server = await serve({ ...env, PORT: String(port) });
    try {
      const { results, faults } = await check(env);
      // The role of the tests is a superuser.
      expect(faults.map(({ subject, variable }) => [subject, variable])).toEqual(
        dialect === 'postgres' ? [['role', 'DATABASE_URL']] : [],
      );
      const passed = results.filter(({ state }) => state === 'ok').map(({ subject }) => subject);
      const own = dialect === 'sqlite' ? ['files', 'disk'] : ['pooler'];
      expect(new Set(passed)).toEqual(
        new Set(['configuration', 'database', 'schema', 'public_url', 'clock', ...own]),
      );
      const text = await run(['check'], env);
      expect(text.out).toContain('public_url: PUBLIC_URL leads to this version');
    } finally {
      await server.stop('SIGTERM');
    }
  });

  test('check names each variable to change, and no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'callboard-check-'));
    const other = createServer((_, response) => void response.end('hello'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      const file = join(folder, 'token');
      await writeFile(file, 'hidden-token', { mode: 0o644 });
      const env = { DATABASE_URL: database.url, METRICS_PORT: '0', METRICS_TOKEN_FILE: file };
      const unusable = await check({ DATABASE_URL: `sqlite:${folder}` });
      expect(unusable.faults).toEqual([
        expect.objectContaining({ subject: 'files', seen: `${folder} is a folder.` }),
      ]);
      await rollbackOne(database);
      const there = await check({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` });
      expect(there.faults).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ subject: 'files', variable: 'METRICS_TOKEN_FILE' }),
          expect.objectContaining({
            subject: 'schema',
            advice: expect.stringContaining('callboard migrate'),
          }),
          expect.objectContaining({
            variable: 'PUBLIC_URL',
            seen: 'PUBLIC_URL/readyz is 200, and no response of Callboard.',
          }),
        ]),
      );
      const nowhere = await check({ ...env, PUBLIC_URL: `http://127.0.0.1:${await freePort()}` });
      expect(nowhere.faults).toContainEqual(
        expect.objectContaining({
          variable: 'PUBLIC_URL',
          seen: 'PUBLIC_URL/readyz does not respond (ECONNREFUSED).',
        }),
      );
      const away =
        dialect === 'sqlite'
          ? `sqlite:${join(folder, 'none.db')}`
          : 'postgres://user:hidden-password@127.0.0.1:1/none';
      const wrong = await check({ ...env, DATABASE_URL: away });
      expect(wrong.faults).toContainEqual(
        expect.objectContaining({ subject: 'database', variable: 'DATABASE_URL' }),
      );
      expect(existsSync(join(folder, 'none.db'))).toBe(false);
      const invalid = await check({ ...env, PORT: 'x', CALLBOARD_PORT: '1', METRIC_PORT: '1' });
      expect(invalid.faults.map(({ subject, variable }) => [subject, variable])).toEqual([
        ['configuration', undefined],
        ['configuration', 'PORT'],
        ['configuration', undefined],
        ['files', 'METRICS_TOKEN_FILE'],
      ]);
      for (const { out } of [there, nowhere, wrong, invalid]) expect(out).not.toContain('hidden-');
    } finally {
      other.closeAllConnections();
      other.close();
      await rm(folder, { recursive: true });
    }
  });

  test('check and a move notice that an address leads to another database', async () => {
    const other = await openTestDatabase(dialect);
    // All databases of the tests are copies of one.
    await transact(other, beginEpoch);
    const app = await startApp(other);
    const own = await startApp(database);
    try {
      const seen = 'PUBLIC_URL leads to a Callboard with another database.';
      const env = { DATABASE_URL: database.url, NODE_ENV: 'development' };
      const wrong = await checkHere({ ...env, PUBLIC_URL: app.url });
      expect(wrong.of('public_url')).toEqual([expect.stringContaining(seen)]);
      const right = await checkHere({ ...env, PUBLIC_URL: own.url });
      expect(right.of('public_url')).toEqual([]);
      const { owner } = await makeWorkspace(database, 'Stage');
      const move = ['workspace', 'move', owner.workspaceId, '--to', own.url];
      const moved = await runHere(move, { ...env, TARGET_DATABASE_URL: other.url });
      expect([moved.code, moved.err]).toEqual([
        1,
        `${own.url} leads to a Callboard with another database. Nothing was changed. Start the server of the target, or move without this check by --unchecked.\n`,
      ]);
      expect(await database.knex('closed_workspaces')).toEqual([]);
    } finally {
      await app.close();
      await own.close();
      await other.close();
    }
  });

  const checkHere = async (env: Readonly<Record<string, string>>) => {
    const { out } = await runHere(['check', '--json'], env);
    const { results }: { results: readonly CheckResult[] } = JSON.parse(out);
    const of = (subject: CheckResult['subject'], state: CheckResult['state'] = 'fault') =>
      results
        .filter((one) => one.subject === subject && one.state === state)
        .map(({ seen, variable, advice }) => [seen, variable, advice].join(' | '));
    return { of, out };
  };

  test('check names a provider of OpenID Connect that does not fit', async () => {
    const provider = createServer((request, response) => {
      const isMetadata = request.url === '/.well-known/openid-configuration';
      response.writeHead(isMetadata ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ issuer: named }));
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const address = provider.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    let named = issuer;
    const env = {
      CALLBOARD_ENV: 'development',
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'callboard',
      OIDC_CLIENT_SECRET: 'a secret of the provider',
      OIDC_WORKSPACE: `wsp_${'0'.repeat(26)}`,
      OIDC_ALLOWED_DOMAINS: 'example.com',
    };
    try {
      const right = await checkHere(env);
      expect(right.of('oidc', 'ok')).toHaveLength(1);
      expect(right.of('oidc')).toEqual([expect.stringContaining('| OIDC_WORKSPACE |')]);
      expect(right.out).not.toContain(env.OIDC_CLIENT_SECRET);
      named = 'https://id.example.com';
      const wrong = (await checkHere(env)).of('oidc');
      expect(wrong).toContainEqual(expect.stringContaining(`names itself ${named}, not ${issuer}`));
      const elsewhere = await checkHere({ ...env, OIDC_ISSUER: `${issuer}/realm` });
      expect(elsewhere.of('oidc')).toContainEqual(expect.stringContaining(': status 404. |'));
    } finally {
      provider.close();
    }
    const down = await checkHere(env);
    expect(down.of('oidc')).toContainEqual(expect.stringContaining('cannot be read'));
  });

  test('check connects to the mail server, and settings that cannot work are refused', async () => {
    const server = await startMailServer({ users: { callboard: 'pass:word' } });
    const env = {
      CALLBOARD_ENV: 'development',
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SMTP_URL: `smtp://callboard:pass%3Aword@127.0.0.1:${server.port}`,
      MAIL_FROM: 'City Theatre <callboard@example.com>',
    };
    const right = await checkHere(env);
    expect(right.of('mail', 'ok')).toHaveLength(1);
    const wrong = await checkHere({ ...env, SMTP_URL: env.SMTP_URL.replace('word', 'words') });
    expect(wrong.of('mail')).toEqual([
      expect.stringMatching(/refuses: .*535.* \| SMTP_URL \| .*user and password/),
    ]);
    const port = await freePort();
    const silent = createSilent((socket) => void socket.resume()).listen(port, '127.0.0.1');
    const at = (url: string) => checkHere({ ...env, SMTP_URL: url });
    const unknownHost = await at('smtp://no-such-host.invalid');
    const noTls = await at(env.SMTP_URL.replace('smtp:', 'smtps:'));
    const never = await at(`smtp://127.0.0.1:${port}`);
    silent.close();
    expect(unknownHost.of('mail').join()).toMatch(/\| SMTP_URL \| Set its host/);
    expect(noTls.of('mail').join()).toMatch(/\| SMTP_URL \| .*smtps:\/\/ only/);
    expect(never.of('mail').join()).toMatch(/Greeting never.*\| SMTP_URL \| .*such as 587/);
    await server.close();
    const down = await checkHere(env);
    expect(down.of('mail')).toEqual([
      expect.stringContaining('does not respond: connect ECONNREFUSED'),
    ]);
    for (const { out } of [right, wrong, down]) expect(out).not.toMatch(/pass(%3A|:)word/);
    const cases: [Record<string, string>, RegExp][] = [
      [{ SMTP_URL: '' }, /MAIL_FROM has no effect/],
      [{ PUBLIC_URL: '' }, /SMTP_URL needs PUBLIC_URL/],
      [{ MAIL_FROM: '' }, /SMTP_URL needs MAIL_FROM/],
      [{ MAIL_FROM: 'a@example.com, b@example.com' }, /MAIL_FROM must be/],
      [{ MAIL_FROM: 'A\r\nBcc: b <a@example.com>' }, /MAIL_FROM must be/],
      [{ SMTP_URL: 'https://secret.example.com' }, /SMTP_URL must be/],
      [{ SMTP_URL: 'smtp://secret@example.com' }, /SMTP_URL must be/],
      [{ SMTP_URL: 'smtp://a:%E0%A4%A@example.com' }, /SMTP_URL must be/],
      [{ SMTP_URL: 'smtps://example.com?tls=off' }, /SMTP_URL must be/],
      [{ SMTP_URL: 'smtp://a:secret@example.com?tls=off' }, /SMTP_URL must not/],
    ];
    for (const [changes, fault] of cases) {
      const { of, out } = await checkHere({ ...env, ...changes });
      expect(of('configuration').join()).toMatch(fault);
      expect(out).not.toContain('secret');
    }
  });

  test('check names secrets without their key, an unusable file of keys and a wrong clock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'callboard-check-'));
    const line = 'ab'.repeat(32);
    const key = parseSecretKey(line);
    if (key === undefined) throw new Error('The key is none.');
    const app = await startApp(database, { secretKeys: [key] });
    try {
      const { cookie } = await makeWorkspace(database, 'City Theatre');
      const body = { url: 'https://example.com/hook' };
      await client(app, { cookie }).ok('createWebhook', { body });
      const file = join(folder, 'keys');
      await writeFile(file, line, { mode: 0o600 });
      const env = { DATABASE_URL: database.url };
      const without = await checkHere(env);
      expect(without.of('secrets')).toEqual([
        expect.stringMatching(new RegExp(`^SECRETS_KEY_FILE is not set.*${key.id}.*\\| Set it to`)),
      ]);
      const withKey = await checkHere({ ...env, SECRETS_KEY_FILE: file });
      expect([withKey.of('secrets'), withKey.of('files', 'ok')[0]]).toEqual([
        [],
        expect.stringContaining(`Only its owner reads ${file}.`),
      ]);
      for (const [path, seen] of [
        [
          join(folder, 'none'),
          /\(ENOENT\)\. \| SECRETS_KEY_FILE \| Set it to the path of the file/,
        ],
        [folder, /\(EISDIR\)\. \| SECRETS_KEY_FILE \| Set it to the file, not to its folder/],
      ] as const) {
        const wrong = await checkHere({ ...env, SECRETS_KEY_FILE: path });
        expect(wrong.of('configuration')).toEqual([expect.stringMatching(seen)]);
        expect(wrong.of('files')).toEqual([]);
      }
      const now = Date.now;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
      try {
        const early = await checkHere(env);
        expect(early.of('clock')).toEqual([
          expect.stringMatching(/differ by \d{5} ms\. \| +\| Synchronise both clocks/),
        ]);
      } finally {
        clock.mockRestore();
      }
      expect((await checkHere(env)).of('clock')).toEqual([]);
    } finally {
      await app.close();
      await rm(folder, { recursive: true });
    }
  });

  test('workspace delete wants the exact name, goes on after a kill, and frees the ids', async () => {
    const { owner, cookie } = await makeWorkspace(database, 'Old Stage');
    const { workspaceId } = owner;
    // An import wants hashes of the cost of production.
    await database.knex('users').update({ password_hash: unknownPassword });
    const env = { DATABASE_URL: database.url };
    const text = await run(['export', '-', '--workspace', workspaceId], env);
    const wrong = await run(['workspace', 'delete', workspaceId, '--confirm', 'old stage'], env);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^This deletes .*Old Stage.*: 1 people, [^]*Nothing was deleted/);
    const confirmed = ['workspace', 'delete', 'Old Stage', '--confirm', 'Old Stage'];
    const app = await startApp(database);
    try {
      expect((await client(app, { cookie }).call('getMe')).status).toBe(200);
      const killed = await startProgram(confirmed, env);
      while ((await database.knex('closed_workspaces')).length === 0) await pause(20);
      killed.kill('SIGKILL');
      expect((await client(app, { cookie }).call('getMe')).status).toBe(401);
      const done = await run(confirmed, env);
      expect(done.err).toMatch(/^The deletion of the workspace Old Stage .* has begun/);
      expect(done.out).toMatch(/^Deleted the workspace Old Stage \(wsp_\w+\): \d+ rows in /);
      expect((await run(['import', '-'], env, text.out)).code).toBe(0);
      expect((await client(app, { cookie }).call('getMe')).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('workspace move loses nothing and never serves twice, whenever it is killed', async () => {
    const target = await openTestDatabase(dialect);
    const here = await startApp(database);
    const there = await startApp(target);
    try {
      const person = await makeWorkspace(database, 'Old Stage');
      const { workspaceId } = person.owner;
      const { token } = await addAgent(here, person);
      // An import wants hashes of the cost of production.
      await database.knex('users').update({ password_hash: unknownPassword });
      const env = { DATABASE_URL: database.url, TARGET_DATABASE_URL: target.url };
      const move = ['workspace', 'move', workspaceId];
      const forward = [...move, '--to', there.url];
      const acknowledged: string[] = [];
      let sent = 0;
      const write = async (app: typeof here): Promise<number> => {
        const title = `Action ${(sent += 1)}`;
        const { status } = await client(app, { bearer: token }).send('createAction', {
          body: { title },
        });
        if (status === 201) acknowledged.push(title);
        return status;
      };
      let isOver = false;
      const writing = (async () => {
        for (; !isOver; await pause(10)) await write(here);
      })();
      /** Kills a move at a line of its output, or after some time. Returns what it has said. */
      const killAt = async (moment: string | number): Promise<string> => {
        const child = await startProgram(forward, env);
        const exited = once(child, 'exit');
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (typeof moment === 'string' && said.includes(moment)) child.kill('SIGKILL');
        });
        if (typeof moment === 'number') setTimeout(() => child.kill('SIGKILL'), moment);
        await exited;
        const served = [await write(here), await write(there)];
        expect([moment, served]).not.toEqual([moment, [201, 201]]);
        return said;
      };
      const expectBack = async (): Promise<void> => {
        const { code, err } = await run([...move, '--back'], env);
        expect([code, err]).toEqual([0, expect.stringContaining('Opened here again')]);
        expect([await write(here), await write(there)]).toEqual([201, 401]);
      };

      const port = await freePort();
      for (const [url, why] of [
        [
          `http://127.0.0.1:${port}`,
          /\/readyz does not respond \(ECONNREFUSED\)\. Nothing was changed\./,
        ],
        [`${there.url}/elsewhere`, /\/elsewhere\/readyz is 404, and no response of Callboard\./],
      ] as const) {
        const wrong = await runHere([...move, '--to', url], env);
        expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(why)]);
        expect(await write(here)).toBe(201);
      }

      // Otherwise the move may open the workspace there before its process is killed.
      const [closeTheWay, openTheWay] = notActivated[dialect];
      for (const line of ['Frozen', 'Closed here']) {
        for (const statement of closeTheWay) await target.knex.raw(statement);
        expect(await killAt(line)).toContain(line);
        for (const statement of openTheWay) await target.knex.raw(statement);
        await expectBack();
      }
      expect(await killAt('Copied')).toContain('Copied');
      for (const _ of [1, 2]) await killAt(200 + Math.random() * 600);
      await killAt('Opened there');
      isOver = true;
      await writing;
      const done = await run(forward, env);
      expect([done.code, done.err]).toEqual([0, expect.stringContaining('Opened there')]);
      expect([await write(here), await write(there)]).toEqual([410, 201]);
      const rows: { title: string }[] = await target.knex('actions').select('title');
      const titles = rows.map(({ title }) => title);
      expect(titles.toSorted()).toEqual(acknowledged.toSorted());
    } finally {
      await here.close();
      await there.close();
      await target.close();
    }
  });

  test('commands name a workspace whose deletion has begun, and do not offer it', async () => {
    const app = await startApp(database);
    const [first, second] = [
      await makeWorkspace(database, 'Stage'),
      await makeWorkspace(database, 'Opera'),
    ];
    const { email } = first;
    const [closed, open] = [first.owner.workspaceId, second.owner.workspaceId];
    for (const person of [first, second]) await addAgent(app, person, { name: 'Usher' });
    await addAgent(app, first, { name: 'Rigger' });
    await app.close();
    await database.knex('users').update({ email, password_hash: unknownPassword });
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://calls.example.com' };
    const text = await runHere(['export', '-', '--workspace', closed], env);
    await database
      .knex('closed_workspaces')
      .insert({ workspace_id: closed, closed_at: '2026-01-31T10:00:00.000Z' });
    const sentence = `The workspace ${closed} is being deleted. To go on: callboard workspace delete ${closed}`;
    const here = ['--workspace', closed];
    const setup = ['setup', '--workspace', 'Stage', '--email', email];
    for (const [args, input] of [
      [['token', 'create', '--agent', 'Rigger']],
      [['token', 'create', '--agent', 'Usher', ...here]],
      [['connect', '--agent', 'Rigger']],
      [['connect', '--agent', 'Usher', ...here]],
      [['password', 'reset', '--email', email, ...here]],
      [['password', 'reset', '--email', email, ...here, '--stdin'], 'wrong donkey engine\n'],
      [['agent', 'create', '--name', 'Bo', ...here]],
      [['export', '-', ...here]],
      [setup, 'wrong donkey engine clip\n'],
      [['import', '-'], text.out],
    ] as const) {
      const { code, out, err } = await runHere(args, env, input);
      expect([args, code, out, err]).toEqual([args, 1, '', expect.stringContaining(sentence)]);
    }
    const shown = await runHere(['token', 'create', '--agent', 'Usher', '--json'], env);
    expect(JSON.parse(shown.out)).toMatchObject({ workspace_id: open });
    expect((await runHere(['connect', '--agent', 'Usher'], env)).code).toBe(0);
    const reset = await runHere(['password', 'reset', '--email', email, '--json'], env);
    expect(JSON.parse(reset.out)).toMatchObject({ workspace_id: open });
    const { of } = await checkHere({ DATABASE_URL: database.url });
    expect(of('workspaces')).toEqual([
      expect.stringMatching(
        `^The deletion of the workspace Stage \\(${closed}\\) began at 2026-01-31T10.* \\| Wait if it still runs; otherwise run callboard workspace delete ${closed}\\.$`,
      ),
    ]);
    const server = await serve(env);
    for (let tries = 0; tries < 100 && !/deletion of/.test(server.output()); tries += 1)
      await pause(50);
    await server.stop('SIGTERM');
    expect(server.output()).toMatch(
      new RegExp(`"level":40.*The deletion of the workspace Stage.*workspace delete ${closed}`),
    );
    await database.knex('closed_workspaces').insert({
      workspace_id: open,
      closed_at: '2026-01-31T10:00:00.000Z',
    });
    const none = await runHere(['agent', 'create', '--name', 'Bo'], env);
    expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/is being deleted/) });
  });

  test('setup creates a workspace and its owner once, and the owner can sign in', async () => {
    const env = { DATABASE_URL: database.url };
    const args = ['setup', '--workspace', 'City Theatre', '--email', 'Ada@Example.com', '--json'];
    const made = await run(args, env, 'correct horse battery\n');
    expect(made.err).toBe('');
    expect(JSON.parse(made.out)).toMatchObject({
      workspace: 'City Theatre',
      email: 'ada@example.com',
      workspace_id: expect.stringMatching(/^wsp_/),
    });
    const again = await run(args, env, 'correct horse battery\n');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/^A workspace called City Theatre already has a user/);
    const second = ['setup', '--workspace', 'Second stage', '--email', 'ada@example.com', '--json'];
    const elsewhere = await run(second, env, 'correct horse battery\n');
    expect(elsewhere).toMatchObject({ code: 0, err: '' });
    const { workspace_id } = JSON.parse(elsewhere.out);
    expect(workspace_id).not.toBe(JSON.parse(made.out).workspace_id);
    const others = ['setup', '--workspace', 'Opera', '--email', 'bo@example.com'];
    const both = await Promise.all([1, 2].map(() => run(others, env, 'correct horse battery\n')));
    expect(both.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 1]));
    const [short, long] = [
      await run(args, env, `${'é'.repeat(9)}\n`),
      await run(args, env, `${'é'.repeat(1025)}\n`),
    ];
    expect(short).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/at least 10/) });
    expect(long).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/at most 1024/) });
    const common = await run(args, env, 'City Theatre\n');
    expect(common).toMatchObject({ code: 2, out: '' });
    expect(common.err).toMatch(/too common/);

    const server = await serve(env);
    const signedIn = await exchange(server, 'POST', '/v1/session', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'correct horse battery',
        workspace_id,
      }),
    });
    expect(signedIn.status).toBe(201);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.output()).not.toContain('correct horse battery');
  });

  test('demo fills the database, token create prints a working token, SIGINT exits with 0', async () => {
    const env = { DATABASE_URL: database.url };
    const demo = await run(['demo'], env);
    expect(demo.err).toBe('');
    expect(demo.code).toBe(0);
    expect((await run(['demo'], env)).code).toBe(1);
    const none = await run(['token', 'create', '--agent', 'Nobody'], env);
    expect(none).toMatchObject({ code: 1, out: '' });
    const { out: token } = await run(['token', 'create', '--agent', 'Usher'], env);
    const server = await serve(env);
    const me = await ask(server)
      .get('/v1/me')
      .set({ Authorization: `Bearer ${token.trim()}` });
    expect(JSON.parse(me.text)).toMatchObject({ kind: 'agent', name: 'Usher' });
    expect(await server.stop('SIGINT')).toBe(0);
    expect(server.output()).not.toContain(token.trim());
  });

  test('agent create creates an agent with the rules of the operation', async () => {
    const env = { DATABASE_URL: database.url };
    const [first, second] = [
      await makeWorkspace(database, 'Stage'),
      await makeWorkspace(database, 'Opera'),
    ];
    const create = (...args: string[]) => runHere(['agent', 'create', ...args], env);
    const inFirst = ['--workspace', first.owner.workspaceId];
    const unnamed = await create('--name', 'Usher');
    expect(unnamed).toMatchObject({ code: 1, out: '' });
    expect(unnamed.err).toContain(second.owner.workspaceId);
    const made = await create(
      '--name',
      'Usher',
      ...inFirst,
      '--capabilities',
      'sew,paint',
      '--json',
    );
    expect(made).toMatchObject({ code: 0, err: '' });
    const { id } = JSON.parse(made.out);
    const again = await create('--name', 'Usher', ...inFirst);
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Usher') });
    const wrong = await create('--name', 'Rigger', ...inFirst, '--access-mode', 'king');
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/--access-mode/) });
    const app = await startApp(database);
    try {
      const agent = await client(app, { cookie: first.cookie }).ok('getAgent', { path: { id } });
      expect(agent).toMatchObject({ name: 'Usher', capabilities: ['sew', 'paint'] });
    } finally {
      await app.close();
    }
  });

  test('connect prints what to paste into each client, without a secret', async () => {
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://calls.example.com/' };
    const app = await startApp(database);
    try {
      const { owner, cookie } = await makeWorkspace(database, 'Connected');
      const { agent } = await addAgent(app, { cookie }, { name: "Agent's friend" });
      const command = ['connect', '--agent', agent.name, '--workspace', owner.workspaceId];
      const token = ['token', 'create', '--agent', agent.name, '--workspace', 'Connected'];
      const made = await runHere([...token, '--json'], env);
      expect(JSON.parse(made.out)).toMatchObject({ workspace_id: owner.workspaceId });
      await makeWorkspace(database, 'Doubled');
      await makeWorkspace(database, 'Doubled');
      for (const ambiguous of [
        ['connect', '--agent', agent.name],
        ['password', 'reset', '--email', 'ada@example.com'],
      ]) {
        const { code, err } = await runHere([...ambiguous, '--workspace', 'Doubled'], env);
        expect({ code, err }).toEqual({
          code: 1,
          err: expect.stringMatching(/^Several workspaces are called Doubled\..*wsp_.*, wsp_/),
        });
      }
      const [all, one, unknown, missing] = [
        await runHere(command, env),
        await runHere([...command, '--client', 'codex'], env),
        await runHere([...command, '--client', 'telex'], env),
        await runHere(['connect', '--agent', 'Nobody at all'], env),
      ];
      expect(all).toMatchObject({ code: 0, err: '' });
      expect(all.out).toContain(
        'claude mcp add --transport http callboard https://calls.example.com/mcp',
      );
      expect(all.out).toContain(String.raw`--agent 'Agent'\''s friend'`);
      expect(all.out).not.toContain('cb_');
      expect(one.out).toContain('[mcp_servers.callboard]');
      expect(one.out).not.toContain('claude');
      expect(unknown).toMatchObject({ code: 2, out: '' });
      expect(missing).toMatchObject({ code: 1, out: '' });
    } finally {
      await app.close();
    }
  });

  test('person erase replaces the name of a deactivated person, and export waits for that', async () => {
    const { owner, email } = await makeWorkspace(database, 'Stage of the erased');
    const { knex } = database;
    const inOurs = ['--workspace', owner.workspaceId, '--json'];
    const env = { DATABASE_URL: database.url };
    const erase = (user: string) => runHere(['person', 'erase', '--user', user, ...inOurs], env);
    const key = { workspace_id: owner.workspaceId, id: owner.userId };
    const [active, none] = [await erase(email), await erase('usr_none')];
    expect(active).toMatchObject({ code: 1, err: expect.stringContaining('is active') });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is no person') });
    await knex('users').where(key).update({ deactivated_at: new Date().toISOString() });
    const erasure = { workspace_id: owner.workspaceId, id: 'era_1', user_id: 'usr_other' };
    const far = { texts: '{}', step: 'events', begins_at: '2099-01-01T00:00:00.000Z' };
    await knex('erasures').insert({ ...erasure, ...far });
    const exported = await runHere(['export', '-', '--workspace', owner.workspaceId], env);
    expect(exported).toMatchObject({ code: 1, err: expect.stringContaining('being erased') });
    await knex('erasures').where(erasure).delete();
    for (const user of [email, owner.userId]) {
      const { code, out, err } = await erase(user);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out)).toEqual({
        workspace_id: owner.workspaceId,
        user_id: owner.userId,
        name: 'Former member 1',
      });
    }
    expect(await knex('erasures').where({ workspace_id: owner.workspaceId })).toEqual([]);
  });

  test('person sign-in-link signs an owner in once, also without passwords', async () => {
    const { owner, email } = await makeWorkspace(database, 'Stage of the link');
    const { knex } = database;
    const app = await startApp(database, { passwordSignIn: false });
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://calls.example.com' };
    const command = ['person', 'sign-in-link', '--workspace', owner.workspaceId, '--user'];
    try {
      const made = await runHere([...command, email, '--json'], env);
      const { token, link } = JSON.parse(made.out);
      expect(link).toBe(`https://calls.example.com/app/sign-in-link#${token}`);
      expect(JSON.stringify(await knex('sign_in_links'))).not.toContain(token);
      const api = client(app);
      const attempts = await Promise.all(
        [1, 2].map(() => api.send('useSignInLink', { body: { token } })),
      );
      expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
      await api.fails('useSignInLink', { body: { token } }, 422, 'SIGN_IN_LINK_NOT_VALID');
      await api.fails('useSignInLink', { body: { token: 'cbl_0' } }, 422, 'SIGN_IN_LINK_NOT_VALID');
      const late = JSON.parse((await runHere([...command, owner.userId, '--json'], env)).out);
      await knex('sign_in_links').update({ expires_at: new Date().toISOString() });
      const body = { token: late.token };
      await api.fails('useSignInLink', { body }, 422, 'SIGN_IN_LINK_NOT_VALID');
      expect(app.logs.join('')).not.toContain(token);
      const { workspaceId, userId } = owner;
      const cookie = await openSession(database, { workspaceId, userId });
      const query = { sort: 'created_at', limit: 200 } as const;
      const { items } = await client(app, { cookie }).ok('listAuditEntries', { query });
      const kinds = items.map(({ kind }) => String(kind));
      expect(kinds.filter((kind) => kind.startsWith('user.') || kind.startsWith('ses'))).toEqual([
        'user.sign_in_link_created',
        'session.created',
        'user.sign_in_link_created',
      ]);
      await knex('users').where({ id: owner.userId }).update({ role: 'member' });
      expect(await runHere([...command, email], env)).toMatchObject({
        code: 1,
        err: expect.stringContaining('no active owner'),
      });
    } finally {
      await app.close();
    }
  });

  test('password reset prints a one-time token or sets a password, for one account', async () => {
    const app = await startApp(database);
    const [ours, theirs] = [
      await makeWorkspace(database, 'Stage'),
      await makeWorkspace(database, 'Opera'),
    ];
    const { email, owner } = ours;
    const shared = { workspace_id: theirs.owner.workspaceId };
    await database.knex('users').where(shared).update({ email });
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://calls.example.com' };
    const command = ['password', 'reset', '--email', email.toUpperCase()];
    const inOurs = [...command, '--workspace', owner.workspaceId];
    try {
      const inTheirs = [...command, '--workspace', theirs.owner.workspaceId];
      const isLocal = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: '8080' };
      const [off, local] = [
        await runHere(inTheirs, { ...env, CALLBOARD_CONSOLE: 'off' }),
        await runHere(inTheirs, isLocal),
      ];
      const [several, none, made, shown] = [
        await runHere(command, env),
        await runHere([...command, '--workspace', 'wsp_none'], env),
        await runHere([...inOurs, '--json'], env),
        await runHere(inTheirs, env),
      ];
      for (const { code, out, err } of [several, none]) {
        expect({ code, out }).toEqual({ code: 1, out: '' });
        expect(err).toContain(`${owner.workspaceId} (Stage), ${theirs.owner.workspaceId} (Opera)`);
      }
      expect(made.err).toBe('');
      const reset = JSON.parse(made.out);
      expect(reset).toEqual({
        workspace_id: owner.workspaceId,
        workspace: 'Stage',
        user_id: owner.userId,
        email,
        token: expect.stringMatching(/^cbr_[0-9A-Z]{26}_[0-9a-f]{64}$/),
        link: `https://calls.example.com/app/reset#${reset.token}`,
        url: 'https://calls.example.com/v1/session/password/reset',
        expires_at: expect.any(String),
      });
      expect(shown.out).toMatch(
        /https:\/\/calls\.example\.com\/app\/reset#cbr_[0-9A-Z]{26}_[0-9a-f]{64}$/m,
      );
      expect(shown.out).not.toContain('curl');
      expect(off.out).toContain(reset.url);
      expect(off.out).toMatch(/"token":"cbr_[0-9A-Z]{26}_[0-9a-f]{64}"/);
      expect(off.out).not.toContain('/app/');
      expect(local.out).toMatch(/http:\/\/127\.0\.0\.1:8080\/app\/reset#cbr_/);

      const redeem = { body: { token: reset.token, password: 'wrong donkey engine clip' } };
      await client(app).ok('resetPassword', redeem);
      await client(app).fails('resetPassword', redeem, 422, 'PASSWORD_RESET_NOT_VALID');

      const others = Array.from({ length: 100 }, () => makeWorkspace(database, 'Older'));
      await Promise.all(others);
      const older = database.knex('workspaces').where({ name: 'Older' }).select('id');
      const oldest = { email, created_at: '2026-01-01T00:00:00.000Z' };
      await database.knex('users').whereIn('workspace_id', older).update(oldest);
      const person = await openSession(database, owner);
      const password = 'other donkey engine clip';
      const [common, set] = [
        await runHere([...inOurs, '--stdin'], env, 'qwertyuiop\n'),
        await runHere([...inOurs, '--stdin'], env, `${password}\n`),
      ];
      expect(common).toMatchObject({ code: 2, out: '' });
      expect(set).toMatchObject({ code: 0, err: '', out: expect.stringContaining(email) });
      await client(app, { cookie: person }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app, { cookie: theirs.cookie }).ok('getMe');
      const credentials = { email, password, workspace_id: owner.workspaceId };
      await client(app).ok('createSession', { body: credentials });
      const events = await database
        .knex('events')
        .join('actors', 'actors.id', 'events.actor_id')
        .where({ 'events.workspace_id': owner.workspaceId, 'actors.kind': 'system' })
        .orderBy('position')
        .select('events.kind as event_kind', 'events.*');
      expect(events.map((event) => event.event_kind)).toEqual([
        'user.password_reset_created',
        'user.password_reset',
      ]);
      expect(JSON.stringify(events)).not.toContain(reset.token);

      const gone = { deactivated_at: new Date().toISOString() };
      await database.knex('users').where({ id: owner.userId }).update(gone);
      const refused = await runHere(inOurs, env);
      expect(refused).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/deactivated/),
      });
    } finally {
      await app.close();
    }
  });

  test('serve finishes a running request before it stops', async () => {
    const server = await serve({ DATABASE_URL: database.url });
    const slow = exchange(server, 'POST', '/v1/session', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'unknown@example.com', password: 'takes a while to hash' }),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const code = server.stop('SIGTERM');
    expect((await slow).status).toBe(401);
    expect(await code).toBe(0);
  });
});

testOnPostgres(
  'migrate updates an older Postgres schema, serve does not; both fill an empty database',
  async () => {
    const older = await openTestDatabase('postgres');
    const empty = await openTestDatabase('postgres', 'empty');
    try {
      await rollbackOne(older);
      const refused = await run(['serve'], { DATABASE_URL: older.url, PORT: '0' });
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.err).toMatch(/Run callboard migrate, or callboard serve --migrate/);
      const migrated = await run(['migrate'], { DATABASE_URL: older.url });
      expect(migrated).toMatchObject({ code: 0, err: '' });
      for (const { url } of [older, empty]) {
        const server = await serve({ DATABASE_URL: url });
        expect((await ask(server).get('/readyz')).status).toBe(200);
        expect(await server.stop('SIGTERM')).toBe(0);
      }
    } finally {
      await older.close();
      await empty.close();
    }
  },
);

const hostile =
  'Ada\u001b[2J\u001b]0;owned\u0007\r\nState      active\u0085\u009b31m\u007f\u2028\u202e\u2066\u061cend';

// A line feed ends a line of output.
const controlling = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

test('a line has no characters that control the terminal', () => {
  expect(asLine(hostile)).not.toMatch(controlling);
  expect(asLine(hostile)).not.toContain('\n');
  expect(asLine('Zoë 👩‍👧 東京 "quoted"')).toBe('Zoë 👩‍👧 東京 "quoted"');
});

test('JSON has them as escapes, so its value is the same', () => {
  const text = escapedJson(JSON.stringify({ [hostile]: hostile }, null, 2));
  expect(text).not.toMatch(controlling);
  expect(JSON.parse(text)).toEqual({ [hostile]: hostile });
});

test('a line of the log has none in its strings', () => {
  const value = { msg: `${hostile}\tstack\n  at C:\\u001b`, other: '\\' };
  const line = withoutControls(`${JSON.stringify(value)}\n`);
  const parsed: typeof value = JSON.parse(line);
  expect(parsed.msg.replaceAll('\t', '')).not.toMatch(controlling);
  expect(parsed.msg).toContain('\tstack\n  at C:\\u001b');
  expect(parsed.other).toBe('\\');
});

describe('With hostile names', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let agentName: string;
  let tokenId: string;
  let email: string;
  let workspaces: readonly string[];

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://callboard.example.com' };
    const app = await startApp(database);
    const people = [];
    for (const name of [`Theatre ${hostile}`, `Opera ${hostile}`]) {
      people.push(await makeWorkspace(database, name));
    }
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('There is no person.');
    agentName = `Bo ${hostile}`;
    for (const person of people) {
      // As earlier versions stored names.
      const { agent } = await addAgent(app, person, { name: 'Bo' });
      await database.knex('actors').where({ id: agent.actor_id }).update({ name: agentName });
      const { items } = await client(app, { cookie: person.cookie }).ok('listTokens', {
        path: { id: agent.id },
      });
      tokenId = items[0]?.id ?? '';
      await database
        .knex('tokens')
        .where({ id: tokenId })
        .update({ name: `Token ${hostile}` });
    }
    email = first.email;
    await database.knex('users').where({ email: second.email }).update({ email });
    workspaces = people.map(({ owner }) => owner.workspaceId);
    await app.close();
  });
  afterAll(() => database.close());

  const commands: readonly [string, () => string[], number][] = [
    ['token find', () => ['token', 'find', tokenId], 0],
    ['token find --json', () => ['token', 'find', tokenId, '--json'], 0],
    ['token create', () => ['token', 'create', '--agent', agentName], 1],
    [
      'token create with a faulty name',
      () => ['token', 'create', '--agent', 'x', '--name', hostile],
      2,
    ],
    ['connect', () => ['connect', '--agent', agentName, '--workspace', workspaces[0] ?? ''], 0],
    ['connect without a workspace', () => ['connect', '--agent', agentName], 1],
    ['password reset', () => ['password', 'reset', '--email', email], 1],
    [
      'password reset of a workspace',
      () => ['password', 'reset', '--email', email, '--workspace', workspaces[0] ?? ''],
      0,
    ],
    [
      'password reset --json',
      () => ['password', 'reset', '--email', email, '--workspace', workspaces[0] ?? '', '--json'],
      0,
    ],
    [
      'password reset of nobody',
      () => ['password', 'reset', '--email', 'x@y', '--workspace', hostile],
      1,
    ],
    ['export', () => ['export', '-', '--workspace', workspaces[0] ?? ''], 0],
    ['export of an unknown workspace', () => ['export', '-', '--workspace', hostile], 1],
    ['import of a missing file', () => ['import', hostile], 1],
    ['restore', () => ['restore'], 0],
    ['restore of a missing file', () => ['restore', hostile], 1],
    ['token revoke', () => ['token', 'revoke', tokenId], 0],
    ['an unknown option', () => [`--${hostile}`], 2],
  ];

  test.each(commands)('%s prints nothing that controls the terminal', async (_, args, code) => {
    const printed = await runHere(args(), env);
    expect(printed.code).toBe(code);
    expect(printed.out + printed.err).not.toBe('');
    expect(printed.out).not.toMatch(controlling);
    expect(printed.err).not.toMatch(controlling);
    // No name makes a line of its own.
    expect(`\n${printed.out}${printed.err}`).not.toMatch(/\nState {6}active\u0020\u0020/);
  });
});

const { stderr } = process;

describe('At a prompt', () => {
  let database: TestDatabase;
  let workspaceId: string;
  let email: string;
  const env = () => ({ DATABASE_URL: database.url });
  const atPrompt = (args: readonly string[], typed: string) =>
    runHere(args, env(), typed, { isTerminal: true });
  const everything = async () => ({
    closed: await database.knex('closed_workspaces'),
    users: await database.knex('users').orderBy('id'),
    tokens: await database.knex('tokens').orderBy('id'),
  });
  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    const person = await makeWorkspace(database, `Old\u001b[2J \t Stage`);
    workspaceId = person.owner.workspaceId;
    email = person.email;
  });
  afterAll(() => database.close());

  const commands: readonly [string, () => string[]][] = [
    ['setup', () => ['setup', '--workspace', 'W', '--email', 'ada@example.com']],
    ['password reset', () => ['password', 'reset', '--email', email, '--stdin']],
    ['workspace delete', () => ['workspace', 'delete', workspaceId]],
    ['token find', () => ['token', 'find']],
    ['token revoke', () => ['token', 'revoke']],
  ];
  test.each(commands)('%s ends with a sentence for Ctrl-D and Ctrl-C', async (_, args) => {
    const before = await everything();
    const ended = /^The input ended before the prompt was answered\. Nothing was changed\.$/m;
    for (const [typed, code, sentence] of [
      ['', 1, ended],
      ['\u0004', 1, ended],
      ['half a line\u0003', 130, /^Interrupted\. Nothing was changed\.$/m],
      ['\u0003', 130, /^Interrupted\. Nothing was changed\.$/m],
    ] as const) {
      const { code: actual, out, err } = await atPrompt(args(), typed);
      expect([typed, actual, out]).toEqual([typed, code, '']);
      expect(err).toMatch(sentence);
      expect(err).not.toMatch(/Unexpected|half a line.*half a line/);
      expect(await everything()).toEqual(before);
    }
  });

  test('a secret is not echoed, and a name with control characters is typed as it is shown', async () => {
    const secret = await atPrompt(['token', 'find'], 'cb_secret\n');
    expect(secret).toMatchObject({ code: 2, out: '' });
    expect(secret.err).toContain('Token or public id: ');
    expect(secret.err).not.toContain('cb_secret');
    const wrong = await atPrompt(['workspace', 'delete', workspaceId], 'Old Stage\n');
    expect(wrong).toMatchObject({ code: 1, out: '' });
    const shown = /which is (.*)\. Nothing was deleted/.exec(wrong.err)?.[1] ?? '';
    const right = await atPrompt(['workspace', 'delete', workspaceId], `${shown}\n`);
    expect(right).toMatchObject({ code: 0, out: expect.stringMatching(/^Deleted the workspace/) });
  });
});

describe('Progress', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('progress on a terminal is one line that changes, from the first second on', () => {
    const { lines, end } = printed(true, [0, 999, 1_000, 1_199, 1_200]);
    expect(lines).toEqual(['\r\u001b[Kafter 1 s', '\r\u001b[Kafter 1.2 s', '\r\u001b[K']);
    expect(end).toBe('1.2 s');
    expect(printed(true, [999]).lines).toEqual([]);
  });

  test('progress in a log is a line every ten seconds', () => {
    const { lines, end } = printed(false, [1_000, 9_999, 10_000, 19_999, 20_500]);
    expect(lines).toEqual(['after 10 s\n', 'after 20.5 s\n']);
    expect(end).toBe('20.5 s');
  });

  test('bytes are shown in megabytes of a million', () => {
    expect([0, 49_999, 1_250_001, 2e12].map(megabytes)).toEqual([
      '0.0 MB',
      '0.0 MB',
      '1.3 MB',
      '2000000.0 MB',
    ]);
  });
});

/** Reports at these milliseconds after the start; returns what is printed, and the end. */
function printed(isTerminal: boolean, times: readonly number[]) {
  const before = Object.getOwnPropertyDescriptor(stderr, 'isTTY');
  const lines: string[] = [];
  jest.spyOn(stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
  Object.defineProperty(stderr, 'isTTY', { value: isTerminal, configurable: true });
  try {
    const progress = startProgress();
    for (const time of times) {
      clock.mockReturnValue(5_000 + time);
      progress.report((seconds) => `after ${seconds} s`);
    }
    return { lines, end: progress.end() };
  } finally {
    Object.defineProperty(stderr, 'isTTY', before ?? { value: undefined, configurable: true });
  }
}

describe('check on SQLite', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-check-'));
    file = join(folder, 'callboard.db');
    await runHere(['migrate'], { DATABASE_URL: `sqlite:${file}` });
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });

  const faultsOf = (out: string): CheckResult[] => {
    const { results }: { results: CheckResult[] } = JSON.parse(out);
    return results.filter(({ state }) => state === 'fault');
  };

  test('names a disk without space for a copy of the file', async () => {
    const { bavail, bsize } = await statfs(folder);
    // A hole at the end of the file takes no space.
    await truncate(file, bavail * bsize);
    const { out } = await runHere(['check', '--json'], { DATABASE_URL: `sqlite:${file}` });
    expect(faultsOf(out)).toEqual([
      expect.objectContaining({
        subject: 'disk',
        variable: 'DATABASE_URL',
        seen: expect.stringContaining(`The disk of ${folder} has`),
        advice: expect.stringMatching(/^Free at least \d+ MiB/),
      }),
    ]);
  });

  // Root may do everything, so the command runs as the user that is nobody.
  const asNobody = async (args: readonly string[], path: string) => {
    const child = spawn(process.execPath, [await builtProgram(), ...args], {
      env: { DATABASE_URL: `sqlite:${path}` },
      ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, out, err };
  };

  test('writes nothing into an empty file, nor into one with another journal', async () => {
    await writeFile(file, '');
    const { out } = await runHere(['check', '--json'], { DATABASE_URL: `sqlite:${file}` });
    expect(faultsOf(out)).toContainEqual(
      expect.objectContaining({
        seen: 'The database has no schema.',
        advice: expect.stringContaining('callboard migrate'),
      }),
    );
    expect([readFileSync(file).length, await readdir(folder)]).toEqual([0, ['callboard.db']]);
    await runHere(['migrate'], { DATABASE_URL: `sqlite:${file}` });
    const database = openSqlite(file, {});
    database.pragma('journal_mode = delete');
    database.close();
    const before = readFileSync(file);
    await chmod(file, 0o600);
    const again = await runHere(['check', '--json'], { DATABASE_URL: `sqlite:${file}` });
    expect(faultsOf(again.out)).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(['callboard.db']);
  });

  test('says what to do about a missing folder, a missing file and one without a mode', async () => {
    await chmod(folder, 0o711);
    const below = join(folder, 'below', 'callboard.db');
    for (const [path, seen, advice] of [
      [below, `The folder ${join(folder, 'below')} does not exist.`, /create the folder .*: mkdir/],
      [`${file}-2`, `The file ${file}-2 does not exist.`, /or create one by callboard setup/],
      [join(file, 'x'), `${file} is no folder.`, /Correct the path/],
    ] as const) {
      const { out } = await runHere(['check', '--json'], { DATABASE_URL: `sqlite:${path}` });
      expect(faultsOf(out)).toEqual([
        expect.objectContaining({ seen, advice: expect.stringMatching(advice) }),
      ]);
    }
    await chmod(file, 0);
    const { out } = await asNobody(['check', '--json'], file);
    expect(faultsOf(out)).toContainEqual(
      expect.objectContaining({
        seen: `This user can neither read nor write ${file}.`,
        advice: expect.stringMatching(/chmod u\+rw/),
      }),
    );
    for (const args of [
      ['archive', '--days', '400'],
      ['workspace', 'freeze', 'Stage'],
      ['token', 'create', '--agent', 'A'],
    ]) {
      const { code, err } = await asNobody(args, file);
      expect([args, code, err]).toEqual([
        args,
        1,
        `This user may not read and write ${file}. Run the command as the user of the server, or correct DATABASE_URL.\n`,
      ]);
    }
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0 });
    const hidden = join(closed, 'callboard.db');
    const looked = await asNobody(['check', '--json'], hidden);
    expect(faultsOf(looked.out)).toEqual([
      expect.objectContaining({ seen: `This user cannot look into ${closed} (EACCES).` }),
    ]);
    for (const args of [
      ['backup', join(folder, 'copy')],
      ['export', join(folder, 'copy')],
      ['token', 'create', '--agent', 'A'],
    ]) {
      const { code, err } = await asNobody(args, hidden);
      expect([args, code, err]).toEqual([
        args,
        1,
        expect.stringMatching(/^The user of this process has no permission for .* \(EACCES\)\.\n$/),
      ]);
    }
  });

  test('commands that read a file name a folder and a file that they may not read', async () => {
    const [secret, own] = [join(folder, 'secret'), join(folder, 'own')];
    await writeFile(secret, '', { mode: 0 });
    await mkdir(own, { mode: 0o777 });
    await chmod(own, 0o777);
    for (const command of ['import', 'restore']) {
      for (const [path, sentence] of [
        [folder, `${folder} is a folder. Name a file.\n`],
        [
          secret,
          `The user of this process has no permission for ${secret} or its folder (EACCES).\n`,
        ],
        [join(folder, 'none'), `${folder}/none does not exist.\n`],
        [join(secret, 'x'), `${secret}/x is below a file, which is no folder.\n`],
      ] as const) {
        const { code, err } = await asNobody([command, path], join(own, 'callboard.db'));
        expect([command, code, err]).toEqual([command, 1, sentence]);
      }
    }
    expect(await readdir(own)).toEqual([]);
  });

  test('names a file and a folder that the user cannot write, and writes nothing', async () => {
    await chmod(file, 0o444);
    await chmod(folder, 0o555);
    const { code, out } = await asNobody(['check', '--json'], file);
    expect(code).toBe(1);
    const unwritable = faultsOf(out).filter(({ seen }) => seen.startsWith('This user cannot'));
    expect(unwritable).toEqual(
      [file, folder].map((path) => ({
        subject: 'files',
        state: 'fault',
        variable: 'DATABASE_URL',
        seen: `This user cannot write ${path}.`,
        advice: expect.stringContaining(`chmod u+w ${path}`),
      })),
    );
    expect(out).toContain('The database was not opened');
    expect(await readdir(folder)).toEqual(['callboard.db']);
  });
});

testOnPostgres(
  'check names missing rights, poolers, few connections and read-only servers',
  async () => {
    const database = await openTestDatabase('postgres');
    const role = `limited_${randomBytes(6).toString('hex')}`;
    const { knex, url } = database;
    const name = new URL(url).pathname.slice(1);
    const asRole = new URL(url);
    asRole.username = role;
    asRole.password = 'hidden-password';
    const env = { DATABASE_URL: asRole.href };
    const statement = (sql: string) => knex.raw(sql);
    const found = async (more: Readonly<Record<string, string>> = {}) => {
      const { out } = await runHere(['check', '--json'], { ...env, ...more });
      expect(out).not.toContain('hidden-');
      const { results }: { results: readonly CheckResult[] } = JSON.parse(out);
      return results
        .filter(({ subject, state }) => state === 'fault' && subject !== 'clock')
        .map(({ subject, variable, seen, advice }) => [subject, variable, `${seen} ${advice}`]);
    };
    const proxy = await startProxy(asRole.href, asPooler);
    try {
      await statement(`create role ${role} login password 'hidden-password' connection limit 9`);
      await statement(`grant select on all tables in schema public to ${role}`);
      const limited = new URL(asRole);
      limited.searchParams.set('statement_timeout', '0');
      expect(await found({ DATABASE_URL: limited.href, DATABASE_POOL_SIZE: '9' })).toEqual([
        ['database', 'DATABASE_URL', expect.stringMatching(/fails \(refused\).*Let the role/)],
        ['role', 'DATABASE_URL', expect.stringMatching(/may not read and write action_.*Grant it/)],
        [
          'role',
          'DATABASE_MIGRATE_URL',
          expect.stringContaining(`CREATE ON SCHEMA public TO ${role}`),
        ],
        ['role', 'DATABASE_URL', expect.stringContaining('statement_timeout=0')],
        ['pooler', 'DATABASE_POOL_SIZE', expect.stringMatching(/10 connections.* allows 9\./)],
      ]);
      await statement(`grant all on all tables in schema public to ${role}`);
      await statement(`grant create on schema public to ${role}`);
      expect(await found({ DATABASE_POOL_SIZE: '8' })).toEqual([]);
      const pooled = { DATABASE_POOL_SIZE: '8', DATABASE_POOLER: 'transaction' };
      const behind = { ...pooled, DATABASE_URL: proxy.url };
      expect(await found(behind)).toEqual([
        ['pooler', 'DATABASE_MIGRATE_URL', expect.stringContaining('migrations go through it')],
      ]);
      expect(await found({ ...behind, DATABASE_MIGRATE_URL: asRole.href })).toEqual([]);
      for (const DATABASE_POOLER of ['transaction', 'transaction-prepared']) {
        const without = { ...env, ...pooled, DATABASE_POOLER };
        const { out } = await runHere(['check', '--json'], without);
        expect(out).toContain(
          `No pooler is in front, although DATABASE_POOLER is ${DATABASE_POOLER}. That works`,
        );
        expect(await found(without)).toEqual([]);
      }
      const migrating = async (change: (url: URL) => void) => {
        const changed = new URL(asRole);
        change(changed);
        const { out } = await runHere(['check', '--json'], {
          ...behind,
          DATABASE_MIGRATE_URL: changed.href,
        });
        const { results }: { results: readonly CheckResult[] } = JSON.parse(out);
        return results
          .filter(({ subject }) => subject === 'migrations')
          .map(({ state, variable, seen }) => [state, variable, seen]);
      };
      expect(await migrating(() => undefined)).toEqual([
        ['ok', undefined, expect.stringContaining('is the same database, and its role')],
      ]);
      for (const [change, seen] of [
        [(to: URL) => (to.username = 'nobody'), /cannot be used.*Check DATABASE_MIGRATE_URL/],
        [(to: URL) => (to.port = '1'), /does not respond .*DATABASE_MIGRATE_URL leads to it/],
        [(to: URL) => (to.pathname = '/postgres'), /is another database than that of DATABASE_URL/],
      ] as const) {
        expect(await migrating((to) => void change(to))).toContainEqual([
          'fault',
          'DATABASE_MIGRATE_URL',
          expect.stringMatching(seen),
        ]);
      }
      const { out } = await runHere(['check', '--json'], {
        ...behind,
        DATABASE_MIGRATE_URL: proxy.url,
      });
      expect(out).toContain('"seen": "A pooler is in front of PostgreSQL');
      await statement(`revoke create on schema public from ${role}`);
      expect(await migrating(() => undefined)).toEqual([
        ['fault', 'DATABASE_MIGRATE_URL', expect.stringContaining('may not create tables')],
      ]);
      await statement(`grant create on schema public to ${role}`);
      expect(await found({ DATABASE_URL: proxy.url })).toEqual([
        ['pooler', 'DATABASE_POOLER', expect.stringContaining('A pooler is in front of Postgres.')],
      ]);
      await statement(`alter database ${name} set default_transaction_read_only = on`);
      expect(await found({ DATABASE_POOL_SIZE: '8' })).toEqual([
        ['database', 'DATABASE_URL', expect.stringMatching(/are read-only\. Reset default_trans/)],
      ]);
      // A function of this name makes the server say that it is a standby.
      await statement(
        `create function pg_is_in_recovery() returns boolean language sql as 'select true'`,
      );
      await statement(`alter database ${name} set search_path = public, pg_catalog`);
      expect(await found({ DATABASE_POOL_SIZE: '8' })).toEqual([
        ['database', 'DATABASE_URL', expect.stringMatching(/is a standby\. Set it to the primary/)],
      ]);
    } finally {
      await proxy.close();
      await statement(`drop owned by ${role}`);
      await statement(`drop role ${role}`);
      await database.close();
    }
  },
);

testOnPostgres(
  'messages name the variable of a pooler or of a setting that Postgres refuses',
  async () => {
    const database = await openTestDatabase('postgres');
    const folder = await mkdtemp(join(tmpdir(), 'callboard-urls-'));
    const message = (code: string, text: string): Buffer => {
      const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0M${text}\0\0`);
      const head = Buffer.from([0x45, 0, 0, 0, 0]);
      head.writeUInt32BE(fields.length + 4, 1);
      return Buffer.concat([head, fields, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
    };
    // As PgBouncer: a session has no settings, or Postgres has not prepared a statement.
    let refused: 'settings' | 'statements' = 'settings';
    const proxy = await startProxy(database.url, (bytes) => {
      if (refused === 'settings') {
        return message('08P01', 'unsupported startup parameter: statement_timeout');
      }
      const isParsed = bytes.includes(Buffer.from([0x31, 0, 0, 0, 4]));
      return isParsed ? message('26000', 'prepared statement "x" does not exist') : asPooler(bytes);
    });
    try {
      const env = { DATABASE_URL: proxy.url, DATABASE_POOL_SIZE: '2' };
      const commands = [
        ['workspace', 'freeze', 'wsp_none'],
        ['check', '--json'],
      ];
      for (const [fault, words, pooler] of [
        ['settings', /takes no settings of a session.*statement_timeout/, 'none'],
        ['statements', /does not keep prepared statements/, 'none'],
        ['statements', /does not keep prepared statements/, 'transaction-prepared'],
      ] as const) {
        refused = fault;
        for (const command of commands) {
          const { code, out, err } = await run(command, { ...env, DATABASE_POOLER: pooler });
          expect([fault, command, code, err]).toEqual([fault, command, 1, expect.any(String)]);
          expect(out + err).toMatch(words);
          expect(out + err).toMatch(/DATABASE_POOLER[":,\sa-z]+Set it to transaction/);
          expect(out + err).not.toMatch(/Unexpected error|refused\)/);
        }
      }
      const file = join(folder, 'url');
      const shown = async (query: string, name: string) => {
        const changed = new URL(database.url);
        changed.search = query;
        await writeFile(file, changed.href);
        const value = name.endsWith('_FILE') ? file : changed.href;
        const given = name.startsWith('DATABASE_URL') ? {} : { DATABASE_URL: database.url };
        return run(['migrate'], { ...given, [name]: value });
      };
      for (const [name, query, words] of [
        ['DATABASE_URL', 'statement_timeout=abc', 'cannot be used: statement_timeout must be a '],
        ['DATABASE_URL_FILE', 'lock_timeout=30s', 'cannot be used: lock_timeout must be a number'],
        ['DATABASE_URL_FILE', 'options=-c%20foo=1', 'does not accept.*unrecognized.*"foo"'],
        ['DATABASE_URL', 'options=-c%20work_mem=x', 'does not accept.*invalid value'],
        ['DATABASE_MIGRATE_URL_FILE', 'options=foo', 'does not accept.*'],
      ] as const) {
        const { code, err } = await shown(query, name);
        expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(words))]);
        expect(err).toMatch(new RegExp(`(^|the parameters of )${name}[ .]`));
      }
      await writeFile(file, 'mysql://localhost/x');
      const { results }: { results: readonly CheckResult[] } = JSON.parse(
        (await run(['check', '--json'], { DATABASE_URL_FILE: file })).out,
      );
      expect(results).toContainEqual(
        expect.objectContaining({
          variable: 'DATABASE_URL_FILE',
          seen: expect.stringMatching(/^DATABASE_URL_FILE must name a file with sqlite:PATH/),
        }),
      );
    } finally {
      await proxy.close();
      await rm(folder, { recursive: true });
      await database.close();
    }
  },
);

testOnPostgres(
  'the server warns of a pooler, and of more connections than Postgres allows',
  async () => {
    const database = await openTestDatabase('postgres');
    const name = new URL(database.url).pathname.slice(1);
    const proxy = await startProxy(database.url, asPooler);
    try {
      await database.knex.raw(`alter database ${name} connection limit 20`);
      const warningsOf = async (env: Readonly<Record<string, string>>, last: RegExp) => {
        const server = await serve({ DATABASE_URL: database.url, PORT: '0', ...env });
        for (let tries = 0; tries < 100 && !last.test(server.output()); tries += 1) await pause(50);
        await server.stop('SIGTERM');
        const lines = server
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'));
        return lines
          .map((line): { msg: string; needed?: number } => JSON.parse(line))
          .filter(({ msg }) => /pooler is between|DATABASE_POOL_SIZE/.test(msg));
      };
      expect(await warningsOf({ DATABASE_POOL_SIZE: '20' }, /DATABASE_POOL_SIZE/)).toEqual([
        expect.objectContaining({ needed: 21, available: 20 }),
      ]);
      expect(await warningsOf({ DATABASE_POOL_SIZE: '10' }, /Callboard listens/)).toEqual([]);
      expect(await warningsOf({ DATABASE_URL: proxy.url }, /pooler is between/)).toHaveLength(1);
    } finally {
      await proxy.close();
      await database.close();
    }
  },
);
