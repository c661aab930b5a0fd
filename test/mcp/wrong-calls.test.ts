import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client as apiClient } from '../../scripts/requests/client';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
  type RecordIds,
} from '../../scripts/requests/given';
import { tools } from '../../src/features/mcp/tools/tool-table';
import { asList, asObject, type JsonRecord } from '../../src/platform/json';
import { describeOnEachDatabase } from '../support/dialects';
import { type McpClient, officialClients } from '../support/mcp-clients';

/** The ids of a workspace in which calls go wrong. */
interface Fixture extends RecordIds {
  /** An action that another agent has claimed, and one that is done. */
  readonly claimed: string;
  readonly done: string;
  /** An action that may be changed only with an approval. */
  readonly gated: string;
  /** A document that only its creator sees, and a document that is no text. */
  readonly hidden: string;
  readonly data: string;
  readonly twins: readonly string[];
  readonly gala: string;
  readonly stage: string;
  readonly template: string;
  readonly usher: { readonly id: string; readonly actor_id: string };
  readonly ada: string;
  /** A finished action of another agent that waits for review. */
  readonly inReview: string;
}

type Says = string | RegExp;

/** A wrong call, and what its refusal says. */
type WrongCall = readonly [tool: string, args: (f: Fixture) => JsonRecord, ...says: Says[]];

const absent = (prefix: string): string => `${prefix}_01JZ0000000000000000000009`;

const wrongCalls: readonly WrongCall[] = [
  // Other names of arguments.
  ['get_overview', () => ({ short: true }), 'short is unknown', 'Known: ', 'brief'],
  ['get_overview', () => ({ after: 'x' }), 'after is unknown', 'Did you mean news_after?'],
  ['claim_next', () => ({ project: 'x' }), 'Did you mean project_id?'],
  ['claim_next', () => ({ lease: 600 }), 'Did you mean lease_seconds?'],
  ['claim_action', (f) => ({ action_id: f.action, do: 'claim' }), 'Did you mean id?'],
  [
    'complete_action',
    (f) => ({ id: f.action, summary: 'x' }),
    'summary is unknown',
    'note is missing',
  ],
  ['complete_action', (f) => ({ action_id: f.action, notes: 'x' }), 'id?', 'mean note?'],
  ['drop_action', (f) => ({ id: f.action, reason: 'x' }), 'reason is unknown', 'note'],
  ['drop_action', (f) => ({ id: f.action }), 'note is missing'],
  ['get_record', (f) => ({ record_id: f.action }), 'Did you mean id?'],
  ['get_record', (f) => ({ id: f.action, include: ['context'] }), 'include is unknown', 'with'],
  ['list_actions', () => ({ assigned_to: 'me' }), 'Did you mean assigned_actor_id?'],
  ['list_actions', () => ({ asigned_actor: 'me' }), 'Did you mean assigned_actor_id?'],
  ['list_actions', () => ({ query: 'x' }), 'query is unknown here', 'Did you mean q?'],
  ['search', () => ({ query: 'x' }), 'Did you mean q?'],
  ['search', () => ({ q: 'x', types: ['action'] }), 'Did you mean type?'],
  [
    'create_actions',
    () => ({ actions: [{ name: 'x' }] }),
    'actions/0/name is unknown here',
    'actions/0/title is missing',
  ],
  ['create_actions', () => ({ title: 'x' }), 'title is unknown here', 'actions is missing'],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', dueAt: 'x' }] }),
    'Did you mean actions/0/due_at?',
  ],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', due_date: 'x' }] }),
    'Did you mean actions/0/due_at?',
  ],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', assignee: 'me' }] }),
    'Did you mean actions/0/assigned_actor_id?',
  ],
  ['update_action', (f) => ({ id: f.action, 'If-Match': '"1"' }), 'is unknown here', 'version'],
  ['ask_question', () => ({ text: 'x' }), 'question is missing', 'on_answer is missing'],
  [
    'ask_approval',
    () => ({ op: 'updateAction', payload: {}, title: 'x' }),
    'Did you mean operation?',
  ],
  ['close_request', (f) => ({ question_id: f.question }), 'Did you mean id?'],
  ['add_note', (f) => ({ id: f.action, body: 'x' }), 'body is unknown here', 'note'],
  ['log_checkin', (f) => ({ id: f.order, note: 'x' }), 'Did you mean order_id?'],
  [
    'write_document',
    () => ({ name: 'x', text: 'x' }),
    'name is unknown',
    'text is unknown',
    'title',
  ],
  ['upload_file', () => ({ filename: 'x' }), 'Known: name.'],
  ['save_project', () => ({ titel: 'x' }), 'Did you mean title?'],
  ['save_project', (f) => ({ template: f.template }), 'Did you mean template_id'],
  ['read_events', () => ({ kinds: ['action.created'] }), 'Did you mean kind?'],
  ['list_orders', () => ({ agent: 'me' }), 'Did you mean agent_id?'],
  ['review_action', (f) => ({ id: f.inReview, approved: true }), 'Did you mean approve?'],

  // Wrong values.
  ['get_overview', () => ({ brief: 'yes' }), 'brief must be true or false'],
  ['claim_next', () => ({ lease_seconds: 'ten' }), 'lease_seconds must be integer'],
  ['claim_next', () => ({ lease_seconds: 1 }), /lease_seconds must be at least \d+/],
  ['claim_next', () => ({ news_read_through: 'x' }), 'news_read_through is not a cursor'],
  ['get_overview', () => ({ brief: true, news_after: 'x' }), 'news_after is not a cursor'],
  ['claim_action', (f) => ({ id: f.action, do: 'finish' }), /do must be one of .*"release_all"/],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x' }, { title: 'y', assigned_actor_id: 'Ushr' }] }),
    'actions/1/assigned_actor_id: no person or agent',
    'mean "Usher"?',
  ],
  ['create_actions', () => ({ actions: [{ title: 'x', blocked_by: ['y'] }] }), 'y is neither'],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', blocked_by: [absent('act')] }] }),
    'NOT_FOUND',
  ],
  ['create_actions', () => ({ actions: 'x' }), 'actions must be a list'],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', blocked_by: 'y' }] }),
    'actions/0/blocked_by must be a list',
  ],
  ['update_action', (f) => ({ id: f.action, blocked_by: f.done }), 'blocked_by must be a list'],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x' }], time_zone: 5 }),
    'time_zone must be a name such as Europe/Berlin',
  ],
  [
    'create_actions',
    () => ({
      actions: [
        { ref: 'a', title: 'x' },
        { ref: 'a', title: 'y' },
      ],
    }),
    'actions/1/ref: another action of this call has it',
  ],
  ...['', 'act_01JZ0000000000000000000001'].map((ref): WrongCall => [
    'create_actions',
    () => ({ actions: [{ ref, title: 'x' }] }),
    'actions/0/ref must be a text of your own',
  ]),
  [
    'create_actions',
    () => ({ actions: [{ title: 'x' }, { title: 'y' }], permitted_proposal_id: absent('ppl') }),
    'permitted_proposal_id permits one action',
  ],
  ['claim_action', (f) => ({ id: f.action, do: 'renew', note: 1 }), 'note must be string'],
  ['claim_action', (f) => ({ id: f.action, do: 'release', note: 1 }), 'note must be string'],
  ['claim_action', () => ({ id: 7, do: 'claim' }), 'id must be text'],
  ['complete_action', (f) => ({ id: f.action, note: '' }), 'note must have'],
  [
    'complete_action',
    (f) => ({ id: f.action, note: 'x', links: [{ href: 'https://example.com' }] }),
    'links/0/href is unknown here',
    'url',
  ],
  [
    'complete_action',
    (f) => ({ id: f.action, note: 'x', links: 'https://example.com' }),
    'links must be array',
  ],
  [
    'complete_action',
    (f) => ({ id: f.action, note: 'x', usage: { tokens: 5 } }),
    'usage/tokens is unknown here',
    'input_tokens',
  ],
  ['complete_action', (f) => ({ id: f.action, note: 'x', usage: {} }), 'usage must'],
  ['complete_action', (f) => ({ id: f.action, note: 'x', usage: 5 }), 'usage must be object'],
  [
    'complete_action',
    (f) => ({ id: f.action, note: 'x', usage: { model: 'gpt\u202E5' } }),
    'usage/model must be a text of ASCII',
  ],
  [
    'claim_action',
    (f) => ({ id: f.action, do: 'renew', usage: { seconds: 0.5 } }),
    'usage/seconds must be integer',
  ],
  ['log_checkin', (f) => ({ order_id: f.order, note: 'x', usage: { cost: 1 } }), 'cost_usd_micros'],
  ['get_record', (f) => ({ id: f.action, with: ['usage'] }), 'with must be among'],
  ['get_record', () => ({ id: 'unknown' }), 'id: no project or domain or agent', 'id or an exact'],
  ['get_record', (f) => ({ id: f.action, with: ['comments'] }), 'with/0 must be one of', '"notes"'],
  ['get_record', (f) => ({ id: f.action, with: ['context'], max_bytes: 1 }), 'max_bytes must be'],
  ['list_actions', () => ({ status: 'open' }), 'status must be one of', 'ready'],
  [
    'list_actions',
    () => ({ due_before: 'tomorrow' }),
    'due_before must be a time such as 2026-12-04T17:00 or',
  ],
  ['list_actions', () => ({ sort: 'importance' }), 'sort must be one of'],
  ['list_actions', () => ({ limit: 'many' }), 'limit must be integer'],
  ['list_actions', () => ({ after: 'x' }), 'after is not a cursor'],
  ['search', () => ({ q: 'x', type: ['people'] }), 'type/0 must be one of', 'project', '"person"'],
  ['search', () => ({ type: 'user' }), 'type must be one of', '"agent","person"'],
  ['search', () => ({ type: '["agents"]' }), 'type/0 must be one of', '"person"'],
  ['list_actions', () => ({ show: 'late' }), 'show must be one of', '"overdue"'],
  ['create_actions', () => ({ actions: [{ title: '' }] }), 'actions/0/title must have at least 1'],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', status: 'done' }] }),
    'status must be one of',
    'inbox',
  ],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', due_at: 'soon' }] }),
    'due_at must be a time such as 2026-12-04T17:00 or',
  ],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x', requirements: 'print' }] }),
    'requirements must be array',
  ],
  [
    'create_actions',
    () => ({ actions: [{ title: 'x' }], project_id: absent('prj') }),
    'project_id does not name',
  ],
  [
    'create_actions',
    (f) => ({ actions: [{ title: 'x' }], project_id: f.action }),
    'project_id must be the id of',
  ],
  [
    'create_actions',
    (f) => ({ actions: [{ title: 'x', assigned_actor_id: f.usher.id }] }),
    'actions/0/assigned_actor_id',
    'send its actor_id',
  ],
  [
    'create_actions',
    (f) => ({ actions: [{ title: 'x', status: 'ready', assigned_actor_id: f.usher.actor_id }] }),
    'Assign it to yourself',
    /to a person, or/,
  ],
  [
    'update_action',
    (f) => ({ id: f.action, version: '1', title: 'x' }),
    'version must be the integer',
  ],
  [
    'ask_question',
    () => ({ question: 'x', on_answer: 'x', on_timeout: 'x' }),
    'on_timeout must be',
  ],
  [
    'ask_question',
    (f) => ({ question: 'x', on_answer: 'x', assigned_actor_id: f.usher.actor_id }),
    'assigned_actor_id does not name an active person',
  ],
  ['ask_approval', () => ({ operation: 'x', payload: {}, title: 'x' }), 'operation must be one of'],
  [
    'ask_approval',
    () => ({ operation: 'createAction', payload: { titel: 'x' }, title: 'x' }),
    'payload/titel is unknown here. Did you mean payload/title?',
  ],
  [
    'ask_approval',
    (f) => ({
      operation: 'createAction',
      payload: { actions: [{ title: 'x', blocked_by: [f.action] }] },
      title: 'x',
    }),
    'payload/blocked_by: blockers are no part of a proposal; leave it out here',
  ],
  [
    'ask_approval',
    () => ({
      operation: 'createAction',
      payload: { actions: [{ title: 'x' }, { title: 'y' }] },
      title: 'x',
    }),
    'payload/actions: a proposal is for one action. Ask for each of them.',
  ],
  [
    'ask_approval',
    (f) => ({ operation: 'updateProject', payload: { id: f.project, title: 'x' }, title: 'x' }),
    'payload/state is missing. For a project, only closing needs approval: send its `id`, `state`',
  ],
  [
    'ask_approval',
    (f) => ({
      operation: 'updateProject',
      payload: { id: f.project, state: 'paused' },
      title: 'x',
    }),
    'only closing needs approval',
    'payload/state must be one of',
  ],
  [
    'ask_approval',
    (f) => ({ operation: 'dropAction', payload: { id: f.action }, title: 'x' }),
    'payload/reason is missing. To drop an action: send its `id` and the `reason`.',
  ],
  ['save_project', (f) => ({ id: f.gala, title: 'x' }), 'FORBIDDEN', /^(?!.*ask_approval)/],
  ['close_request', (f) => ({ id: f.action }), 'id must begin with qst_, ppl_'],
  ['close_request', (f) => ({ id: f.question, response: '' }), 'response must have at least 1'],
  ['add_note', (f) => ({ id: f.action }), 'note is missing'],
  [
    'add_note',
    (f) => ({ id: f.action, link: 'example.com' }),
    'link: no document that you can see is named "example.com"',
    'A URL with https:',
  ],
  ['add_note', (f) => ({ id: f.domain, note: 'x' }), 'id must begin with act_, prj_'],
  ['add_note', (f) => ({ id: f.action, link: absent('doc') }), 'link does not name a document'],
  [
    'complete_action',
    (f) => ({ id: f.action, note: 'x', links: [{ document_id: absent('doc') }] }),
    'links/0/document_id does not name',
  ],
  [
    'write_document',
    () => ({ title: 'x', content: 'x', attach_to: absent('act') }),
    'attach_to does not name',
  ],
  ['write_document', (f) => ({ title: 'x', attach_to: f.question }), 'must begin with act_, prj_'],
  ['search', (f) => ({ q: f.action, type: ['nothing'] }), 'type/0 must be one of'],
  ['search', () => ({ q: '' }), 'q'],
  ['search', () => ({ q: 'x', type: ['person', 'action'] }), 'person is searched alone'],
  ['search', () => ({ type: ['agent'], after: 'x' }), 'after does not continue'],
  ['claim_action', (f) => ({ id: f.action, do: 'claim', usage: { seconds: 1 } }), 'usage has no'],
  ['claim_action', (f) => ({ id: f.action, do: 'renew', to: 'pool' }), 'to has no effect'],
  ['claim_action', (f) => ({ id: f.action, do: 'release_all' }), 'id has no effect'],
  ['log_checkin', () => ({ order_id: absent('ord'), note: 'x' }), 'Correct order_id'],
  ['log_checkin', (f) => ({ order_id: f.action, note: 'x' }), 'order_id must be the id of'],
  ['write_document', (f) => ({ id: f.data, content: 'x' }), 'content must be JSON'],
  ['write_document', (f) => ({ id: f.data, find: 'x' }), 'replace is missing'],
  ['write_document', () => ({ title: 'x', access_mode: 'public' }), 'access_mode must be one of'],
  ['save_project', () => ({ title: 'x', state: 'archived' }), /state (is|must)/],
  ['save_project', () => ({}), 'title is missing'],
  ['save_project', () => ({ title: 'x', domain_id: absent('dom') }), 'domain_id does not name'],
  ['update_action', (f) => ({ id: f.action, blocked_by: [f.action] }), 'wait for itself'],
  ['update_action', (f) => ({ id: f.action, blocked_by: [absent('act')] }), 'NOT_FOUND'],
  ['save_project', (f) => ({ template_id: f.gala }), 'Only a template can be duplicated'],
  ['read_events', () => ({ kind: ['action.finished'] }), 'kind/0 must be', 'Did you mean action.'],
  ['read_events', () => ({ after: 'x' }), 'after is not a cursor'],
  ['list_orders', () => ({ state: 'open' }), 'state must be one of', 'active'],
  ['review_action', (f) => ({ id: f.inReview, approve: false }), 'note is missing'],

  // Records that do not exist, or that the caller cannot see.
  ['get_record', () => ({ id: absent('act') }), 'NOT_FOUND', 'Correct id; search'],
  ['get_record', (f) => ({ id: f.hidden }), 'NOT_FOUND', 'Correct id; search'],
  ['get_record', () => ({ id: `CT-${'9'.repeat(20)}` }), 'NOT_FOUND', 'Correct id; search'],
  ['claim_action', () => ({ id: absent('act'), do: 'claim' }), 'Correct id'],
  ['update_action', () => ({ id: absent('act'), title: 'x' }), 'Correct id'],
  ['claim_next', () => ({ project_id: absent('prj') }), 'project_id does not name'],
  ['claim_next', () => ({ domain_id: 'Nowhere' }), 'domain_id: no domain', 'Known: ', '"Stage"'],
  [
    'list_actions',
    () => ({ project_id: absent('prj') }),
    'project_id: ',
    'does not name a project',
  ],
  ['list_actions', () => ({ order_id: absent('ord') }), 'order_id: ', 'does not name an order'],
  [
    'list_actions',
    () => ({ order_id: 'Doors' }),
    'order_id: no order that you can see is named "Doors". Known: ',
  ],
  ['list_actions', () => ({ assigned_actor_id: absent('atr') }), 'assigned_actor_id: '],
  ['list_actions', () => ({ assigned_actor_id: 'Ushr' }), 'assigned_actor_id: ', 'mean "Usher"?'],
  ['list_actions', () => ({ project_id: 'Galaa' }), 'project_id: no project', 'mean "Gala"?'],
  ['list_orders', () => ({ agent_id: absent('agt') }), 'agent_id: ', 'does not name an agent'],
  ['list_orders', () => ({ agent_id: 'Nobody' }), 'agent_id: no agent', '"Usher"'],
  ['read_events', () => ({ subject_id: absent('act') }), 'subject_id: '],
  ['read_events', (f) => ({ subject_id: f.hidden }), 'subject_id: '],
  ['read_events', () => ({ action_id: absent('act') }), 'action_id: '],
  ['read_events', () => ({ project_id: absent('prj') }), 'project_id: '],
  ['read_events', () => ({ actor_id: 'Nobody' }), 'actor_id: no person or agent'],
  ['save_project', () => ({ title: 'x', domain_id: 'Nowhere' }), 'domain_id: no domain'],
  ['save_project', () => ({ id: 'Nothing', title: 'x' }), 'id: no project'],
  ['save_project', () => ({ template_id: 'Gala' }), 'template_id: no template', '"Fair"'],
  [
    'ask_question',
    () => ({ question: 'x', on_answer: 'x', assigned_actor_id: 'Usher' }),
    'no person',
  ],
  [
    'list_actions',
    () => ({ project_id: 'Twin' }),
    'project_id: several',
    /prj_\w+ \(active\), prj_/,
  ],

  // States, with the numbers that the next call needs.
  [
    'claim_action',
    (f) => ({ id: f.claimed, do: 'claim' }),
    /expires_at: \d{4}-/,
    /retry_after_seconds: \d+/,
  ],
  ['complete_action', (f) => ({ id: f.done, note: 'x' }), 'ALREADY_TERMINAL', 'status: done'],
  [
    'claim_action',
    (f) => ({ id: f.action, do: 'renew', claim_generation: 99 }),
    'CLAIM_LOST',
    'Claim the action again',
  ],
  ['update_action', (f) => ({ id: f.action, version: 9, title: 'x' }), /current_version: \d+/],
  ['write_document', (f) => ({ id: f.data, version: 9, title: 'x' }), 'current_version: 1'],
  ['drop_action', (f) => ({ id: f.gated, note: 'x' }), 'operation: dropAction', 'ask_approval'],
  [
    'drop_action',
    (f) => ({ id: f.gated, note: 'x', permitted_proposal_id: f.proposal }),
    'permitted_proposal_id',
  ],
  [
    'review_action',
    (f) => ({ id: f.action, approve: true }),
    'NOT_IN_REVIEW',
    'review_state: none',
  ],
];

/** Words of HTTP, which an agent that has only tools cannot follow. */
const wordsOfHttp = ['body/', 'path/', 'query/', 'header/', 'If-Match', '/v1/', 'ETag', 'GET /'];

describeOnEachDatabase('a wrong call of a tool', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let client: McpClient;
  let fixture: Fixture;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    fixture = await createFixture();
    client = await officialClients.new(app.url, given.token, '?tools=all');
  });
  afterAll(async () => {
    await client.close();
    await app.close();
  });

  async function createFixture(): Promise<Fixture> {
    const { person, worker, agent, owner } = given;
    const idOf = async (made: Promise<{ readonly id: string }>) => (await made).id;
    const ids = await createRecordOfEachKind(given, 'wrong');
    await person.ok('updateAgent', { path: { id: agent.id }, body: { can_review: true } });
    const usher = await addAgent(app, owner, { name: 'Usher' });
    const other = apiClient(app, { bearer: usher.token });
    const action = (more: object = {}) =>
      idOf(person.ok('createAction', { body: { title: 'Work', status: 'ready', ...more } }));
    const strict = await person.ok('createOrder', {
      body: { name: 'Strict', agent_id: agent.id, requires_proposals: true },
    });
    const claimed = await action();
    await other.ok('claimAction', { path: { id: claimed }, body: {} });
    const [done, inReview] = [await action(), await action({ requires_review: true })];
    for (const id of [done, inReview]) {
      await other.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    }
    const project = (title: string, more: object = {}) =>
      idOf(person.ok('createProject', { body: { title, ...more } }));
    return {
      ...ids,
      claimed,
      done,
      inReview,
      gated: await action({ order_id: strict.id, assigned_agent_id: agent.id }),
      hidden: await idOf(
        other.ok('createDocument', {
          body: { title: 'Own', content: 'x', access_mode: 'private' },
        }),
      ),
      data: await idOf(worker.ok('createDocument', { body: { title: 'Data', content: { a: 1 } } })),
      twins: [await project('Twin'), await project('Twin')],
      gala: await project('Gala'),
      stage: await idOf(person.ok('createDomain', { body: { name: 'Stage' } })),
      template: await project('Fair', { is_template: true }),
      usher: usher.agent,
      ada: owner.owner.id,
    };
  }

  test('is tried for every tool', () => {
    const tried = new Set(wrongCalls.map(([tool]) => tool));
    expect(tools.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test.each(wrongCalls.map((row, at) => [`${at} ${row[0]} ${String(row[1])}`, row] as const))(
    '%s',
    async (_title, [tool, args, ...says]) => {
      const { isError, text, structured } = await client.call(tool, args(fixture));
      expect({ isError, text }).toMatchObject({ isError: true });
      const whole = JSON.stringify(structured) + text;
      for (const http of wordsOfHttp) {
        if (JSON.stringify(args(fixture)).includes(http)) continue;
        expect([http, whole.includes(http)]).toEqual([http, false]);
      }
      for (const part of says) expect(text).toMatch(part);
      expect(text.length).toBeLessThan(4000);
    },
  );

  test('is refused alike for a record that is hidden and one that does not exist', async () => {
    for (const [tool, argument] of [
      ['get_record', 'id'],
      ['read_events', 'subject_id'],
    ] as const) {
      const [hidden, none] = await Promise.all(
        [fixture.hidden, absent('doc')].map(async (id) => {
          const { text } = await client.call(tool, { [argument]: id });
          return text.replaceAll(id, 'ID');
        }),
      );
      expect(hidden).toBe(none);
    }
  });

  test('has no other one for a filter that no record matches yet', async () => {
    const empty: readonly (readonly [string, JsonRecord])[] = [
      ['list_actions', { project_id: fixture.gala }],
      ['list_actions', { assigned_actor_id: fixture.ada, project_id: fixture.gala }],
      ['list_actions', { assigned_actor_id: 'none', project_id: 'Gala' }],
      ['list_orders', { agent_id: 'Usher' }],
      ['read_events', { subject_id: fixture.gala, kind: 'project.updated' }],
    ];
    for (const [tool, args] of empty) {
      const { isError, text } = await client.call(tool, args);
      expect({ tool, args, isError, text }).toMatchObject({ isError: false });
      expect(JSON.parse(text)).not.toHaveProperty('items.0');
    }
  });
});

describeOnEachDatabase('an argument of a tool', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let client: McpClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    client = await officialClients.new(app.url, given.token, '?tools=all');
  });
  afterEach(() => client.close());

  const ok = async (name: string, args: JsonRecord): Promise<JsonRecord> => {
    const { isError, text, structured } = await client.call(name, args);
    expect({ name, args, isError, text }).toMatchObject({ isError: false });
    return structured;
  };
  const titlesOf = async (args: JsonRecord): Promise<unknown[]> =>
    asList((await ok('list_actions', args))['items']).map((item) => asObject(item)['title']);

  /** Creates an action, and reads it. */
  const make = async ({ project_id, ...item }: JsonRecord) => {
    const { records } = await ok('create_actions', {
      actions: [item],
      ...(project_id !== undefined && { project_id }),
    });
    const id = String(asObject(asList(records)[0])['id']);
    return given.person.ok('getAction', { path: { id } });
  };
  const recordOf = async (name: string, args: JsonRecord) =>
    asObject((await ok(name, { ...args, include: 'record' }))['record']);

  test('may be the name of a project, a person, an agent or a domain', async () => {
    const { person, owner, agent } = given;
    const ownerName = (await person.ok('getUser', { path: { id: owner.owner.userId } })).name;
    const domain = await person.ok('createDomain', { body: { name: 'Bühne' } });
    const template = await person.ok('createProject', {
      body: { title: 'Fair', is_template: true },
    });
    // Composed and decomposed, in any case, and with other accents.
    const saved = await recordOf('save_project', { title: 'Soirée', domain_id: 'bu\u0308hne' });
    await person.ok('createProject', { body: { title: 'Soiree' } });
    expect(saved).toMatchObject({ domain_id: domain.id });
    const project_id = saved['id'];
    const name = 'SOIRE\u0301E';
    const made = await make({
      title: 'Print',
      status: 'ready',
      project_id: name,
      assigned_actor_id: ownerName,
    });
    expect(made).toMatchObject({ project_id, assigned_actor_id: owner.owner.id });
    expect(await titlesOf({ project_id: name, assigned_actor_id: ownerName })).toEqual(['Print']);
    expect(await titlesOf({ assigned_actor_id: agent.name })).toEqual([]);
    await ok('update_action', { id: made.id, assigned_actor_id: agent.name });
    expect(await titlesOf({ assigned_actor_id: agent.name })).toEqual(['Print']);
    expect(await ok('claim_next', { project_id: name, domain_id: 'Bühne' })).toMatchObject({
      record: { id: made.id },
    });
    expect(await ok('get_record', { id: name })).toMatchObject({ record: { id: project_id } });
    expect(await ok('get_record', { id: 'Bühne' })).toMatchObject({ record: { id: domain.id } });
    expect(await ok('get_record', { id: agent.name })).toMatchObject({ record: { id: agent.id } });
    await ok('add_note', { id: name, note: 'On the project.' });
    await ok('save_project', { id: name, state: 'paused' });
    expect(await recordOf('save_project', { template_id: 'fair', title: 'Copy' })).toMatchObject({
      title: 'Copy',
    });
    expect(await ok('get_record', { id: 'Fair' })).toMatchObject({ record: { id: template.id } });
    const asked = { question: 'Red?', on_answer: 'x', assigned_actor_id: ownerName };
    const question = asObject((await ok('ask_question', { ...asked, project_id: name }))['record']);
    expect(await person.ok('getQuestion', { path: { id: String(question['id']) } })).toMatchObject({
      project_id,
      assigned_actor_id: owner.owner.id,
    });
    expect(await ok('read_events', { actor_id: agent.name, project_id: name })).toMatchObject({
      items: [{ project_id }, {}, {}, {}, {}, {}, {}],
    });
    await ok('list_orders', { agent_id: agent.name });
  });

  test('may be the name of an order or a document, but of no private one of others', async () => {
    const { person, owner, agent } = given;
    const order = await person.ok('createOrder', {
      body: { name: '\u0130stanbul T\u00fcr\u00fc', agent_id: agent.id },
    });
    const document = await person.ok('createDocument', {
      body: {
        title: '\u062e\u0637\u0629 \u0627\u0644\u0639\u0645\u0644',
        content: 'A',
        access_mode: 'shared_edit',
      },
    });
    const [order_id, title] = ['istanbul t\u00fcr\u00fc', `${document.title}\u200b`];
    const made = await ok('create_actions', {
      actions: [{ title: 'Sail', status: 'ready' }],
      order_id,
    });
    const id = String(asObject(asList(made['records'])[0])['id']);
    expect(await person.ok('getAction', { path: { id } })).toMatchObject({ order_id: order.id });
    expect(await titlesOf({ order_id })).toEqual(['Sail']);
    await ok('update_action', { id, order_id });
    await ok('log_checkin', { order_id, note: 'Calm.' });
    await ok('ask_question', { question: 'Now?', on_answer: 'x', order_id });
    await ok('write_document', { id: title, version: 1, find: 'A', replace: 'B' });
    await ok('write_document', { title: 'Log', content: 'x', attach_to: order_id });
    for (const one of [order_id, title]) await ok('add_note', { id: one, note: 'Seen.' });
    await ok('add_note', { id: order_id, link: title });
    const asked = { operation: 'updateDocument', payload: { id: title, content: 'C' }, title: 'x' };
    const proposal = asObject((await ok('ask_approval', asked))['record']);
    const path = { id: String(proposal['id']) };
    expect(await person.ok('getProposal', { path })).toMatchObject({
      payload: { id: document.id },
    });
    const done = { id, note: 'Sailed.', links: [{ document_id: title }] };
    await ok('complete_action', done);
    const { items } = await person.ok('listLinks', { query: { action_id: id } });
    expect(items).toMatchObject([{ document_id: document.id }]);
    expect(await ok('get_record', { id: order_id })).toMatchObject({ record: { id: order.id } });
    expect(await ok('get_record', { id: title })).toMatchObject({ record: { id: document.id } });
    await ok('read_events', { subject_id: title });

    const other = apiClient(app, { bearer: (await addAgent(app, owner)).token });
    const own = { title: 'Secret', content: 'x', access_mode: 'private' } as const;
    await other.ok('createDocument', { body: own });
    for (const [name, args] of [
      ['get_record', { id: 'Secret' }],
      ['write_document', { id: 'Secret', content: 'y' }],
      ['add_note', { id: 'Secret', note: 'y' }],
    ] as const) {
      const { text } = await client.call(name, args);
      expect(text).toMatch(
        /^INVALID_REFERENCE: id: no .*document that you can see is named "Secret"/,
      );
      expect(text.replace('named "Secret"', '')).not.toContain('Secret');
      const absentToo = await client.call(name, { ...args, id: 'Sacred' });
      expect(absentToo.text).toBe(text.replace('"Secret"', '"Sacred"'));
    }
    const mine = { ...own, content: 'mine' };
    const { record } = await ok('write_document', mine);
    expect(await ok('get_record', { id: 'secret' })).toMatchObject({
      record: { id: asObject(record)['id'], content: 'mine' },
    });
    await person.ok('createDocument', {
      body: { title: 'SECRET', content: 'x', access_mode: 'shared_read' },
    });
    const several = await client.call('get_record', { id: 'secret' });
    expect(several.text).toMatch(/id: several records are named "secret"\. .*doc_\w+, doc_\w+\.$/);
  });

  test.each([
    ['\u0130stanbul', 'istanbul', 'i\u0307stanbul'],
    ['Stra\u00dfe', 'STRASSE', 'stra\u1e9ee'],
    ['\ufb01nance', 'Finance', 'FINANCE'],
    ['\uff26\uff41\uff49\uff52', 'fair', 'FAIR'],
    ['Caf\u00e9', 'cafe\u0301', 'CAF\u00c9'],
    ['\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2', '\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3'],
    ['D\u0131\u015fi\u015fler', 'DI\u015e\u0130\u015eLER', 'd\u0131\u015fi\u015fler'],
    ['Zo\u00eb \u200bHall', 'zoe\u0308\u00a0hall'],
  ])('%s is found by names that fold alike', async (title, ...others) => {
    const { id } = await given.person.ok('createProject', { body: { title } });
    for (const name of [title, ...others]) {
      expect(await ok('get_record', { id: name })).toMatchObject({ record: { id } });
    }
  });

  test('that is me or none is never a name, and an id is none', async () => {
    const { person, owner, agent } = given;
    await addAgent(app, owner, { name: 'me' });
    await addAgent(app, owner, { name: 'None' });
    await person.ok('createProject', { body: { title: 'none' } });
    const gala = await person.ok('createProject', { body: { title: 'Gala' } });
    const other = await person.ok('createProject', { body: { title: gala.id } });
    const mine = await make({
      title: 'Mine',
      status: 'ready',
      assigned_actor_id: 'me',
      project_id: gala.id,
    });
    expect(mine).toMatchObject({ assigned_actor_id: agent.actor_id, project_id: gala.id });
    await make({ title: 'Pool', status: 'ready', assigned_actor_id: 'none' });
    expect(await titlesOf({ assigned_actor_id: 'me' })).toEqual(['Mine']);
    expect(await titlesOf({ assigned_actor_id: 'none' })).toEqual(['Pool']);
    await ok('update_action', { id: mine.id, project_id: 'none' });
    expect(await given.person.ok('getAction', { path: { id: mine.id } })).toMatchObject({
      project_id: null,
    });
    expect(await ok('get_record', { id: other.title })).toMatchObject({ record: { id: gala.id } });
  });

  test('with a name that only another workspace has names nothing', async () => {
    const theirs = await aWorkspace(app, database());
    await theirs.person.ok('createProject', { body: { title: 'Theirs' } });
    await given.person.ok('createProject', { body: { title: 'Ours' } });
    const { text } = await client.call('create_actions', {
      actions: [{ title: 'x' }],
      project_id: 'Theirs',
    });
    expect(text).toMatch(
      'project_id: no project that you can see is named "Theirs". Known: "Ours"',
    );
  });

  test('is parsed when it is JSON text and the schema takes no text', async () => {
    const made = await make({
      title: '["Print"]',
      status: 'ready',
      requirements: '["print"]',
      assigned_actor_id: null,
      input_payload: '{"pages": [1, 2], "note": "{}"}',
    });
    const { id } = made;
    expect(made).toMatchObject({
      title: '["Print"]',
      requirements: ['print'],
      input_payload: { pages: [1, 2], note: '{}' },
    });
    expect(await ok('get_overview', { brief: 'true' })).toHaveProperty('attention');
    expect(await ok('get_overview', { brief: ' false ' })).toHaveProperty('overview');
    expect(await ok('get_record', { id, with: '["notes"]' })).toHaveProperty('notes');
    expect(await titlesOf({ status: '["ready"]' })).toEqual(['["Print"]']);
    expect(await titlesOf({ status: 'ready' })).toEqual(['["Print"]']);
    const own = await make({ title: 'Mine', status: 'ready' });
    await ok('complete_action', {
      id: own.id,
      note: '{"done": true}',
      links: '["{\\"url\\":\\"https://example.com/a\\"}"]',
    });
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    for (const requirements of ['["print"', deep, '{}', 'print', '1']) {
      const { text } = await client.call('create_actions', {
        actions: JSON.stringify([{ title: 'x', requirements }]),
      });
      expect(text).toMatch('requirements must be array');
    }
  });
});
