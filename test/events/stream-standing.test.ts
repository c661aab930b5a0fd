import { randomBytes } from 'node:crypto';
import { streamTimes } from '../../src/features/feed';
import { transact } from '../../src/platform/db/transaction';
import { newId as createId } from '../../src/platform/ids';
import { emit } from '../../src/shared/events';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openStream, type TestStream } from '../support/event-stream';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const PAGES = 60;
const PAGE = 200;

describeOnEachDatabase('A stream that catches up slowly', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let slow: TestStream | undefined;

  beforeAll(async () => {
    app = await startApp(database(), {}, { streamTimes });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    // Its first request emits an event.
    await given.worker.ok('getMe');
  });
  afterEach(() => slow?.close());
  afterAll(() => app.close());

  /** Commits more events than the buffers of a connection have room for. */
  const emitMany = async (): Promise<void> => {
    for (let page = 0; page < PAGES; page += 1) {
      await transact(database(), async (transaction) => {
        const now = new Date().toISOString();
        const { workspaceId, owner: person } = given;
        const newId = (prefix: string): string => createId(prefix, now);
        const source = { transaction, workspaceId, now, newId, actor: person.owner };
        const events = Array.from({ length: PAGE }, (_, index) => ({
          kind: 'project.updated' as const,
          subject: { type: 'project' as const, id: 'prj_x', title: `Event ${index}` },
          summary: 'x'.repeat(500),
        }));
        emit(source, ...events);
        // A transaction without a statement commits nothing.
        await transaction.first((db) => db('workspaces').where({ id: workspaceId }).select('id'));
      });
    }
  };

  const member = async (): Promise<{ cookie: string; userId: string }> => {
    const email = `member-${randomBytes(6).toString('hex')}@example.com`;
    const invitation = await given.person.ok('createInvitation', {
      body: { email, role: 'member' },
    });
    const body = {
      token: invitation.token ?? '',
      name: 'Member',
      password: 'four unrelated words',
    };
    const accepted = await client(app).call('acceptInvitation', { body });
    const [cookie = ''] = accepted.headers['set-cookie'] ?? [];
    const { items } = await given.person.ok('listUsers');
    const userId = items.find((user) => user.email === email)?.id ?? '';
    return { cookie: /=([^;]+)/.exec(cookie)?.[1] ?? '', userId };
  };

  interface Lost {
    readonly by: CredentialShown;
    readonly end: () => Promise<unknown>;
  }
  const path = () => ({ id: given.agent.id });
  const worker = (end: () => Promise<unknown>) => (): Promise<Lost> =>
    Promise.resolve({ by: { bearer: given.token }, end });
  const person = (end: (id: string) => Promise<unknown>) => async (): Promise<Lost> => {
    const { cookie, userId } = await member();
    return { by: { cookie }, end: () => end(userId) };
  };
  const losses: readonly [what: string, lose: () => Promise<Lost>][] = [
    [
      'its token is revoked',
      worker(async () => {
        const { items } = await given.person.ok('listTokens', { path: path() });
        for (const { id } of items) await given.person.ok('revokeToken', { path: { id } });
      }),
    ],
    ['its agent is revoked', worker(() => given.person.ok('revokeAgent', { path: path() }))],
    [
      'its agent gets another access mode',
      worker(() =>
        given.person.ok('updateAgent', { path: path(), body: { access_mode: 'sysadmin' } }),
      ),
    ],
    [
      'its person is deactivated',
      person((id) => given.person.ok('deactivateUser', { path: { id } })),
    ],
    [
      'its person gets another role',
      person((id) => given.person.ok('updateUser', { path: { id }, body: { role: 'owner' } })),
    ],
    [
      'its token expires, which has no event',
      worker(() =>
        transact(database(), (transaction) =>
          transaction.write((db) =>
            db('tokens')
              .where({ workspace_id: given.workspaceId })
              .update({ expires_at: new Date(Date.now() - 1000).toISOString() }),
          ),
        ),
      ),
    ],
  ];

  test.each(losses)('ends at its next page when %s', async (_, lose) => {
    const { by, end } = await lose();
    const after = (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
    await emitMany();
    slow = await openStream(app, by, { after });
    slow.response.pause();
    await end();
    slow.response.resume();
    await slow.ended;
    // It had read a part of the events before, and goes on from where it ends.
    expect(slow.events().length).toBeLessThan(PAGES * PAGE);
    expect(slow.events().every(({ kind }) => kind === 'project.updated')).toBe(true);
  });
});
