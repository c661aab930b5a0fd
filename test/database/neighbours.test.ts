import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { at, insertOneOfEach } from '../support/rows';
import { openSession } from '../../scripts/servers/session';

type Row = Record<string, unknown>;

const searched = [
  ['actions', 'act_1', 'title'],
  ['projects', 'prj_1', 'title'],
  ['orders', 'ord_1', 'name'],
  ['documents', 'doc_1', 'title'],
  ['agent_requests', 'qst_1', 'question'],
  ['agents', 'agt_1', 'capabilities'],
] as const;

describeOnEachDatabase('The search index', (database) => {
  beforeAll(async () => {
    for (const workspace of ['wsp_1', 'wsp_2']) {
      await transact(database(), (transaction) => insertOneOfEach(transaction, workspace));
    }
  });

  /** All entries; on SQLite, which stores the words separately, with whether they have words. */
  const entries = async (): Promise<Row[]> => {
    const { dialect, knex } = database();
    const rows: Row[] = await knex('search_entries').orderBy('sequence');
    if (dialect === 'postgres') return rows;
    const words: { rowid: number }[] = await knex('search_terms').select('rowid');
    const sequences = new Set(words.map(({ rowid }) => rowid));
    return rows.map((row) => ({ ...row, hasWords: sequences.has(Number(row['sequence'])) }));
  };
  const isOf = (row: Row, workspace: string, id: string): boolean =>
    row['workspace_id'] === workspace && row['id'] === id;

  test.each(searched)(
    'changes only the entry of a changed or deleted row of %s',
    async (table, id, column) => {
      const { knex } = database();
      for (const workspace_id of ['wsp_1', 'wsp_2']) {
        const row: Row = await knex(table).where({ workspace_id, id }).first();
        const actor = {
          workspace_id,
          id: `atr_${table}`,
          kind: 'agent',
          name: 'Cy',
          created_at: at,
        };
        if (table === 'agents') await knex('actors').insert(actor);
        const own = table === 'agents' ? { actor_id: actor.id } : {};
        const keys = table === 'actions' ? { source_key: null } : {};
        await knex(table).insert({ ...row, ...own, ...keys, id: 'copy_1' });
      }
      const before = await entries();
      expect(before.filter((row) => row['id'] === 'copy_1')).toHaveLength(2);

      const key = { workspace_id: 'wsp_1', id: 'copy_1' };
      await knex(table)
        .where(key)
        .update({ [column]: column === 'capabilities' ? '["mend"]' : 'Changed' });
      const changed = await entries();
      const others = (rows: Row[]): Row[] => rows.filter((row) => !isOf(row, 'wsp_1', 'copy_1'));
      expect(others(changed)).toEqual(others(before));
      expect(changed).not.toEqual(before);

      await knex(table).where(key).delete();
      expect(await entries()).toEqual(others(before));
      await knex(table).where({ id: 'copy_1' }).delete();
      expect(await entries()).toEqual(before.filter((row) => row['id'] !== 'copy_1'));
    },
  );

  test('changes the entry of a renamed agent, and none for a renamed person', async () => {
    const { knex } = database();
    const before = await entries();
    await knex('actors').where({ workspace_id: 'wsp_1', id: 'atr_2' }).update({ name: 'Dee' });
    const changed = (await entries()).filter((row, index) => {
      const { title } = before[index] ?? {};
      return row['title'] !== title;
    });
    expect(changed).toMatchObject([{ workspace_id: 'wsp_1', id: 'agt_1', title: 'Dee' }]);
    const now = await entries();
    await knex('actors').where({ workspace_id: 'wsp_1', id: 'atr_1' }).update({ name: 'Eve' });
    expect(await entries()).toEqual(now);
  });
});

describeOnEachDatabase('Ending or deleting one record', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAction = () =>
    given.person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });

  test('a deleted link does not affect other links', async () => {
    const { id } = await anAction();
    const add = (title: string) =>
      given.person.ok('createLink', {
        body: { action_id: id, url: `https://x.example/${title}`, title },
      });
    const [first, second] = [await add('One'), await add('Two')];
    await given.person.ok('deleteLink', { path: { id: first.id } });
    const { items } = await given.person.ok('listLinks', { query: { action_id: id } });
    expect(items.map((link) => link.id)).toEqual([second.id]);
  });

  test('a removed blocker affects neither other blockers nor other actions', async () => {
    const [one, two, first, second] = [
      await anAction(),
      await anAction(),
      await anAction(),
      await anAction(),
    ];
    for (const action of [one, two]) {
      for (const blocker of [first, second]) {
        const path = { id: action.id, blocker_id: blocker.id };
        await given.person.ok('addBlocker', { path });
      }
    }
    await given.person.ok('removeBlocker', { path: { id: one.id, blocker_id: first.id } });
    const blockedBy = async (id: string) =>
      (await given.person.ok('getAction', { path: { id } })).blocked_by;
    expect(await blockedBy(one.id)).toEqual([second.id]);
    expect(await blockedBy(two.id)).toEqual([first.id, second.id]);
  });

  test('an ended session does not affect other sessions of the person', async () => {
    const [one, two] = [
      client(app, { cookie: await openSession(database(), given.owner.owner) }),
      client(app, { cookie: await openSession(database(), given.owner.owner) }),
    ];
    await one.ok('deleteSession');
    expect([(await one.send('getMe')).status, (await two.send('getMe')).status]).toEqual([
      401, 200,
    ]);
  });

  test('a revoked token does not affect other tokens, nor a revoked agent those of other agents', async () => {
    const other = await addAgent(app, given.owner);
    const [one, two] = [
      await addToken(app, given.owner, other.agent.id, ['read']),
      await addToken(app, given.owner, other.agent.id, ['read']),
    ];
    const statuses = (...tokens: string[]) =>
      Promise.all(
        tokens.map(async (bearer) => (await client(app, { bearer }).send('getMe')).status),
      );
    const { items } = await given.person.ok('listTokens', { path: { id: other.agent.id } });
    const [newest] = items.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    await given.person.ok('revokeToken', { path: { id: newest?.id ?? '' } });
    expect(await statuses(other.token, one, two, given.token)).toEqual([200, 200, 401, 200]);
    await given.person.ok('revokeAgent', { path: { id: other.agent.id } });
    expect(await statuses(other.token, one, given.token)).toEqual([401, 401, 200]);
  });

  test('a revoked invitation does not affect other invitations', async () => {
    const invite = (email: string) =>
      given.person.ok('createInvitation', { body: { email, role: 'member' } });
    const [first, second, third] = [
      await invite('one@example.com'),
      await invite('two@example.com'),
      await invite('three@example.com'),
    ];
    const open = async () => {
      const { items } = await given.person.ok('listInvitations');
      return items.map(({ id }) => id).toSorted();
    };
    await given.person.ok('revokeInvitation', { path: { id: first.invitation.id } });
    expect(await open()).toEqual([second.invitation.id, third.invitation.id]);
    const again = await invite('two@example.com');
    expect(await open()).toEqual([third.invitation.id, again.invitation.id]);
  });

  test('a deactivated person does not affect the sessions of others', async () => {
    const member = { id: 'usr_other', actor_id: 'atr_other' };
    const { workspaceId } = given;
    await transact(database(), async (transaction) => {
      const key = { workspace_id: workspaceId, created_at: at };
      await insertRows(transaction, 'actors', [
        { ...key, id: member.actor_id, kind: 'user', name: 'Other' },
      ]);
      await insertRows(transaction, 'users', [
        {
          ...key,
          ...member,
          email: 'other@example.com',
          role: 'member',
          password_hash: 'x',
          updated_at: at,
        },
      ]);
    });
    const cookie = await openSession(database(), { workspaceId, userId: member.id });
    const api = client(app, { cookie });
    await api.ok('getMe');
    await given.person.ok('deactivateUser', { path: { id: member.id } });
    expect((await api.send('getMe')).status).toBe(401);
    await given.person.ok('getMe');
  });

  test('expired questions do not affect later ones and their actions', async () => {
    const expires_at = addMilliseconds(new Date().toISOString(), DAY);
    const ask = async () => {
      const action = await given.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id },
      });
      const question = await given.worker.ok('createQuestion', {
        body: {
          question: 'Which?',
          on_answer: 'Do it',
          action_id: action.id,
          expires_at,
          on_timeout: 'dismiss',
        },
      });
      return { action: action.id, question: question.id };
    };
    const [due, later] = [await ask(), await ask()];
    await database()
      .knex('agent_requests')
      .where({ id: due.question })
      .update({ expires_at: addMilliseconds(new Date().toISOString(), -1000) });
    const seen = async ({ action, question }: typeof due) => [
      (await given.person.ok('getQuestion', { path: { id: question } })).state,
      (await given.person.ok('getAction', { path: { id: action } })).status,
    ];
    expect(await seen(due)).toEqual(['dismissed', 'ready']);
    expect(await seen(later)).toEqual(['open', 'waiting']);
  });
});
