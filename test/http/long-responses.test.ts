import { randomBytes, randomUUID } from 'node:crypto';
import { isPacked, pack, unpack } from '../../src/platform/db/packed-text';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { createClient, unwrap } from '../../src/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { officialClients } from '../support/mcp-clients';
import { exported, imported, sentence } from '../support/transfer';

const long = 'é'.repeat(20_000);

describeOnEachDatabase('Long responses and texts', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const key = (): string => randomUUID();

  /** What is stored for the retries of a request. */
  const storedFor = async (clientRequestId: string) => {
    const row = await database()
      .knex('idempotency_records')
      .where({ workspace_id: given.workspaceId, client_request_id: clientRequestId })
      .first('status', 'headers', 'body');
    return { ...row, bytes: JSON.stringify(row).length };
  };

  const claimed = async (): Promise<string> => {
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Long', details: long, status: 'ready', assigned_agent_id: given.agent.id },
    });
    await given.worker.ok('claimAction', { path: { id } });
    return id;
  };

  test('a heartbeat on a long action stores little, and a retry has the claim in headers', async () => {
    const id = await claimed();
    const request = { path: { id }, body: { client_request_id: key() } };
    const first = await given.worker.call('heartbeatAction', request);
    expect((await storedFor(request.body.client_request_id)).bytes).toBeLessThan(1000);
    const again = await given.worker.call('heartbeatAction', request);
    expect(first.status).toBe(200);
    expect(again.status).toBe(204);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      etag: first.headers['etag'],
      'claim-generation': '1',
    });
    expect(again.headers['preference-applied']).toBeUndefined();
    await given.worker.ok('releaseAction', { path: { id } });
  });

  test.each([
    ['8,192 bytes and less are stored', 0, 201],
    ['one byte more is not', 1, 204],
  ])('%s', async (_, more, status) => {
    const body = { title: 'Short', details: '', client_request_id: key() };
    const { body: empty } = await given.person.call('createAction', { body });
    const left = 8192 - Buffer.byteLength(JSON.stringify(empty));
    const request = {
      body: { title: 'Short', details: 'x'.repeat(left + more), client_request_id: key() },
    };
    const first = await given.person.call('createAction', request);
    const again = await given.person.call('createAction', request);
    expect(again.status).toBe(status);
    expect(again.headers['location']).toBe(first.headers['location']);
    if (status === 201) expect(again.body).toEqual(first.body);
  });

  test('a response without content is stored without content', async () => {
    const body = { title: 'Short', client_request_id: key() };
    const header = { Prefer: 'return=minimal' } as const;
    const first = await given.person.call('createAction', { body, header });
    expect(await storedFor(body.client_request_id)).toMatchObject({ status: 204, body: null });
    const again = await given.person.call('createAction', { body, header });
    expect([first.status, again.status]).toEqual([204, 204]);
    expect(again.headers['preference-applied']).toBe('return=minimal');
    const whole = await given.person.call('createAction', { body });
    expect([whole.status, whole.headers['location']]).toEqual([204, first.headers['location']]);
  });

  test('a long batch keeps its results without the records', async () => {
    const { id } = await given.person.ok('createAction', {
      body: {
        title: 'Long',
        details: long,
        status: 'ready',
        assigned_agent_id: given.agent.id,
        requires_review: true,
      },
    });
    const done = await given.worker.ok('completeAction', {
      path: { id },
      body: { result_summary: 'Done.' },
    });
    const items = [{ id, version: done.version, decision: 'approve' as const }];
    const body = { items, client_request_id: key() };
    await given.person.ok('batchReviewActions', { body });
    const again = await given.person.call('batchReviewActions', { body });
    expect(again).toMatchObject({ status: 200, body: { items: [{ id, status: 200 }] } });
    expect(JSON.stringify(again.body)).not.toContain('record');
  });

  test('the client reads the record again', async () => {
    const id = await claimed();
    const body = { client_request_id: key() };
    const api = createClient({ baseUrl: app.url, token: given.token });
    const params = { path: { id } };
    const beat = () => unwrap(api.POST('/v1/actions/{id}/heartbeat', { params, body }));
    expect(await beat()).toEqual(await beat());
    const created = { title: 'New', details: long, client_request_id: key() };
    const create = () => unwrap(api.POST('/v1/actions', { body: created }));
    expect(await create()).toEqual(await create());
    await given.worker.ok('releaseAction', { path: { id } });
    const next = () =>
      unwrap(api.POST('/v1/agents/{id}/claim-next', { params: { path: { id: 'me' } }, body }));
    const first = await next();
    expect(first.reason).toBe('claimed');
    expect(await next()).toMatchObject({
      reason: 'continue_current',
      action: { id: first.action?.id },
    });
    await given.worker.ok('releaseAction', { path: { id: first.action?.id ?? '' } });
  });

  test('a repeated tool call has a result', async () => {
    const mcp = await officialClients.new(app.url, given.token);
    try {
      const created = { title: 'Tool', details: long, client_request_id: key() };
      const first = await mcp.call('create_action', created);
      const again = await mcp.call('create_action', created);
      expect(again.structured['id']).toBe(first.structured['id']);
      const taken = { client_request_id: key() };
      const claim = await mcp.call('claim_next', taken);
      const continued = await mcp.call('claim_next', taken);
      expect(claim.structured['reason']).toBe('claimed');
      expect(continued.structured).toMatchObject({ reason: 'continue_current' });
    } finally {
      await mcp.close();
    }
  });

  test('revisions are packed, read, reverted, exported and imported', async () => {
    const { person } = given;
    const content = { text: 'A line of prose. '.repeat(1000) };
    const document = await person.ok('createDocument', { body: { title: 'Prose', content } });
    await person.ok('updateDocument', {
      path: { id: document.id },
      header: { 'If-Match': `"${document.version}"` },
      body: { content: 'short' },
    });
    const [newest, oldest] = (
      await person.ok('listDocumentRevisions', { path: { id: document.id } })
    ).items;
    const stored = await database()
      .knex('document_revisions')
      .where({ workspace_id: given.workspaceId, id: oldest?.id })
      .first('content');
    expect(isPacked(stored.content)).toBe(true);
    expect(stored.content.length).toBeLessThan(1000);
    const path = { id: oldest?.id ?? '' };
    expect((await person.ok('getRevision', { path })).content).toEqual(content);
    await person.ok('revertRevision', { path: { id: newest?.id ?? '' } });
    expect((await person.ok('getDocument', { path: { id: document.id } })).content).toEqual(
      content,
    );

    const text = await exported(database().url, given.workspaceId);
    const other = await openTestDatabase(dialect);
    try {
      const bomb = await pack(JSON.stringify('a'.repeat(9_000_000)));
      for (const bad of ['z1:AAAA', bomb]) {
        const broken = text.replace(stored.content, bad);
        expect(await sentence(imported(other, broken))).toMatch(
          /content is not a packed text of at most 8388608 bytes/,
        );
      }
      await imported(other, text);
      const row = await other.knex('document_revisions').where({ id: oldest?.id }).first('content');
      expect(row.content).toBe(stored.content);
    } finally {
      await other.close();
    }
  });
});

test('a text is packed only if that is shorter, and unpacked to the same', async () => {
  const random = JSON.stringify(randomBytes(6000).toString('base64'));
  expect(await pack(random)).toBe(random);
  for (const text of ['""', JSON.stringify('z1:'), JSON.stringify('é'.repeat(5000)), random]) {
    expect(await unpack(await pack(text))).toBe(text);
  }
});
