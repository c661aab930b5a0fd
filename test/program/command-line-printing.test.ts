import { asLine, escapedJson, withoutControls } from '../../src/platform/control-characters';
import { addAgent, makeWorkspace, startApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { run } from '../support/program';

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
      const { agent } = await addAgent(app, person, { name: agentName });
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
      1,
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
    const printed = await run(args(), env);
    expect(printed.code).toBe(code);
    expect(printed.out + printed.err).not.toBe('');
    expect(printed.out).not.toMatch(controlling);
    expect(printed.err).not.toMatch(controlling);
    // No name makes a line of its own.
    expect(`\n${printed.out}${printed.err}`).not.toMatch(/\nState {6}active\u0020\u0020/);
  });
});
