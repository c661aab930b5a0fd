import type { OperationId } from '../../src/platform/operation';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type RawInput } from '../../scripts/requests/client';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import type { TestDatabase } from '../../scripts/databases/test-database';
import {
  createRecordOfEachKind,
  twoWorkspaces,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import {
  bodyOf,
  factsOf,
  forAgents,
  forPeople,
  forReviewers,
  forSysadmins,
  operationIds,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';

const guarded = operationIds.filter((id) => factsOf(id).security.length > 0);
const aboutOne = guarded.filter((id) => factsOf(id).path.includes('{id}'));
const reads = guarded.filter((id) => factsOf(id).method === 'get');

const comparedTables = [
  'actions',
  'labels',
  'action_blockers',
  'notes',
  'projects',
  'domains',
  'orders',
  'checkins',
  'agent_requests',
  'documents',
  'document_revisions',
  'links',
  'events',
  'agent_news',
  'agent_news_reads',
  'tokens',
  'users',
  'invitations',
  'password_resets',
  'webhooks',
  'webhook_deliveries',
];

/** The key columns of the tables without an id. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  action_blockers: ['action_id', 'blocker_id'],
  agent_news: ['agent_actor_id', 'position'],
  agent_news_reads: ['agent_actor_id'],
};

const notForWorkers = guarded.filter((id) => forSysadmins(id) || forReviewers(id));

/** The service on the database with two workspaces, and a sysadmin of the first. */
function workspacesOn(database: () => TestDatabase) {
  let app: TestApp;
  let both: { readonly ours: GivenWorkspace; readonly theirs: GivenWorkspace };
  let sysadmin: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    both = await twoWorkspaces(app, database());
    const { token } = await addAgent(app, both.ours.owner, {
      access_mode: 'sysadmin',
      can_review: true,
    });
    sysadmin = client(app, { bearer: token });
  });
  afterAll(() => app.close());
  return { app: () => app, both: () => both, sysadmin: () => sysadmin };
}

// These requests end before a handler. test/http/every-operation.test.ts tries the scopes.
describeOnDatabase('sqlite', 'Isolation', (database) => {
  const { app, both, sysadmin } = workspacesOn(database);

  describe('without a credential', () => {
    test.each(guarded)('%s is 401', async (id) => {
      await client(app()).fails(
        id,
        { path: { id: 'x' }, body: bodyOf(id) },
        401,
        'UNAUTHENTICATED',
      );
    });
  });

  describe('the wrong kind of caller', () => {
    const peopleOnly = guarded.filter((id) => !forAgents(id));
    const agentsOnly = guarded.filter((id) => !forPeople(id));

    test('applies to operations of both kinds', () => {
      expect(peopleOnly).toContain('createToken');
      expect(agentsOnly).toContain('createCheckin');
    });

    test.each(peopleOnly)('%s is 403 for an agent', async (id) => {
      const input = { path: { id: 'x' }, body: bodyOf(id) };
      for (const agent of [both().ours.worker, sysadmin()])
        await agent.fails(id, input, 403, 'WRONG_ACTOR');
    });

    test.each(agentsOnly)('%s is 403 for a person', async (id) => {
      const input = { path: { id: 'x' }, body: bodyOf(id) };
      await both().ours.person.fails(id, input, 403, 'WRONG_ACTOR');
    });
  });

  describe('missing rights of a token', () => {
    test.each(notForWorkers)('%s is 403 for a worker', async (id) => {
      const input = { path: { id: 'x' }, body: bodyOf(id) };
      await both().ours.worker.fails(id, input, 403, 'FORBIDDEN');
    });
  });
});

describeOnEachDatabase('Isolation', (database) => {
  const workspaces = workspacesOn(database);
  let ours: GivenWorkspace;
  let theirs: GivenWorkspace;
  let our: RecordIds;
  let their: RecordIds;
  let sysadmin: ApiClient;

  beforeAll(() => {
    ({ ours, theirs } = workspaces.both());
    sysadmin = workspaces.sysadmin();
  });

  describe('another workspace', () => {
    let before: unknown;

    beforeAll(async () => {
      [our, their] = await Promise.all([
        createRecordOfEachKind(ours, 'of ours'),
        createRecordOfEachKind(theirs, 'of theirs'),
      ]);
      before = await rowsOf(database(), theirs);
    });

    test.each(aboutOne)('%s responds alike for its resources and absent ones', async (id) => {
      const theirId = their[recordKindOf(id)];
      const absentId = `${theirId.slice(0, -6)}ABSENT`;
      const callers = [
        ...(forPeople(id) ? [ours.person] : []),
        ...(forAgents(id) ? [sysadmin] : []),
        ...(forAgents(id) && !notForWorkers.includes(id) ? [ours.worker] : []),
      ];
      for (const caller of callers) {
        const inputOf = (resourceId: string): RawInput => ({
          path: { id: resourceId },
          body: bodyOf(id),
        });
        const foreign = await caller.fails(id, inputOf(theirId), 404, 'NOT_FOUND');
        const absent = await caller.fails(id, inputOf(absentId), 404, 'NOT_FOUND');
        expect(JSON.stringify(foreign).replaceAll(theirId, 'ID')).toBe(
          JSON.stringify(absent).replaceAll(absentId, 'ID'),
        );
      }
    });

    test.each(reads)('%s shows none of its resources', async (id) => {
      const path = {
        ...(factsOf(id).path.includes('{id}') ? { id: our[recordKindOf(id)] } : {}),
        ...(factsOf(id).path.includes('{delivery_id}') ? { delivery_id: our.delivery } : {}),
      };
      const callers = [
        ...(forPeople(id) ? [ours.person] : []),
        ...(forAgents(id) ? [ours.worker, sysadmin] : []),
      ];
      for (const caller of callers) {
        const subject = id === 'listEarlierTexts' ? { subject_id: our.action } : {};
        const query = { ...queryOf(id), ...subject };
        const { status, body } = await caller.send(id, { path, query });
        const text = JSON.stringify(body);
        expect([id, status]).toEqual([id, 200]);
        expect(text).not.toContain('of theirs');
        for (const foreign of [
          theirs.workspaceId,
          theirs.owner.owner.id,
          ...Object.values(their),
        ]) {
          expect(text).not.toContain(foreign);
        }
      }
    });

    test.each([
      'listActions',
      'listProjects',
      'listDomains',
      'listOrders',
      'listQuestions',
      'listProposals',
      'listAgents',
      'listDocuments',
      'listUsers',
      'listInvitations',
      'listLinks',
      'listSavedViews',
    ] as const)('%s shows what is ours', async (id) => {
      const { body } = await ours.person.send(id);
      expect(JSON.stringify(body)).toContain(our[recordKindOf(id)]);
    });

    test('is not searched', async () => {
      const found = await ours.person.ok('listActions', { query: { q: 'of theirs' } });
      expect(found?.items).toEqual([]);
      const hits = await ours.person.ok('searchWorkspace', { query: { q: 'of theirs' } });
      expect(hits).toMatchObject({ items: [], total: 0, hidden_count: 0 });
      const own = await ours.person.ok('searchWorkspace', { query: { q: 'of ours' } });
      expect(own?.total).toBe(7);
    });

    test('cannot be referred to', async () => {
      const { person, worker } = ours;
      const actor = theirs.owner.owner.id;
      const references: readonly [ApiClient, OperationId, RawInput][] = [
        [person, 'createAction', { body: { title: 'x', project_id: their.project } }],
        [person, 'createAction', { body: { title: 'x', domain_id: their.domain } }],
        [person, 'createAction', { body: { title: 'x', order_id: their.order } }],
        [person, 'createAction', { body: { title: 'x', assigned_actor_id: actor } }],
        [person, 'createAction', { body: { title: 'x', assigned_agent_id: their.agent } }],
        [person, 'createAction', { body: { title: 'x', source_agent_request_id: their.question } }],
        [person, 'updateAction', { path: { id: our.action }, body: { project_id: their.project } }],
        [person, 'updateAction', { path: { id: our.action }, body: { domain_id: their.domain } }],
        [person, 'updateAction', { path: { id: our.action }, body: { order_id: their.order } }],
        [person, 'updateAction', { path: { id: our.action }, body: { assigned_actor_id: actor } }],
        [
          person,
          'updateAction',
          { path: { id: our.action }, body: { assigned_agent_id: their.agent } },
        ],
        [person, 'createProject', { body: { title: 'x', domain_id: their.domain } }],
        [person, 'updateProject', { path: { id: our.project }, body: { domain_id: their.domain } }],
        [person, 'createOrder', { body: { name: 'x', agent_id: their.agent } }],
        [
          person,
          'createOrder',
          { body: { name: 'x', agent_id: our.agent, document_id: their.document } },
        ],
        [
          person,
          'createOrder',
          { body: { name: 'x', agent_id: our.agent, domain_id: their.domain } },
        ],
        [person, 'createLink', { body: { document_id: their.document, action_id: our.action } }],
        ...(['action', 'project', 'order'] as const).map(
          (subject): [ApiClient, OperationId, RawInput] => {
            const body = { url: 'https://example.com', [`${subject}_id`]: their[subject] };
            return [person, 'createLink', { body }];
          },
        ),
        ...(['action_id', 'project_id', 'order_id', 'assigned_actor_id'] as const).map(
          (field): [ApiClient, OperationId, RawInput] => {
            const given = {
              action_id: their.action,
              project_id: their.project,
              order_id: their.order,
              assigned_actor_id: actor,
            };
            const body = { question: 'x', on_answer: 'y', [field]: given[field] };
            return [worker, 'createQuestion', { body }];
          },
        ),
        ...(['action_id', 'project_id', 'order_id'] as const).map(
          (field): [ApiClient, OperationId, RawInput] => {
            const given = {
              action_id: their.action,
              project_id: their.project,
              order_id: their.order,
            };
            const body = { operation: 'createProject', payload: { title: 'x' }, title: 'x' };
            return [worker, 'createProposal', { body: { ...body, [field]: given[field] } }];
          },
        ),
        [worker, 'createProject', { body: { title: 'x', permitted_proposal_id: their.proposal } }],
      ];
      for (const [caller, id, input] of references) {
        const { issues } = await caller.fails(id, input, 422, 'INVALID_REFERENCE');
        expect(issues).toHaveLength(1);
        expect(issues[0]?.path).toMatch(/^body\//);
      }
    });

    test('is unchanged', async () => {
      expect(await rowsOf(database(), theirs)).toEqual(before);
    });
  });

  describe('a viewer', () => {
    const forPersons = guarded.filter((id) => factsOf(id).security.includes('sessionCookie'));
    const byWriting = forPersons.filter((id) => factsOf(id).method !== 'get');
    let member: ApiClient;

    const aPerson = async (role: 'viewer' | 'member'): Promise<ApiClient> => {
      const { workspaceId } = ours;
      const { userId } = await addPerson(database(), workspaceId, role);
      const cookie = await openSession(database(), { workspaceId, userId });
      return client(workspaces.app(), { cookie });
    };

    beforeAll(async () => {
      our ??= await createRecordOfEachKind(ours, 'of ours');
      member = await aPerson('member');
    });

    const pathOf = (id: OperationId) => ({
      ...(factsOf(id).path.includes('{id}') ? { id: our[recordKindOf(id)] } : {}),
      ...(factsOf(id).path.includes('{delivery_id}') ? { delivery_id: our.delivery } : {}),
    });

    test.each(forPersons.filter((id) => factsOf(id).method === 'get'))(
      '%s reads what a member reads',
      async (id) => {
        const subject = id === 'listEarlierTexts' ? { subject_id: our.action } : {};
        const input = { path: pathOf(id), query: { ...queryOf(id), ...subject } };
        const viewer = await aPerson('viewer');
        const [read, wanted] = [await viewer.send(id, input), await member.send(id, input)];
        const mayOwn = factsOf(id).permission.people === 'owner';
        expect([read.status, wanted.status]).toEqual(mayOwn ? [403, 403] : [200, 200]);
        const own = [
          'getMe',
          'getNotificationSettings',
          'getSession',
          'getSignedInWorkspaces',
          'listSessions',
          'streamEvents',
        ];
        if (!own.includes(id)) expect(read.body).toEqual(wanted.body);
      },
    );

    test.each(byWriting)('%s writes nothing but their own settings', async (id) => {
      // A new operation that writes is refused until it has its place here.
      const own: readonly string[] = [
        'changeEmail',
        'changePassword',
        'createSavedView',
        'deleteSavedView',
        'deleteOtherSession',
        'deleteSession',
        'deleteSessions',
        'removeOidcLink',
        'updateSavedView',
        'updateNotificationSettings',
        'updateUser',
      ];
      const viewer = await aPerson('viewer');
      const input = { path: { ...pathOf(id), ...(own.includes(id) && { id: 'x' }) } };
      const { status, body } = await viewer.send(id, { ...input, body: bodyOf(id) });
      if (own.includes(id)) expect(body).not.toMatchObject({ code: 'FORBIDDEN' });
      else expect([status, body]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })]);
    });

    test('changes only their own name, and no role', async () => {
      const viewer = await aPerson('viewer');
      const { user } = await viewer.ok('getSession');
      const own = { path: { id: user?.id ?? '' } };
      const named = await viewer.ok('updateUser', { ...own, body: { name: 'Vi' } });
      expect(named).toMatchObject({ name: 'Vi', role: 'viewer' });
      await viewer.fails('updateUser', { ...own, body: { role: 'member' } }, 403, 'FORBIDDEN');
      const other = { path: { id: our.user }, body: { name: 'Bo' } };
      await viewer.fails('updateUser', other, 403, 'FORBIDDEN');
    });
  });
});

async function rowsOf({ knex }: TestDatabase, { workspaceId }: GivenWorkspace): Promise<unknown> {
  const tables = comparedTables.map(async (table) => [
    table,
    await knex(table)
      .where({ workspace_id: workspaceId })
      .orderBy([...(keysOf[table] ?? ['id'])]),
  ]);
  return Promise.all(tables);
}
