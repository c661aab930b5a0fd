import { checkPayload } from '../../src/features/actions/action-rules';
import { checkBlockerCount, Dependencies } from '../../src/features/actions/blockers/blocker-rules';
import { findAccounts, findEveryAccount } from '../../src/features/auth/accounts/user-store';
import { createHashQueue } from '../../src/features/auth/passwords/password-hash';
import { rememberDevice } from '../../src/features/auth/sign-in/session-start';
import { contentText } from '../../src/features/documents/document-rules';
import { toHit } from '../../src/features/search/search-store';
import { TextTruncator } from '../../src/features/views/context/context-fitting';
import { previewOf } from '../../src/features/views/preview-store';
import { loadConfig } from '../../src/platform/config';
import { createReader } from '../../src/platform/db/reader';
import { readDeviceTokens } from '../../src/platform/http/cookies';
import { checkStorableValues, isDeeperThan } from '../../src/platform/http/requests/json-body';
import { Problem } from '../../src/platform/problems';
import { truncate } from '../../src/platform/text-length';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { nested } from '../../scripts/fuzz/json-values';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';
import { oldestFirst, type Order, rowsInOrder } from '../support/ordered-rows';

const kibibyte = 1024;

/** A JSON text of exactly that many bytes, with characters of two bytes. */
const jsonOf = (bytes: number): string => `é${'x'.repeat(bytes - 4)}`;
const waitedFor = (pairs: number) =>
  Array.from({ length: pairs }, (_, n) => ({
    id: `act_${n}`,
    position: null,
    created_at: '',
    sequence_id: null,
    blocker_id: `act_${n + 1}`,
  }));
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

/** Checks that refuse values beyond a limit: the check, its limit and the error code. */
const refusals: readonly (readonly [string, (size: number) => unknown, number, string])[] = [
  ['blockers of an action', (size) => checkBlockerCount(size - 1), 50, 'TOO_MANY_IDS'],
  [
    'dependencies of a blocker',
    (size) => new Dependencies(waitedFor(size)).cycleWith('act_x', 'act_0'),
    10_000,
    'TOO_MANY_IDS',
  ],
  ['input_payload', (size) => checkPayload(jsonOf(size)), 64 * kibibyte, 'PAYLOAD_TOO_LARGE'],
  ['content', (size) => contentText(jsonOf(size)), kibibyte ** 2, 'PAYLOAD_TOO_LARGE'],
  [
    'levels of stored JSON',
    (size) => checkStorableValues('body', nested(size)),
    100,
    'VALIDATION_FAILED',
  ],
];

/** Functions that shorten texts, with the longest text that they do not change. */
const cuts: readonly (readonly [string, (text: string) => unknown, number])[] = [
  ['a text of a context', (text) => new TextTruncator().text(text, ''), 16 * kibibyte],
  ['a preview', (text) => previewOf(text, 280).text, 280],
  ['a title in a summary', truncate, 200],
  [
    'the title of a hit',
    (title) => toHit({ type: 'action', id: 'act_1', title, body: '[]' }, []).title,
    500,
  ],
];

/** Settings that are whole numbers: the least and the most. */
const settings: readonly (readonly [string, number, number])[] = [
  ['PORT', 0, 65_535],
  ['DATABASE_POOL_SIZE', 1, 500],
  ['TRUST_PROXY', 0, 10],
  ['WORKING_WINDOW_SECONDS', 1, 31_536_000],
  ['STALLED_WINDOW_SECONDS', 1, 31_536_000],
  ['SESSION_DAYS', 1, 3650],
  ['EVENT_DAYS', 7, 36_500],
  ['STORED_BYTES', 0, Number.MAX_SAFE_INTEGER],
  ['RATE_LIMIT_PER_MINUTE', 0, 1_000_000],
  ['SHUTDOWN_DELAY_SECONDS', 0, 3600],
  ['SHUTDOWN_SECONDS', 0, 3600],
];

describe('A limit of the code', () => {
  test.each(settings)('%s is a whole number from %d to %d', (name, least, most) => {
    const problemOf = (value: number): string => {
      try {
        loadConfig({ [name]: String(value) });
        return 'none';
      } catch (error) {
        return String(error);
      }
    };
    const refused = `Error: ${name} must be a whole number from ${least} to ${most}.`;
    expect([least - 1, least, most, most + 1].map(problemOf)).toEqual([
      refused,
      'none',
      'none',
      refused,
    ]);
  });

  test.each(refusals)('%s: the limit is accepted, one more is refused', (_, check, limit, code) => {
    const codes = [limit - 1, limit, limit + 1].map((size) => codeOf(() => check(size)));
    expect(codes).toEqual(['none', 'none', code]);
  });

  test.each(cuts)('%s: unchanged at the limit, shortened beyond it', (_, cut, limit) => {
    const whole = 'x'.repeat(limit);
    expect(cut(whole)).toBe(whole);
    const beyond = String(cut(`${whole}y`));
    expect(beyond.startsWith(whole)).toBe(true);
    expect(beyond).not.toBe(`${whole}y`);
  });

  test('a value of a context is left out beyond 16 KiB of JSON', () => {
    const values = [0, 1].map((more) => [`${'x'.repeat(16 * kibibyte - 4)}${'y'.repeat(more)}`]);
    expect(values.map((value) => new TextTruncator().json(value, ''))).toEqual([values[0], null]);
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('the levels of %s in bytes', (begin, end) => {
    const isDeep = (depth: number): boolean =>
      isDeeperThan(100, Buffer.from(`${begin.repeat(depth)}1${end.repeat(depth)}`));
    expect([99, 100, 101].map(isDeep)).toEqual([false, false, true]);
    // Each closed level allows another.
    const beside = `[${`${begin.repeat(99)}1${end.repeat(99)},`.repeat(3)}1]`;
    expect(isDeeperThan(100, Buffer.from(beside))).toBe(false);
  });

  test('at most four requests of one source hash at once, and 200 wait', async () => {
    const queue = createHashQueue();
    const ends: (() => void)[] = [];
    const hash = () => queue('x', () => new Promise<void>((resolve) => ends.push(resolve)));
    const taken = Array.from({ length: 204 }, hash);
    expect(ends).toHaveLength(4);
    await expect(hash()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Another source has its own queue.
    let other = false;
    await queue('y', async () => {
      other = true;
    });
    expect(other).toBe(true);
    for (let done = 0; done < 204; done += 1) {
      ends.shift()?.();
      await taken[done];
      // The next one starts in the following microtasks.
      await Promise.resolve();
    }
    await queue('x', async () => undefined);
  });

  test('five accounts remember a browser, which sends at most ten tokens', () => {
    const account = { id: 'usr_1', workspace_id: 'wsp_1', password_hash: 'x' };
    const tokens = Array.from({ length: 11 }, (_, n) => String(n).padStart(65, 'x'));
    expect(rememberDevice(tokens, account).slice(1)).toEqual(tokens.slice(0, 4));
    const cookie = `callboard_device=${tokens.join('.')}`;
    const request: Parameters<typeof readDeviceTokens>[0] = Object.create(null, {
      headers: { value: { cookie } },
    });
    expect(readDeviceTokens(request)).toEqual(tokens.slice(0, 10));
  });
});

describeOnEachDatabase('A limit of the service', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  test('an action has fifty blockers and no more', async () => {
    const add = async (): Promise<string> =>
      (await given.person.ok('createAction', { body: { title: 'Sew' } })).id;
    const waiting = await add();
    const blockers = await Promise.all(Array.from({ length: 51 }, add));
    const block = (blocker_id: string) =>
      given.person.send('addBlocker', { path: { id: waiting, blocker_id } });
    for (const id of blockers.slice(0, 50)) expect((await block(id)).status).toBe(200);
    const { status, body } = await block(blockers[50] ?? '');
    expect([status, body]).toMatchObject([422, { code: 'TOO_MANY_IDS', details: { limit: 50 } }]);
    // An existing blocker does not count again.
    expect((await block(blockers[0] ?? '')).status).toBe(200);
  });

  test.each([
    ['createAction', 'input_payload', 64],
    ['createDocument', 'content', 1024],
  ] as const)('%s takes %s of %d KiB, and not a byte more', async (operation, field, limit) => {
    const statuses = [];
    for (const bytes of [limit * kibibyte, limit * kibibyte + 1]) {
      const value = field === 'content' ? jsonOf(bytes) : { x: jsonOf(bytes - 6) };
      const body = { title: 'x', [field]: value };
      statuses.push((await given.person.send(operation, { body })).status);
    }
    expect(statuses).toEqual([201, 413]);
  });

  test('a body has at most a hundred levels, and is stored unchanged', async () => {
    const store = (levels: number) =>
      given.person.send('createDocument', { body: { title: 'x', content: nested(levels) } });
    // The body is the first level.
    expect([(await store(99)).status, (await store(100)).status]).toEqual([201, 400]);
  });

  test('twenty validation errors are reported', async () => {
    const body = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`field_${n}`, n]));
    const { issues } = await given.person.fails('createAgent', { body }, 400, 'VALIDATION_FAILED');
    expect(issues).toHaveLength(20);
  });

  test('at most a thousand actions are checked for the withheld counts of an agent', async () => {
    const { person, worker, agent, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const body = { title: 'Sew', status: 'ready' as const, assigned_agent_id: agent.id };
    const { id } = await person.ok('createAction', { body });
    const defer_until = addMilliseconds(new Date().toISOString(), DAY);
    await knex('actions').where({ workspace_id: workspaceId }).update({ defer_until });
    const action = await knex('actions').where({ workspace_id: workspaceId, id }).first();
    const copies = Array.from({ length: 1000 }, (_, n) => ({ ...action, id: nth('act', n) }));
    const withheld = async () =>
      (await worker.ok('claimNextAction', { path: { id: agent.id }, body: {} })).withheld.deferred;
    await knex.batchInsert('actions', copies.slice(1), 100);
    expect(await withheld()).toBe(1000);
    await knex('actions').insert(copies[0]);
    expect(await withheld()).toBe(1000);
  });

  test('links that the plan hides are counted up to 10,000', async () => {
    const { person, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const ofWorkspace = { workspace_id: workspaceId };
    const { id: action_id } = await person.ok('createAction', { body: { title: 'Sewn' } });
    const body = { url: 'https://example.com/', action_id };
    const { id } = await person.ok('createLink', { body });
    const ended = {
      status: 'done',
      completed_at: addMilliseconds(new Date().toISOString(), -31 * DAY),
    };
    await knex('actions').where(ofWorkspace).update(ended);
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const link = await knex('links')
      .where({ ...ofWorkspace, id })
      .first();
    const copies = Array.from({ length: 10_000 }, (_, n) => ({ ...link, id: nth('lnk', n) }));
    const hidden = async () => (await person.ok('listLinks')).hidden_count;
    await knex.batchInsert('links', copies.slice(1), 400);
    expect(await hidden()).toBe(10_000);
    await knex('links').insert(copies[0]);
    expect(await hidden()).toBe(10_000);
  });

  test('only the hundred oldest accounts of an address are checked at sign-in', async () => {
    const { owner, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const key = { workspace_id: workspaceId };
    const [workspace, actor, user] = await Promise.all([
      knex('workspaces').where({ id: workspaceId }).first(),
      knex('actors')
        .where({ ...key, id: owner.owner.id })
        .first(),
      knex('users').where(key).first(),
    ]);
    const email = 'everywhere@example.com';
    const order: Order = { terms: [oldestFirst('created_at')], tie: 'id' };
    const users = rowsInOrder('usr', 101, order).map((row) => {
      const workspace_id = row.id.replace('usr', 'wsp');
      return { ...user, ...row, email, workspace_id };
    });
    const ids = users.map(({ workspace_id: id }) => id);
    const add = (table: string, rows: readonly object[]) =>
      knex.batchInsert(table, [...rows].toReversed(), 50);
    await add(
      'workspaces',
      ids.map((id) => ({ ...workspace, id })),
    );
    await add(
      'actors',
      ids.map((workspace_id) => ({ ...actor, workspace_id })),
    );
    await add('users', users);
    for (const find of [findAccounts, findEveryAccount]) {
      const found = await find(createReader(database()), email);
      expect(found.map(({ id }) => id)).toEqual(users.slice(0, 100).map(({ id }) => id));
    }
  });
});
