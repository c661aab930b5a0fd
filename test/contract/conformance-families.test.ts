import { request } from 'express';
import type { OperationId } from '../../src/platform/operation';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type RawInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import {
  bodyOf,
  factsOf,
  forPeople,
  operationIds,
  recordKindOf,
} from '../../scripts/requests/operations';
import { recordHeaderChange } from '../support/parameters';

const guarded = operationIds.filter((id) => factsOf(id).security.length > 0);
// Only the assignee of the action, or the author of the note, may call these.
const workersOwn: ReadonlySet<OperationId> = new Set(['heartbeatAction', 'updateNote']);
// These change an action that an agent has completed and no person has reviewed.
const onReviewed: ReadonlySet<OperationId> = new Set([
  'reopenAction',
  'approveAction',
  'rejectAction',
]);
const taking = (header: string): OperationId[] =>
  operationIds.filter((id) => factsOf(id).headerNames.includes(header));

describeOnEachDatabase('Rules of families of operations', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let records: RecordIds;
  let inReview: string;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    records = await createRecordOfEachKind(given, 'of a family');
    const body = { title: 'Reviewed', status: 'ready' } as const;
    ({ id: inReview } = await given.worker.ok('createAction', { body }));
    const path = { id: inReview };
    await given.worker.ok('completeAction', { path, body: { result_summary: 'Done.' } });
  });
  afterAll(() => app.close());

  const callerOf = (id: OperationId) =>
    forPeople(id) && !workersOwn.has(id) ? given.person : given.worker;

  const about = (id: OperationId): RawInput => {
    if (!factsOf(id).path.includes('{id}')) return {};
    const record = onReviewed.has(id) ? inReview : records[recordKindOf(id)];
    return { path: { id: record, blocker_id: records.action, delivery_id: records.delivery } };
  };

  test.each(taking('If-None-Match'))('%s is 304 for the current entity tag', async (id) => {
    const caller = callerOf(id);
    const { status, headers } = await caller.send(id, about(id));
    expect(status).toBe(200);
    const known = { ...about(id), header: { 'If-None-Match': headers['etag'] } };
    const again = await caller.send(id, known);
    expect(again).toMatchObject({ status: 304, headers: { etag: headers['etag'] } });
    recordHeaderChange(id, 'If-None-Match');
  });

  test.each(taking('If-Match'))('%s is 412 for another version', async (id) => {
    const stale = { ...about(id), body: bodyOf(id), header: { 'If-Match': '"0"' } };
    const { details } = await callerOf(id).fails(id, stale, 412, 'STALE_VERSION');
    expect(details).toEqual({ current_version: expect.any(Number) });
    recordHeaderChange(id, 'If-Match');
  });

  describe('for owners only', () => {
    let member: ApiClient;

    beforeAll(async () => {
      const email = `member-${given.workspaceId}@example.com`;
      const body = { email, role: 'member' } as const;
      const { token } = await given.person.ok('createInvitation', { body });
      const { headers } = await client(app).call('acceptInvitation', {
        body: { token: token ?? '', password: 'correct horse battery staple' },
      });
      const cookie =
        /__Host-callboard_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
      member = client(app, { cookie });
    });

    test.each(guarded.filter((id) => factsOf(id).permission.people === 'owner'))(
      '%s is 403 for a member',
      async (id) => {
        const input = { ...about(id), body: bodyOf(id) };
        await member.fails(id, input, 403, 'FORBIDDEN');
      },
    );
  });
});

describeOnEachDatabase('The operations of the service itself', (database) => {
  let own: TestDatabase;
  let app: TestApp;
  const ids = operationIds.filter((id) => factsOf(id).tag === 'service');

  beforeEach(async () => {
    own = await openTestDatabase(database().dialect);
    app = await startApp(own);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
    await own.close();
  });

  test.each(ids)('%s is 500 when a dependency fails', async (id) => {
    jest.spyOn(request, 'get').mockImplementation((name: string) => {
      if (name === 'prefer') throw new Error('broken');
      return undefined;
    });
    const { details } = await client(app).fails(id, {}, 500, 'INTERNAL');
    expect(app.logs.join('')).toContain(String(details['request_id']));
  });

  test.each(ids.filter((id) => factsOf(id).errorCodes.includes('UNAVAILABLE')))(
    '%s is 503 without a database',
    async (id) => {
      await own.close();
      await client(app).fails(id, {}, 503, 'UNAVAILABLE');
    },
  );
});
