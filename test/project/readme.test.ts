import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { variables } from '../../src/platform/config';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import {
  addAgent,
  type AgentWithToken,
  makeWorkspace,
  type Person,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

const root = join(__dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const guide = readFileSync(join(root, 'docs', 'operate.md'), 'utf8');

test('docs/operate.md has the default and the meaning of every variable', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\| (.*?) *\|$/gm)];
  expect(rows.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))).toEqual(
    variables.map(({ name, fallback, meaning }) => ({
      name,
      fallback: fallback === '' ? '' : `\`${fallback}\``,
      meaning,
    })),
  );
});

describe('a sample of the README', () => {
  let folder: string;
  let database: TestDatabase;
  let app: TestApp;
  let person: Person;
  let scribe: AgentWithToken;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'callboard-readme-'));
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    person = await makeWorkspace(database, 'Stage');
    scribe = await addAgent(app, person, { name: 'Scribe' });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test('for curl runs', async () => {
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail\n');
    writeFileSync(
      join(folder, 'cookies.txt'),
      `127.0.0.1\tFALSE\t/\tTRUE\t0\t${sessionCookieNames.secure}\t${person.cookie}\n`,
    );
    const { code, err } = await run('sh', ['-e', '-c', sample('sh', 'curl')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const questions = await client(app, { cookie: person.cookie }).ok('listQuestions');
    expect(questions.items).toEqual([expect.objectContaining({ question: 'Which logo?' })]);
  });

  describe('for TypeScript', () => {
    const tsx = join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs');

    beforeAll(() => {
      writeFileSync(join(folder, 'sample.mts'), sample('ts', 'callboard-client'));
      const tsconfig = {
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2023',
          lib: ['es2023', 'dom', 'dom.iterable'],
          module: 'node16',
          skipLibCheck: true,
          typeRoots: [join(root, 'node_modules', '@types')],
          types: ['node'],
          paths: { 'callboard-client': [join(root, 'src', 'client', 'index.ts')] },
        },
        files: ['sample.mts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    });

    test('compiles', async () => {
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const { code, out } = await run(process.execPath, [tsc, '-p', folder]);
      expect({ code, out }).toEqual({ code: 0, out: '' });
    });

    test('runs', async () => {
      const as = client(app, { bearer: scribe.token });
      const { id } = await as.ok('createAction', { body: { title: 'Fold', status: 'ready' } });
      const { code, out, err } = await run(process.execPath, ['--import', tsx, 'sample.mts']);
      expect({ code, out, err }).toEqual({
        code: 0,
        out: 'Scribe has nothing left to do.\n',
        err: '',
      });
      const { status } = await as.ok('getAction', { path: { id } });
      expect(status).toBe('done');
    });

    test('sends no request without a token', async () => {
      const args = ['--import', tsx, 'sample.mts'];
      const { code, out, err } = await run(process.execPath, args, { TOKEN: '' });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('createClient needs exactly one of `token`');
    });
  });

  /** Runs a command in the folder of the samples to its end, with their environment variables. */
  async function run(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const { PATH = '' } = process.env;
    const known = { PATH, HOME: folder, CURL_HOME: folder, URL: app.url, TOKEN: scribe.token };
    const env = { ...known, ...more };
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, out, err };
  }
});

/** The README's code block in that language that contains the text. */
function sample(language: string, mentions: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.find(([, tag, code]) => tag === language && code?.includes(mentions));
  if (found?.[2] === undefined) throw new Error(`The README has no ${language} with ${mentions}.`);
  return found[2];
}
