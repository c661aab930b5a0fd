import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { demoHints, greeting } from '../../src/cli/serve/greeting';
import type { Config } from '../../src/platform/config';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

const run = promisify(execFile);

describe('the greeting of development', () => {
  let database: TestDatabase;
  let person: Person;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    person = await makeWorkspace(database, 'Stage');
  });
  afterAll(() => database.close());

  /** Starts a server; returns its greeting and the responses to the curl commands in it. */
  async function greeted(settings: Partial<Config>) {
    const app = await startApp(database, { environment: 'development', ...settings });
    const folder = mkdtempSync(join(tmpdir(), 'callboard-greeting-'));
    try {
      const text = (await greeting({ ...partsOf(app), demo: false })).join('\n');
      const curls = text
        .split('\n')
        .filter((line) => line.includes('curl') && !line.includes('TOKEN'))
        .join('\n')
        .replace('YOU@EXAMPLE', person.email)
        .replace('PASSWORD', person.password)
        .replaceAll('curl ', 'curl -sS --fail ');
      const { stdout } = await run('sh', ['-e', '-c', curls], { cwd: folder });
      return { text, output: stdout };
    } finally {
      rmSync(folder, { recursive: true });
      await app.close();
    }
  }

  const partsOf = ({ config, url }: TestApp) => ({
    config,
    database,
    url,
    log: pino({ level: 'silent' }),
  });

  test('says that it serves only this machine, and names the actor of requests without a credential', async () => {
    const { text, output } = await greeted({});
    expect(text).toContain('for this machine alone');
    expect(text).toContain('act as the owner');
    expect(output).toContain('"question_count"');
  });

  test('exports the address and the token to the programs that are started next', async () => {
    const { text } = await greeted({});
    expect(text).toContain('  export TOKEN="$(npm run --silent callboard -- token create');
    const demo = {
      agentName: 'Scribe',
      token: 'cb_secret',
      email: 'ada@example.com',
      password: 'x',
      actionId: 'act_1',
      questionIds: ['qst_1', 'qst_2'],
    } as const;
    const exports = demoHints('http://127.0.0.1:3000', demo).filter((line) =>
      line.includes('export'),
    );
    const program = [...exports, `sh -c 'echo "$URL $TOKEN"'`].join('\n');
    const { stdout } = await run('sh', ['-e', '-c', program]);
    expect(stdout).toBe('http://127.0.0.1:3000 cb_secret\n');
  });

  test.each([
    ['PUBLIC_URL', { publicUrl: 'https://calls.example.com' }],
    ['TRUST_PROXY', { trustedProxies: 1 }],
  ])('says that %s requires a credential, and how to sign in', async (name, settings) => {
    const { text, output } = await greeted(settings);
    expect(text).toContain(`${name} is set, so a request without a credential is refused`);
    expect(text).not.toContain('act as the owner');
    expect(output).toContain('"question_count"');
  });
});
