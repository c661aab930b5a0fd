import definitions from '../../generated/mcp-tools.json';
import document from '../../generated/openapi.json';
import { operationsById } from '../../scripts/conformance/lookup';
import { asList, asObject } from '../../scripts/generate/json';
import { orderIn, ordersOf } from '../../scripts/generate/prose-orders';
import { defaultOrder } from '../../scripts/generate/validate-promises';
import { instructions } from '../../src/features/mcp/mcp-operations';
import { tools } from '../../src/features/mcp/tools/tool-table';
import { closeSchemas } from '../../src/platform/http/responses/response-validator';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client as apiClient } from '../../scripts/requests/client';
import { bulkEffects } from '../support/bulk-effects';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { officialClients, type McpClient } from '../support/mcp-clients';
import { factsOf } from '../../scripts/requests/operations';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const usual = definitions.slice(0, 16);

describe('the tools', () => {
  test('keep to their budgets', () => {
    const envelope = { jsonrpc: '2.0', id: 1, result: { tools: usual } };
    expect(bytes(envelope)).toBeLessThanOrEqual(16_384);
    for (const tool of definitions) {
      expect([tool.name, bytes(tool) <= 2048]).toEqual([tool.name, true]);
      expect([tool.name, tool.description.length <= 240]).toEqual([tool.name, true]);
    }
    expect(instructions.length).toBeLessThanOrEqual(1200);
    expect(instructions).not.toMatch(/\s$/);
  });

  test('have a fixed order', () => {
    expect(definitions.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(usual.map(({ name }) => name)).toEqual([
      'get_overview',
      'claim_next',
      'claim_action',
      'complete_action',
      'drop_action',
      'get_record',
      'list_actions',
      'search',
      'create_action',
      'update_action',
      'ask_question',
      'ask_approval',
      'close_request',
      'add_note',
      'log_checkin',
      'write_document',
    ]);
  });

  test('have schemas that every client takes', () => {
    const allowed = new Set(['type', 'enum', 'items', 'properties', 'required', 'description']);
    allowed.add('additionalProperties');
    const faults: string[] = [];
    const check = (schema: unknown, at: string): void => {
      const { properties, items, type, ...others } = asObject(schema);
      for (const keyword of Object.keys(others))
        if (!allowed.has(keyword)) faults.push(`${at} ${keyword}`);
      if (type === undefined) faults.push(`${at} has no type`);
      if ([type].flat().includes('array') && items === undefined) faults.push(`${at} has no items`);
      if (items !== undefined) check(items, `${at}[]`);
      for (const [name, each] of Object.entries(asObject(properties))) {
        if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) faults.push(`${at}.${name} is no name`);
        check(each, `${at}.${name}`);
      }
    };
    for (const { name, inputSchema } of definitions) {
      expect([name, inputSchema.type]).toEqual([name, 'object']);
      check(inputSchema, name);
    }
    expect(faults).toEqual([]);
    expect(JSON.stringify(definitions)).not.toMatch(/\$ref|\$defs|outputSchema/);
  });

  test('perform operations that agents may call, and say truly whether they write', () => {
    for (const { name, hints, operationIds } of tools) {
      expect([name, operationIds.every((id) => factsOf(id).permission.agents !== 'none')]).toEqual([
        name,
        true,
      ]);
      const reads = operationIds.every((id) => factsOf(id).permission.scope === 'read');
      expect([name, hints.readOnlyHint]).toEqual([name, reads]);
      const drops = operationIds.some((id) =>
        Object.values(bulkEffects[id] ?? {}).some(({ takes }) => takes === 'dropAction'),
      );
      if (drops) expect([name, hints.destructiveHint]).toEqual([name, true]);
    }
  });
});

describe('what the text of a tool promises', () => {
  /** The input of the calls that a tool performs with these arguments. */
  async function sentBy(name: string, args: JsonRecord): Promise<JsonRecord[]> {
    const sent: JsonRecord[] = [];
    await tools
      .find((tool) => tool.name === name)
      ?.run(args, (...calls) => {
        sent.push(...calls.map(({ input: { query, body } }) => asObject(query ?? body)));
        return Promise.resolve(calls.map(() => ({ status: 200, headers: {}, body: {} })));
      });
    return sent;
  }

  const needed: Readonly<Record<string, JsonRecord>> = {
    get_record: { id: 'act_1', with: ['context'] },
    search: { q: 'x' },
  };
  const numbers = tools.flatMap(({ name, parameters }) =>
    Object.entries(parameters).flatMap(([parameter, { text = '' }]) =>
      [...text.matchAll(/\b(default|at most|at least) (\d+)/gi)].map(([, word = '', number]) => ({
        title: `${name}.${parameter}: ${word.toLowerCase()} ${number}`,
        name,
        parameter,
        word: word.toLowerCase(),
        number: Number(number),
      })),
    ),
  );

  test('has no number that the next test does not try', () => {
    const texts = tools.flatMap(({ parameters }) =>
      Object.values(parameters).map(({ text = '' }) => text.replaceAll(/ISO 8601/g, '')),
    );
    expect(texts.join(' ').match(/\d+/g)).toEqual(numbers.map(({ number }) => String(number)));
  });

  test.each(numbers)('$title', async ({ name, parameter, word, number }) => {
    const args = needed[name] ?? {};
    const beyond = { default: undefined, 'at most': number + 1, 'at least': number - 1 }[word];
    const sent = await sentBy(name, {
      ...args,
      ...(beyond !== undefined && { [parameter]: beyond }),
    });
    expect(sent.map((input) => input[parameter])).toContain(number);
  });

  test.each(tools.filter(({ description }) => orderIn(description) !== undefined))(
    '$name: its order',
    ({ description, operationIds: [id = 'getMe'] }) => {
      const found = operationsById(document).get(id);
      expect(ordersOf(orderIn(description) ?? '')).toContain(
        found && defaultOrder(document, found),
      );
    },
  );
});

describeOnEachDatabase('the tools', (database) => {
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

  const ok = async (name: string, args: JsonRecord = {}): Promise<JsonRecord> => {
    const { isError, text, structured } = await client.call(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    expect(JSON.parse(text)).toEqual(structured);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024);
    return structured;
  };
  const refusal = async (name: string, args: JsonRecord): Promise<JsonRecord> => {
    const { isError, text, structured } = await client.call(name, args);
    const error = asObject(structured['error']);
    expect({ name, isError, text }).toMatchObject({ isError: true });
    expect(text).toBe(`${String(error['code'])}: ${String(error['message'])}`);
    return error;
  };

  test('return what the responses of their operations have', async () => {
    const ids = await createRecordOfEachKind(given, 'tools');
    const readable = [
      'action',
      'project',
      'order',
      'document',
      'question',
      'proposal',
      'note',
      'link',
      'checkin',
      'revision',
      'domain',
      'agent',
    ] as const;
    const schemas = {
      action: 'Action',
      project: 'Project',
      order: 'Order',
      document: 'Document',
      question: 'Question',
      proposal: 'Proposal',
      note: 'Note',
      link: 'Link',
      checkin: 'Checkin',
      revision: 'Revision',
      domain: 'Domain',
      agent: 'Agent',
    };
    for (const kind of readable) {
      const { record } = await ok('get_record', { id: ids[kind] });
      matches(schemas[kind], record);
    }
    const action = await ok('get_record', { id: ids.action, with: ['context', 'notes'] });
    matches('ActionContext', action['context']);
    matches('NoteList', action['notes']);
    const project = await ok('get_record', {
      id: ids.project,
      with: ['actions', 'notes', 'links'],
    });
    matches('ActionList', project['actions']);
    const order = await ok('get_record', { id: ids.order, with: ['actions', 'checkins'] });
    matches('CheckinList', order['checkins']);
    const revisions = await ok('get_record', { id: ids.document, with: ['revisions'] });
    matches('RevisionList', revisions['revisions']);
    matches('AgentOverview', (await ok('get_overview'))['overview']);
    const brief = await ok('get_overview', { brief: true });
    matches('AgentAttention', brief['attention']);
    matches('AgentNews', brief['news']);
    matches('ActionList', await ok('list_actions', { status: ['ready'], assigned_actor_id: 'me' }));
    matches('SearchResults', await ok('search', { q: 'tools', type: ['action', 'document'] }));
    matches('EventFeed', await ok('read_events', { limit: 5 }));
    matches('OrderList', await ok('list_orders', { agent_id: 'me' }));
    matches('ActionClaimNextResult', await ok('claim_next', { lease_seconds: 600 }));
  });

  test('review work, with can_review alone', async () => {
    const finished = async () => {
      const body = { title: 'Print', status: 'ready', assigned_actor_id: null } as const;
      const { id } = await given.person.ok('createAction', { body });
      await given.person.ok('updateAction', { path: { id }, body: { requires_review: true } });
      const other = await addAgent(app, given.owner);
      const api = apiClient(app, { bearer: other.token });
      await api.ok('completeAction', { path: { id }, body: { result_summary: 'Printed.' } });
      return id;
    };
    const [first, second] = [await finished(), await finished()];
    const approval = { id: first, approve: true };
    expect(await refusal('review_action', approval)).toMatchObject({ code: 'FORBIDDEN' });
    const { id } = given.agent;
    await given.person.ok('updateAgent', { path: { id }, body: { can_review: true } });
    await ok('review_action', approval);
    expect(await refusal('review_action', approval)).toMatchObject({ code: 'NOT_IN_REVIEW' });
    await ok('review_action', { id: second, approve: false, reason: 'Page seven is missing.' });
    const states = await Promise.all(
      [first, second].map((each) => given.person.ok('getAction', { path: { id: each } })),
    );
    expect(states.map(({ review }) => review.state)).toEqual(['approved', 'rejected']);
  });

  test('write as the agent', async () => {
    const ids = await createRecordOfEachKind(given, 'written');
    const made = await ok('create_action', {
      title: 'Sweep',
      status: 'ready',
      details: 'The hall.',
    });
    const actionId = String(made['id']);
    await ok('update_action', { id: actionId, version: made['version'], title: 'Sweep it' });
    expect(await refusal('update_action', { id: actionId, version: 1, title: 'No' })).toMatchObject(
      {
        code: 'STALE_VERSION',
      },
    );
    const claim = asObject((await ok('claim_action', { id: actionId, do: 'claim' }))['claim']);
    await ok('claim_action', {
      id: actionId,
      do: 'renew',
      note: 'Half.',
      claim_generation: claim['generation'],
    });
    await ok('claim_action', { id: actionId, do: 'release', note: 'Broom broke.' });
    await ok('claim_action', { id: actionId, do: 'claim' });
    await ok('complete_action', {
      id: actionId,
      result_summary: 'Swept.',
      links: [{ url: 'https://example.com/hall', title: 'Hall' }],
    });
    expect(
      await refusal('complete_action', { id: actionId, result_summary: 'Again.' }),
    ).toMatchObject({ code: 'ALREADY_TERMINAL' });
    const dropped = await ok('create_action', { title: 'Needless', status: 'ready' });
    await ok('drop_action', { id: dropped['id'], reason: 'Nobody needs it.' });
    for (const kind of ['action', 'project', 'order', 'question', 'proposal'] as const) {
      matches('Note', await ok('add_note', { id: ids[kind], text: `On the ${kind}.` }));
    }
    const page = await ok('write_document', { title: 'Own', content: 'Text' });
    matches('Note', await ok('add_note', { id: page['id'], text: 'On it.' }));
    matches(
      'Link',
      await ok('add_note', { id: ids.order, url: 'https://example.com/o', text: 'Order' }),
    );
    matches('Checkin', await ok('log_checkin', { order_id: ids.order, summary: 'All well.' }));
    const question = await ok('ask_question', {
      question: 'Red?',
      on_answer: 'I paint.',
      choices: ['Yes', 'No'],
    });
    await ok('close_request', { id: question['id'], response: 'Yes' });
    const other = await ok('ask_question', { question: 'Blue?', on_answer: 'I paint.' });
    await ok('close_request', { id: other['id'], reason: 'Found out.' });
    const proposal = await ok('ask_approval', {
      operation: 'createAction',
      title: 'More',
      payload: { title: 'More' },
    });
    await ok('close_request', { id: proposal['id'] });
    const saved = await ok('save_project', { title: 'Hall' });
    await ok('save_project', { id: saved['id'], version: saved['version'], state: 'paused' });
    const one = await ok('create_action', { title: 'One', status: 'ready' });
    const two = await ok('create_action', { title: 'Two', status: 'ready' });
    await ok('set_blocker', { id: one['id'], blocker_id: two['id'], blocked: true });
    expect(
      await ok('set_blocker', { id: one['id'], blocker_id: two['id'], blocked: false }),
    ).toEqual({ removed: true });
    const template = await given.person.ok('createProject', {
      body: { title: 'Fair', is_template: true },
    });
    matches('Project', await ok('duplicate_project', { id: template.id, title: 'Fair 2027' }));
  });

  test('close a project only as far as its actions may be dropped, and with an approval', async () => {
    const order = await given.person.ok('createOrder', {
      body: { name: 'Strict', agent_id: given.agent.id, requires_proposals: true },
    });
    const { id } = await given.worker.ok('createProject', { body: { title: 'Hall' } });
    const { id: actionId } = await given.person.ok('createAction', {
      body: { title: 'Paint', status: 'ready', project_id: id, order_id: order.id },
    });
    const closing = { id, state: 'dropped', close_actions: true };
    expect(await refusal('save_project', closing)).toMatchObject({
      code: 'PROPOSAL_REQUIRED',
      details: { operation: 'updateProject', action_ids: [actionId] },
    });
    const asked = await ok('ask_approval', {
      operation: 'updateProject',
      title: 'Close the hall',
      payload: closing,
    });
    await given.person.ok('permitProposal', { path: { id: String(asked['id']) } });
    await ok('save_project', { ...closing, permitted_proposal_id: asked['id'] });
    const { status } = await given.person.ok('getAction', { path: { id: actionId } });
    expect(status).toBe('dropped');
  });

  test('check arguments like requests, and take null for an absent one', async () => {
    expect(await refusal('search', { q: 'a', more: 1 })).toMatchObject({
      code: 'UNKNOWN_FIELD',
      issues: [{ path: 'more' }],
    });
    expect(await refusal('search', {})).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusal('get_record', { id: 'usr_01JZ0000000000000000000001' })).toMatchObject({
      issues: [{ path: 'id' }],
    });
    expect(await refusal('get_record', { id: 'act_none' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal('get_record', { id: 'not_none', with: ['context'] })).toMatchObject({
      issues: [{ path: 'with' }],
    });
    expect(await refusal('create_action', { title: 'a\u0000' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await ok('search', { q: 'a', type: null, limit: null, after: null });
  });

  test('do nothing half: with a wrong cursor nothing is claimed, and reading moves without work', async () => {
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Print', status: 'ready', assigned_agent_id: given.agent.id },
    });
    await refusal('claim_next', { news_read_through: 'not a cursor' });
    expect(await given.person.ok('getAction', { path: { id } })).toMatchObject({
      claimed_by_actor_id: null,
    });
    await given.person.ok('dropAction', { path: { id }, body: {} });
    const brief = await ok('get_overview', { brief: true });
    const through = asObject(asObject(brief['news'])['page'])['next'];
    expect(await ok('claim_next', { news_read_through: through })).toMatchObject({
      reason: 'none_ready',
      news_position: {},
    });
    expect(await ok('get_overview', { brief: true })).toMatchObject({
      attention: { counts: { unread_news: 0 } },
    });
  });

  test('run once with one client_request_id, together with the news', async () => {
    await given.person.ok('createAction', {
      body: { title: 'Print', status: 'ready', assigned_agent_id: given.agent.id },
    });
    const brief = await ok('get_overview', { brief: true });
    const news_read_through = asObject(asObject(brief['news'])['page'])['next'];
    const args = { news_read_through, client_request_id: 'once' };
    const first = await ok('claim_next', args);
    const again = await ok('claim_next', args);
    expect(again['claim']).toEqual(first['claim']);
    expect(again['reason']).toBe('claimed');
  });

  test('show long documents in pieces, and overwrite none that was not seen', async () => {
    const text = 'Ein langer Satz über Käse. '.repeat(4000);
    const made = await ok('write_document', { title: 'Long', content: `${text}END` });
    const { id, version } = made;
    const first = asObject((await ok('get_record', { id }))['record']);
    let seen = String(first['content']);
    let range = asObject(first['content_range']);
    while (Number(range['offset']) + Number(range['length']) < Number(range['total'])) {
      const offset = Number(range['offset']) + Number(range['length']);
      const piece = asObject((await ok('get_record', { id, offset, version }))['record']);
      seen += String(piece['content']);
      range = asObject(piece['content_range']);
    }
    expect(seen).toBe(`${text}END`);
    expect(await refusal('write_document', { id, version, content: 'Short' })).toMatchObject({
      issues: [{ path: 'content' }],
    });
    const edited = await ok('write_document', { id, version, find: 'END', replace: 'The end.' });
    expect(await refusal('get_record', { id, offset: 0, length: 10, version })).toMatchObject({
      code: 'STALE_VERSION',
    });
    await ok('write_document', {
      id,
      version: edited['version'],
      content: 'Short',
      replace_all: true,
    });
    expect(await ok('get_record', { id })).toMatchObject({ record: { content: 'Short' } });
  });

  test('keep content that is JSON as JSON', async () => {
    const { id, version } = await given.worker.ok('createDocument', {
      body: { title: 'Data', content: { a: null } },
    });
    expect(await refusal('write_document', { id, version, content: 'text' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await ok('write_document', { id, version, content: '{"a":[]}' });
    expect(await ok('get_record', { id })).toMatchObject({ record: { content: { a: [] } } });
  });

  test('shorten what is too long, and say how to get more', async () => {
    const details = 'Sehr lang. '.repeat(5000);
    const { id } = await given.worker.ok('createAction', {
      body: { title: 'Long', status: 'ready', details },
    });
    const read = await ok('get_record', { id });
    expect(read).toMatchObject({
      truncated: { '/record/details': expect.stringMatching(/^\d+ of 55000 /) },
      how_to_get_more: expect.any(String),
    });
    const claimed = await client.call('claim_next', {});
    expect(Buffer.byteLength(claimed.text)).toBeLessThanOrEqual(8 * 1024);
  });
});

// Members that are null or empty are left out of results, so nothing is required in them.
const { validatorOf, errorsText } = closeSchemas(withoutRequired(document));

function matches(schema: string, value: unknown): void {
  const validate = validatorOf({ $ref: `#/components/schemas/${schema}` });
  const { news_position: _, ...record } = asObject(value);
  expect(Object.keys(record).length).toBeGreaterThan(0);
  expect(validate(record) ? schema : errorsText(validate)).toBe(schema);
}

function withoutRequired(value: JsonRecord): JsonRecord {
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return asList(node).map(strip);
    if (!isRecord(node)) return node;
    const kept = Object.entries(node).filter(
      ([key, each]) => key !== 'required' || !Array.isArray(each),
    );
    return Object.fromEntries(kept.map(([key, each]) => [key, strip(each)]));
  };
  return asObject(strip(value));
}
