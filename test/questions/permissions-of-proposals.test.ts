import { pino } from 'pino';
import type { components } from '../../generated/types';
import { runTimers } from '../../src/cli/serve/timers';
import {
  changesSinceDigest,
  digestOfState,
} from '../../src/features/proposals/targets/target-rules';
import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase, otherDialect } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { exported, imported } from '../support/transfer';

type Schemas = components['schemas'];
type Gated = Schemas['GatedOperation'];
interface Refusal {
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const log = pino({ enabled: false });
const days = (count: number) => (count * DAY) / SECOND;

describeOnEachDatabase('A permission', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  /** A sysadmin that needs approval, so that no other rule refuses its requests. */
  let bound: {
    readonly agent: Schemas['Agent'];
    readonly token: string;
    readonly api: ApiClient;
  };

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const wanted = { requires_proposals: true, access_mode: 'sysadmin' } as const;
    const { agent, token } = await addAgent(app, given.owner, wanted);
    bound = { agent, token, api: client(app, { bearer: token }) };
  });
  afterAll(() => app.close());

  const person = () => given.person;
  const anAction = (more: Partial<Schemas['ActionCreate']> = {}) =>
    person().ok('createAction', {
      body: {
        title: 'Sew the curtain',
        details: 'In red.',
        status: 'ready',
        requirements: ['sewing'],
        assigned_actor_id: given.agent.actor_id,
        ...more,
      },
    });
  const aTemplate = async () => {
    const project = await person().ok('createProject', {
      body: { title: 'Season', description: 'Every summer.', is_template: true },
    });
    const step = (title: string) =>
      anAction({ title, project_id: project.id, assigned_actor_id: null });
    const [first, second] = [await step('Book the venue'), await step('Print the posters')];
    const link = await person().ok('createLink', {
      body: { action_id: first.id, url: 'https://example.com/venues' },
    });
    await person().ok('addBlocker', { path: { id: second.id, blocker_id: first.id } });
    return { project, first, second, link };
  };
  const aDocument = () =>
    person().ok('createDocument', {
      body: { title: 'House style', content: 'Plain words.', access_mode: 'shared_edit' },
    });
  const propose = (operation: Gated, payload: Record<string, unknown>) =>
    bound.api.ok('createProposal', { body: { operation, payload, title: `May I ${operation}?` } });
  /** A proposal of a payload that is refused today, as earlier versions took it. */
  const proposedEarlier = async (operation: Gated, payload: Record<string, unknown>) => {
    const { id } = await propose('createProject', { title: 'Winter' });
    await database()
      .knex('agent_requests')
      .where({ id })
      .update({ operation, payload: JSON.stringify(payload) });
    return { id };
  };
  const permit = (id: string, more: Schemas['ProposalPermit'] = {}) =>
    person().ok('permitProposal', { path: { id }, body: more });
  const permitted = async (operation: Gated, payload: Record<string, unknown>) =>
    permit((await propose(operation, payload)).id);
  const read = (id: string) => person().ok('getProposal', { path: { id } });
  const target = (id: string) => person().ok('getProposalTarget', { path: { id } });
  const newsOf = async (id: string) => {
    const { items } = await bound.api.ok('getAgentNews', { path: { id: 'me' } });
    return items.filter(({ subject }) => subject.id === id);
  };
  const countOf = async (table: string): Promise<number> => {
    const rows = await database().knex(table).where({ workspace_id: given.workspaceId });
    return rows.length;
  };

  /** A gated request with a target, and how the agent sends it with its permission. */
  interface Case {
    readonly operation: Gated;
    readonly payload: Record<string, unknown>;
    readonly send: (permitted_proposal_id: string) => Promise<Called>;
  }
  const dropOf = ({ id }: { id: string }): Case => ({
    operation: 'dropAction',
    payload: { id, reason: 'Overtaken.' },
    send: (permitted_proposal_id) =>
      bound.api.call('dropAction', {
        path: { id },
        body: { reason: 'Overtaken.', permitted_proposal_id },
      }),
  });
  const assignmentOf = ({ id }: { id: string }): Case => ({
    operation: 'updateAction',
    payload: { id, assigned_actor_id: null },
    send: (permitted_proposal_id) =>
      bound.api.call('updateAction', {
        path: { id },
        body: { assigned_actor_id: null, permitted_proposal_id },
      }),
  });
  const copyOf = ({ id }: { id: string }): Case => ({
    operation: 'duplicateProject',
    payload: { id, title: 'This season' },
    send: (permitted_proposal_id) =>
      bound.api.call('duplicateProject', {
        path: { id },
        body: { title: 'This season', permitted_proposal_id },
      }),
  });
  const closingOf = ({ id }: { id: string }): Case => ({
    operation: 'updateProject',
    payload: { id, state: 'dropped', close_actions: true },
    send: (permitted_proposal_id) =>
      bound.api.call('updateProject', {
        path: { id },
        body: { state: 'dropped', close_actions: true, permitted_proposal_id },
      }),
  });
  const editOf = ({ id }: { id: string }): Case => ({
    operation: 'updateDocument',
    payload: { id, content: 'Short words.' },
    send: async (permitted_proposal_id) => {
      const { headers } = await person().call('getDocument', { path: { id } });
      return bound.api.call('updateDocument', {
        path: { id },
        header: { 'If-Match': headers['etag'] ?? '' },
        body: { content: 'Short words.', permitted_proposal_id },
      });
    },
  });
  const creationOf = (): Case => ({
    operation: 'createAction',
    payload: { title: 'Clean the stage', assigned_actor_id: null },
    send: (permitted_proposal_id) =>
      bound.api.call('createAction', {
        body: { title: 'Clean the stage', assigned_actor_id: null, permitted_proposal_id },
      }),
  });
  const projectOf = (): Case => ({
    operation: 'createProject',
    payload: { title: 'Winter' },
    send: (permitted_proposal_id) =>
      bound.api.call('createProject', { body: { title: 'Winter', permitted_proposal_id } }),
  });
  const cases: Readonly<Record<Gated, () => Promise<Case>>> = {
    createAction: () => Promise.resolve(creationOf()),
    createProject: () => Promise.resolve(projectOf()),
    dropAction: async () => dropOf(await anAction()),
    duplicateProject: async () => copyOf((await aTemplate()).project),
    updateAction: async () => assignmentOf(await anAction()),
    updateDocument: async () => editOf(await aDocument()),
    updateProject: async () => closingOf((await aTemplate()).project),
  };
  const gated = Object.keys(cases).filter((name): name is Gated => name in cases);

  /** Sends the request with a permission that has ended. Nothing but the proposal changes. */
  const refused = async (one: Case, id: string): Promise<Refusal> => {
    const tables = [
      'actions',
      'projects',
      'notes',
      'links',
      'action_blockers',
      'document_revisions',
    ];
    const before = await Promise.all(tables.map(countOf));
    const { status, body } = await one.send(id);
    expect([status, body]).toMatchObject([409, { code: 'PROPOSAL_STALE' }]);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
    const { details, message } = Object(body);
    return { details, message };
  };

  describe('for what the person saw', () => {
    test.each(gated)('allows %s while its target is unchanged', async (operation) => {
      const one = await cases[operation]();
      const { id } = await propose(operation, one.payload);
      const { digest } = await target(id);
      await permit(id, { target_digest: digest });
      expect((await one.send(id)).status).toBeLessThan(300);
      expect(await read(id)).toMatchObject({ state: 'consumed', stale_at: null });
      expect(await countOf('permitted_targets')).toBe(0);
    });

    const rewrites: Readonly<Record<string, Partial<Schemas['ActionUpdate']>>> = {
      title: { title: 'Sew the flag' },
      details: { details: 'In blue, and send the old one to me.' },
      requirements: { requirements: [] },
      status: { status: 'inbox' },
    };
    test.each(Object.keys(rewrites))('ends when the %s of its action changes', async (field) => {
      const action = await anAction();
      for (const one of [dropOf(action), assignmentOf(action)]) {
        const { id } = await permitted(one.operation, one.payload);
        const before = await person().ok('getAction', { path: { id: action.id } });
        const path = { id: action.id };
        await person().ok('updateAction', { path, body: rewrites[field] ?? {} });
        expect((await refused(one, id)).details).toEqual({
          cause: 'changed',
          changes: [{ change: 'changed', type: 'action', id: action.id, field }],
          changes_omitted: 0,
        });
        const { title, details, requirements, status } = before;
        if (status !== 'ready') throw new Error('The action is not ready.');
        await person().ok('updateAction', { path, body: { title, details, requirements, status } });
        // It has ended for good: what has changed back is refused too.
        expect((await refused(one, id)).details).toMatchObject({ cause: 'changed', changes: [] });
      }
    });

    test('ends when the assignee, the project or the order of its action changes', async () => {
      const action = await anAction();
      const { id: project_id } = await person().ok('createProject', { body: { title: 'Other' } });
      const { id: order_id } = await person().ok('createOrder', {
        body: { name: 'Other', agent_id: given.agent.id },
      });
      const changes = [{ assigned_actor_id: null }, { project_id }, { order_id }];
      for (const change of changes) {
        const one = dropOf(action);
        const { id } = await permitted(one.operation, one.payload);
        await person().ok('updateAction', { path: { id: action.id }, body: change });
        expect((await refused(one, id)).details).toMatchObject({
          changes: [{ id: action.id, field: Object.keys(change)[0] }],
        });
      }
    });

    test('outlasts heartbeats, claims, notes, and changes of other fields', async () => {
      const action = await anAction();
      const one = dropOf(action);
      const path = { id: action.id };
      const { id } = await permitted(one.operation, one.payload);
      await given.worker.ok('claimAction', { path, body: {} });
      await given.worker.ok('heartbeatAction', { path, body: { progress_note: 'Half done.' } });
      await given.worker.ok('releaseAction', { path, body: { reason: 'Over to you.' } });
      await person().ok('createActionNote', { path, body: { body: 'Thanks.' } });
      await person().ok('updateAction', { path, body: { due_at: '2026-12-24T12:00:00Z' } });
      expect(await one.send(id)).toMatchObject({ status: 200 });
    });

    const templateChanges: Readonly<
      Record<string, (of: Awaited<ReturnType<typeof aTemplate>>) => Promise<unknown>>
    > = {
      'a step is rewritten': ({ first }) =>
        person().ok('updateAction', {
          path: { id: first.id },
          body: { details: 'Send the keys to me.' },
        }),
      'a step is due at another time': ({ first }) =>
        person().ok('updateAction', {
          path: { id: first.id },
          body: { due_at: '2026-12-24T12:00:00Z' },
        }),
      'a step waits for somebody': ({ first }) =>
        person().ok('updateAction', {
          path: { id: first.id },
          body: { status: 'waiting', delegate_label: 'the printer' },
        }),
      'its due date changes': ({ project }) =>
        person().ok('updateProject', {
          path: { id: project.id },
          body: { due_at: '2026-12-24T12:00:00Z' },
        }),
      'a step is added': ({ project }) => anAction({ project_id: project.id }),
      'a step is dropped': ({ second }) =>
        person().ok('dropAction', { path: { id: second.id }, body: {} }),
      'a link is changed': ({ link }) =>
        person().ok('updateLink', {
          path: { id: link.id },
          body: { url: 'https://evil.example/' },
        }),
      'a link is added to the project': ({ project }) =>
        person().ok('createLink', {
          body: { project_id: project.id, url: 'https://evil.example/' },
        }),
      'a link is deleted': ({ link }) => person().ok('deleteLink', { path: { id: link.id } }),
      'a blocker is removed': ({ first, second }) =>
        person().ok('removeBlocker', { path: { id: second.id, blocker_id: first.id } }),
      'its description is rewritten': ({ project }) =>
        person().ok('updateProject', {
          path: { id: project.id },
          body: { description: 'Pay me first.' },
        }),
    };
    test.each(Object.keys(templateChanges))('of a template ends when %s', async (change) => {
      const template = await aTemplate();
      const one = copyOf(template.project);
      const { id } = await permitted(one.operation, one.payload);
      await templateChanges[change]?.(template);
      const { details } = await refused(one, id);
      expect(details).toMatchObject({ cause: 'changed', changes_omitted: 0 });
      expect(details['changes']).not.toEqual([]);
    });

    test('of a document ends when its content changes', async () => {
      const document = await aDocument();
      const one = editOf(document);
      const { id } = await permitted(one.operation, one.payload);
      await person().ok('updateDocument', {
        path: { id: document.id },
        header: { 'If-Match': '"1"' },
        body: { content: 'Long words.' },
      });
      expect((await refused(one, id)).details).toMatchObject({
        changes: [{ change: 'changed', type: 'document', id: document.id, field: 'content' }],
      });
    });

    test('to close a project covers the actions that were listed', async () => {
      const { project, first } = await aTemplate();
      const one = closingOf(project);
      const covered = await permitted(one.operation, one.payload);
      const late = await anAction({ project_id: project.id });
      expect((await refused(one, covered.id)).details).toEqual({
        cause: 'changed',
        changes: [{ change: 'added', type: 'action', id: late.id, field: null }],
        changes_omitted: 0,
      });
      const { id } = await permitted(one.operation, one.payload);
      await person().ok('dropAction', { path: { id: first.id }, body: {} });
      expect(await one.send(id)).toMatchObject({ status: 200 });
    });

    test('to close a project ends when the project changes its meaning', async () => {
      const { project } = await aTemplate();
      const one = closingOf(project);
      const { id } = await permitted(one.operation, one.payload);
      const body = { title: 'Do not drop', description: 'In use.' };
      await person().ok('updateProject', { path: { id: project.id }, body });
      expect((await refused(one, id)).details).toMatchObject({
        changes: [
          { change: 'changed', type: 'project', id: project.id, field: 'title' },
          { change: 'changed', type: 'project', id: project.id, field: 'description' },
        ],
      });
    });

    test('lists at most 50 of the changes', async () => {
      const { id: project_id } = await person().ok('createProject', { body: { title: 'Large' } });
      const one = closingOf({ id: project_id });
      const { id } = await permitted(one.operation, one.payload);
      for (let made = 0; made < 51; made += 1) await anAction({ project_id });
      const { details, message } = await refused(one, id);
      expect(details).toMatchObject({ changes_omitted: 1 });
      expect(details['changes']).toHaveLength(50);
      expect(message).toMatch(/, 48 more\)/);
    });

    test('is told as ended to the agent, once', async () => {
      const action = await anAction();
      const one = dropOf(action);
      const { id } = await permitted(one.operation, one.payload);
      await person().ok('updateAction', { path: { id: action.id }, body: { title: 'Other' } });
      await refused(one, id);
      await refused(one, id);
      const stale = await read(id);
      expect(stale).toMatchObject({ state: 'stale', status: 'resolved', version: 3 });
      expect(stale.stale_at).not.toBeNull();
      const [decision, end, ...more] = await newsOf(id);
      expect(more).toEqual([]);
      expect(decision).toMatchObject({ kind: 'proposal.permitted', proposal: { state: 'stale' } });
      expect(end).toMatchObject({
        kind: 'proposal.stale',
        role: 'author',
        actor: { kind: 'system' },
        proposal: { state: 'stale', operation: 'dropAction' },
      });
      expect(end?.summary).toContain(`action ${action.id} title changed`);
      const again = await person().fails(
        'permitProposal',
        { path: { id } },
        409,
        'ALREADY_RESOLVED',
      );
      expect(again.details).toEqual({ state: 'stale' });
      const query = { state: ['stale' as const] };
      const { items } = await person().ok('listProposals', { query });
      expect(items.map((item) => item.id)).toEqual([id]);
      expect(await countOf('permitted_targets')).toBe(0);
    });

    test('is not used by a request that another rule refuses', async () => {
      const action = await anAction();
      const one = dropOf(action);
      const { id } = await permitted(one.operation, one.payload);
      await person().ok('updateAction', { path: { id: action.id }, body: { title: 'Other' } });
      await bound.api.fails(
        'dropAction',
        { path: { id: action.id }, body: { reason: 'Another.', permitted_proposal_id: id } },
        422,
        'PROPOSAL_MISMATCH',
      );
      expect(await read(id)).toMatchObject({ state: 'permitted' });
    });

    test('ends at most once when many use it while its target changes', async () => {
      for (let round = 0; round < 5; round += 1) {
        const template = await aTemplate();
        const one = copyOf(template.project);
        const { id } = await permitted(one.operation, one.payload);
        const [uses] = await Promise.all([
          Promise.all(Array.from({ length: 4 }, () => one.send(id))),
          person().ok('updateAction', {
            path: { id: template.first.id },
            body: { details: 'Rewritten.' },
          }),
        ]);
        const statuses = uses.map(({ status }) => status);
        const copies = uses.flatMap(({ status, body }) =>
          status === 201 ? [String(Object(body)['id'])] : [],
        );
        expect(copies.length).toBeLessThanOrEqual(1);
        expect(statuses.every((status) => [201, 409, 422].includes(status))).toBe(true);
        for (const project of copies) {
          const path = { id: project };
          const { items } = await person().ok('listProjectActions', { path });
          expect(items.map(({ details }) => details)).toEqual(['In red.', 'In red.']);
        }
        const { state } = await read(id);
        expect(state).toBe(copies.length === 1 ? 'consumed' : 'stale');
      }
    });

    test('drops no action whose meaning changes meanwhile', async () => {
      for (let round = 0; round < 8; round += 1) {
        const action = await anAction();
        const one = dropOf(action);
        const { id } = await permitted(one.operation, one.payload);
        await Promise.all([
          one.send(id),
          person().call('updateAction', { path: { id: action.id }, body: { title: 'Other' } }),
        ]);
        const { status, title } = await person().ok('getAction', { path: { id: action.id } });
        expect([
          ['dropped', 'Sew the curtain'],
          ['ready', 'Other'],
        ]).toContainEqual([status, title]);
      }
    });
  });

  describe('that ends', () => {
    test.each(gated)('after the days of the workspace for %s', async (operation) => {
      const one = await cases[operation]();
      const { id, expires_at } = await permitted(operation, one.payload);
      expect(expires_at).not.toBeNull();
      await moveIntoPast(database(), given.workspaceId, days(6.9));
      expect(await read(id)).toMatchObject({ state: 'permitted' });
      await moveIntoPast(database(), given.workspaceId, days(0.2));
      expect((await refused(one, id)).details).toEqual({
        cause: 'expired',
        changes: [],
        changes_omitted: 0,
      });
      expect(await read(id)).toMatchObject({ state: 'expired', status: 'resolved' });
    });

    test('is seven days long unless the workspace has another number', async () => {
      expect(await person().ok('getWorkspace')).toMatchObject({ approval_days: 7 });
      const first = await permitted('createProject', { title: 'Winter' });
      expect(first.expires_at).toBe(addMilliseconds(first.decided_at ?? '', 7 * DAY));
      await person().ok('updateWorkspace', { body: { approval_days: 2 } });
      const second = await permitted('createProject', { title: 'Winter' });
      expect(second.expires_at).toBe(addMilliseconds(second.decided_at ?? '', 2 * DAY));
      expect(await read(first.id)).toMatchObject({ expires_at: first.expires_at });
      const { items } = await person().ok('readEvents', { query: { kind: ['workspace.updated'] } });
      expect(items.map(({ summary }) => summary)).toEqual([
        expect.stringContaining('changed approval days'),
      ]);
      for (const approval_days of [0, 366]) {
        const body = { approval_days };
        await person().fails('updateWorkspace', { body }, 400, 'VALIDATION_FAILED');
      }
    });

    test('is told to the agent once, by the timers', async () => {
      const { id } = await permitted('createProject', { title: 'Winter' });
      const used = await permitted('createProject', { title: 'Winter' });
      const one = projectOf();
      expect(await one.send(used.id)).toMatchObject({ status: 201 });
      const run = () => runTimers({ database: database(), config: app.config, log });
      await run();
      expect(await newsOf(id)).toHaveLength(1);
      await moveIntoPast(database(), given.workspaceId, days(8));
      await run();
      await run();
      const [, expired, ...more] = await newsOf(id);
      expect(more).toEqual([]);
      expect(expired).toMatchObject({
        kind: 'proposal.expired',
        role: 'author',
        actor: { kind: 'system' },
        proposal: { state: 'expired' },
      });
      expect(await newsOf(used.id)).toHaveLength(1);
      const again = await person().fails('denyProposal', { path: { id } }, 409, 'ALREADY_RESOLVED');
      expect(again.details).toEqual({ state: 'expired' });
      const list = (state: Schemas['ProposalState']) =>
        person().ok('listProposals', { query: { state: [state] } });
      expect((await list('expired')).items.map((item) => item.id)).toEqual([id]);
      expect((await list('permitted')).items).toEqual([]);
      expect(await countOf('permitted_targets')).toBe(0);
    });

    test('without a stored state permits nothing', async () => {
      const one = dropOf(await anAction());
      const { id } = await permitted(one.operation, one.payload);
      await database().knex('permitted_targets').where({ id }).update({ state: 'oops' });
      expect((await refused(one, id)).details).toMatchObject({ cause: 'changed', changes: [] });
    });
  });

  describe('getProposalTarget', () => {
    test.each([
      ['an empty id', { id: '', order_id: '' }],
      ['an id that is too long', { id: 'é'.repeat(201), order_id: 'é'.repeat(201) }],
      ['no text as its id', { id: 7, order_id: {} }],
    ])('has no id for a permitted payload with %s', async (_what, payload) => {
      const action = await anAction();
      const { id } = await propose('updateAction', { id: action.id, assigned_actor_id: null });
      await permit(id);
      const permitted_payload = JSON.stringify(payload);
      await database().knex('agent_requests').where({ id }).update({ permitted_payload });
      expect(await target(id)).toMatchObject({ type: 'action', id: null, action: null, names: [] });
    });

    test('shows an action, and names for the ids of the payload', async () => {
      const { id: order_id } = await person().ok('createOrder', {
        body: { name: 'Costumes', agent_id: given.agent.id },
      });
      const { id: domain_id } = await person().ok('createDomain', { body: { name: 'Stage' } });
      const project = await person().ok('createProject', { body: { title: 'Summer', domain_id } });
      const action = await anAction({
        project_id: project.id,
        order_id,
        delegate_label: 'The dyer',
        defer_until: '2027-03-01T08:00:00Z',
        due_at: '2027-03-05T16:00:00Z',
        priority: 3,
        labels: ['Costumes', 'Red'],
      });
      const payload = {
        id: action.id,
        assigned_actor_id: bound.agent.actor_id,
        assigned_agent_id: bound.agent.id,
        order_id: 'ord_unknown',
        project_id: project.id,
        domain_id,
      };
      const { id } = await proposedEarlier('updateAction', payload);
      await anAction({ labels: ['Crimson'] });
      const merged = { name: 'Red', new_name: 'Crimson', merge: true };
      await person().ok('renameLabel', { body: merged });
      expect(await target(id)).toEqual({
        proposal_id: id,
        type: 'action',
        id: action.id,
        digest: expect.stringMatching(/^[\w-]{85}$/),
        action: {
          id: action.id,
          title: 'Sew the curtain',
          details: 'In red.',
          status: 'ready',
          assigned_actor_id: given.agent.actor_id,
          assigned_actor_name: given.agent.name,
          project_id: project.id,
          project_title: 'Summer',
          order_id,
          order_name: 'Costumes',
          requirements: ['sewing'],
          requires_review: true,
          delegate_label: 'The dyer',
          defer_until: '2027-03-01T08:00:00.000Z',
          due_at: '2027-03-05T16:00:00.000Z',
          priority: 3,
          labels: ['Costumes', 'Crimson'],
          blocked_by: [],
        },
        project: null,
        document: null,
        actions: [],
        actions_omitted: 0,
        links: [],
        links_omitted: 0,
        names: [
          { field: 'id', id: action.id, name: 'Sew the curtain' },
          { field: 'assigned_actor_id', id: bound.agent.actor_id, name: bound.agent.name },
          { field: 'assigned_agent_id', id: bound.agent.id, name: bound.agent.name },
          { field: 'domain_id', id: domain_id, name: 'Stage' },
          { field: 'order_id', id: 'ord_unknown', name: null },
          { field: 'project_id', id: project.id, name: 'Summer' },
        ],
      });
    });

    test('shows a template with its actions, links and blockers', async () => {
      const { project, first, second, link } = await aTemplate();
      const { id } = await propose('duplicateProject', { id: project.id });
      expect(await target(id)).toMatchObject({
        type: 'project',
        id: project.id,
        action: null,
        project: { id: project.id, title: 'Season', description: 'Every summer.' },
        actions: [
          { id: first.id, title: 'Book the venue', blocked_by: [] },
          { id: second.id, title: 'Print the posters', blocked_by: [first.id] },
        ],
        actions_omitted: 0,
        links: [{ id: link.id, url: 'https://example.com/venues', action_id: first.id }],
        links_omitted: 0,
      });
    });

    test('shows null where an action has no details, and a link no URL or no action', async () => {
      const action = await person().ok('createAction', { body: { title: 'Sweep' } });
      const { id: assignment } = await propose('updateAction', {
        id: action.id,
        assigned_actor_id: null,
      });
      expect((await target(assignment)).action?.details).toBeNull();
      const { project } = await aTemplate();
      const document = await aDocument();
      const body = { project_id: project.id, document_id: document.id };
      const link = await person().ok('createLink', { body });
      const { id } = await propose('duplicateProject', { id: project.id });
      expect((await target(id)).links).toContainEqual(
        expect.objectContaining({ id: link.id, url: null, action_id: null }),
      );
    });

    test('shows a document, the actions of a closing project, and no target of a creation', async () => {
      const document = await aDocument();
      const edit = await propose('updateDocument', { id: document.id, content: 'Short words.' });
      expect(await target(edit.id)).toMatchObject({
        type: 'document',
        document: { id: document.id, title: 'House style', content: 'Plain words.' },
      });
      const { project, first, second } = await aTemplate();
      const close = closingOf(project);
      const { id } = await propose(close.operation, close.payload);
      expect(await target(id)).toMatchObject({
        type: 'project',
        actions: [{ id: first.id }, { id: second.id }],
        links: [],
      });
      const creation = await propose('createProject', { title: 'Winter' });
      expect(await target(creation.id)).toMatchObject({ type: 'none', id: null, names: [] });
    });

    test('shows the state of the target as it is now', async () => {
      const input = <Body>(id: string, body: Body) => ({ path: { id }, body });
      const action = await anAction({ status: 'inbox' });
      const { id: drop } = await propose('dropAction', { id: action.id, reason: 'Overtaken.' });
      const status = async () => (await target(drop)).action?.status;
      expect(await status()).toBe('inbox');
      await person().ok('updateAction', input(action.id, { status: 'waiting' }));
      expect(await status()).toBe('waiting');
      await person().ok('dropAction', input(action.id, {}));
      expect(await status()).toBe('dropped');
      await person().ok('reopenAction', input(action.id, { reason: 'Too early.' }));
      await person().ok('completeAction', input(action.id, { result_summary: 'Sewn.' }));
      expect(await status()).toBe('done');

      const { project } = await aTemplate();
      const { id: copy } = await propose('duplicateProject', { id: project.id });
      for (const state of ['paused', 'completed', 'dropped'] as const) {
        const body = { state, work_mode: 'parallel', close_actions: true } as const;
        await person().ok('updateProject', input(project.id, body));
        expect((await target(copy)).project).toMatchObject({ state, work_mode: 'parallel' });
        await person().ok('updateProject', input(project.id, { state: 'active' }));
      }

      const document = await aDocument();
      const { id: edit } = await propose('updateDocument', { id: document.id, content: 'Short.' });
      for (const access_mode of ['private', 'shared_read', 'shared_comment'] as const) {
        const { headers } = await person().call('getDocument', { path: { id: document.id } });
        const header = { 'If-Match': headers['etag'] ?? '' };
        const change = { ...input(document.id, { access_mode }), header };
        await person().ok('updateDocument', change);
        expect((await target(edit)).document?.access_mode).toBe(access_mode);
      }
    });

    test('has the digest of every action, and shows the first ones', async () => {
      const { id: project_id } = await person().ok('createProject', {
        body: { title: 'Large', is_template: true },
      });
      const details = 'x'.repeat(10_000);
      for (let made = 0; made < 30; made += 1) await anAction({ project_id, details });
      const { id } = await propose('duplicateProject', { id: project_id });
      const before = await target(id);
      expect(before.actions.length).toBeLessThan(30);
      expect(before.actions.length + before.actions_omitted).toBe(30);
      const { items } = await person().ok('listProjectActions', {
        path: { id: project_id },
        query: { sort: '-created_at', limit: 1 },
      });
      await person().ok('updateAction', {
        path: { id: items[0]?.id ?? '' },
        body: { details: 'Other.' },
      });
      expect((await target(id)).digest).not.toBe(before.digest);
    });

    test('is unknown for a record that does not exist', async () => {
      const { id } = await proposedEarlier('dropAction', { id: 'act_unknown', reason: 'Gone.' });
      expect(await target(id)).toMatchObject({
        type: 'action',
        id: 'act_unknown',
        action: null,
        names: [{ field: 'id', id: 'act_unknown', name: null }],
      });
    });

    test('is for people only', async () => {
      const { id } = await propose('createProject', { title: 'Winter' });
      await bound.api.fails('getProposalTarget', { path: { id } }, 403, 'WRONG_ACTOR');
    });
  });

  describe('that moves with its workspace to the other database', () => {
    test('stands for the same state', async () => {
      const [one, other] = [await anAction(), await anAction()];
      const payloads = [one, other].map(({ id }) => ({ id, reason: 'Overtaken.' }));
      const ids: string[] = [];
      for (const payload of payloads) ids.push((await permitted('dropAction', payload)).id);
      const { url, dialect } = database();
      const text = await exported(url, given.workspaceId);
      const target = await openTestDatabase(otherDialect(dialect));
      const moved = await startApp(target);
      try {
        await imported(target, text);
        const owner = client(moved, { cookie: given.owner.cookie });
        const agent = client(moved, { bearer: bound.token });
        const path = { id: other.id };
        await owner.ok('updateAction', { path, body: { title: 'Paint the wall' } });
        const drop = (index: number) =>
          agent.call('dropAction', {
            path: { id: payloads[index]?.id ?? '' },
            body: { reason: 'Overtaken.', permitted_proposal_id: ids[index] ?? '' },
          });
        expect(await drop(0)).toMatchObject({ status: 200 });
        expect(await drop(1)).toMatchObject({ status: 409, body: { code: 'PROPOSAL_STALE' } });
      } finally {
        await moved.close();
        await target.close();
      }
    });
  });

  describe('permitProposal', () => {
    test('refuses what the person has not seen, and leaves the proposal open', async () => {
      const action = await anAction();
      const { id } = await propose('dropAction', { id: action.id, reason: 'Overtaken.' });
      const { digest } = await target(id);
      await person().ok('updateAction', { path: { id: action.id }, body: { details: 'Changed.' } });
      const path = { id };
      const body = { target_digest: digest };
      const refusal = await person().fails('permitProposal', { path, body }, 409, 'PROPOSAL_STALE');
      expect(refusal.details).toEqual({
        cause: 'changed',
        changes: [{ change: 'changed', type: 'action', id: action.id, field: 'details' }],
        changes_omitted: 0,
      });
      expect(refusal.message).toMatch(`read it (action ${action.id} details changed).`);
      expect(await read(id)).toMatchObject({ state: 'open', expires_at: null, version: 1 });
      const now = await target(id);
      await person().ok('permitProposal', { path, body: { target_digest: now.digest } });
    });

    test('says what has changed in a project that closes, as far as it is known', async () => {
      const { project, first } = await aTemplate();
      const { operation, payload } = closingOf(project);
      const { id } = await propose(operation, payload);
      const staleAfter = async (digest: string) => {
        const sent = { path: { id }, body: { target_digest: digest } };
        return (await person().fails('permitProposal', sent, 409, 'PROPOSAL_STALE')).details;
      };
      const { digest } = await target(id);
      const added = await anAction({ project_id: project.id });
      const change = { change: 'added', type: 'action', id: added.id, field: null };
      expect(await staleAfter(digest)).toMatchObject({ changes: [change], changes_omitted: 0 });
      await person().ok('dropAction', { path: { id: first.id }, body: {} });
      expect(await staleAfter(digest)).toMatchObject({ changes: [change], changes_omitted: 1 });
      for (let made = 0; made < 15; made += 1) await anAction({ project_id: project.id });
      const large = (await target(id)).digest;
      expect(large.length).toBeLessThanOrEqual(100);
      await anAction({ project_id: project.id });
      await person().ok('updateProject', { path: { id: project.id }, body: { title: 'Other' } });
      expect(await staleAfter(large)).toMatchObject({
        changes: [{ change: 'changed', type: 'project', id: project.id, field: 'title' }],
      });
      expect(await staleAfter(large.slice(0, 43))).toMatchObject({ changes: [] });
      const { digest: latest } = await target(id);
      const hash = { target_digest: latest.slice(0, 43) };
      await person().ok('permitProposal', { path: { id }, body: hash });
    });

    test('compares with the target of a changed payload, which is the same record', async () => {
      const [one, other] = [await anAction(), await anAction({ title: 'Paint the wall' })];
      const { id } = await propose('dropAction', { id: one.id, reason: 'Overtaken.' });
      const { digest } = await target(id);
      const change = (payload: object) => ({
        path: { id },
        body: { payload: { ...payload }, target_digest: digest },
      });
      const elsewhere = change({ id: other.id, reason: 'Overtaken.' });
      await person().fails('permitProposal', elsewhere, 422, 'INVALID_REFERENCE');
      await person().ok('updateAction', { path: { id: one.id }, body: { title: 'Sew it' } });
      const payload = { id: one.id, reason: 'Late.' };
      const stale = change(payload);
      const { details } = await person().fails('permitProposal', stale, 409, 'PROPOSAL_STALE');
      expect(details).toMatchObject({ cause: 'changed' });
      await permit(id, { payload });
      const body = { reason: 'Late.', permitted_proposal_id: id };
      await bound.api.ok('dropAction', { path: { id: one.id }, body });
    });
  });
});

describe('A digest with two fields that share a tag', () => {
  const keys = Array.from({ length: 3000 }, (_, n) => `action act_${n} title`);
  const tagOf = (key: string) => digestOfState(new Map([[key, 'x']])).slice(43, 46);
  const tags = keys.map(tagOf);
  const at = tags.findIndex((tag, index) => tags.indexOf(tag) < index);
  const [one = '', two = ''] = [keys[tags.indexOf(tags[at] ?? '')], keys[at]];
  const clear = 'document doc_1 title';
  const state = (values: Readonly<Record<string, string>>) =>
    new Map(Object.entries(values).map(([key, value]) => [key, value.padEnd(43, value)]));
  const whole = { [one]: 'a', [two]: 'b', [clear]: 'c' };
  const changed = { change: 'changed', type: 'document', id: 'doc_1', field: 'title' };

  test.each([
    ['no other', whole, { ...whole, [one]: 'z', [two]: 'y' }, []],
    ['the other one', whole, { ...whole, [one]: 'z', [clear]: 'w' }, [changed]],
    ['the other one beside a lost one', whole, { [one]: 'z', [clear]: 'w' }, [changed]],
    ['none of two that came', { [clear]: 'c' }, whole, []],
    ['no added one', { [one]: 'a', [clear]: 'c' }, { ...whole, [one]: 'z' }, []],
  ])('names %s', (_, seen, present, changes) => {
    expect([one, two]).not.toContain('');
    expect(tagOf(one)).toBe(tagOf(two));
    expect(changesSinceDigest(digestOfState(state(seen)), state(present))).toEqual({
      changes,
      changes_omitted: 0,
    });
  });
});
