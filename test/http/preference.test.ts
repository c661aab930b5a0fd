import { prefersMinimal } from '../../src/platform/http/responses/response';
import { isRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests } from '../../scripts/requests/examples';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { factsOf, operationIds } from '../../scripts/requests/operations';
import { recordHeaderChange } from '../support/parameters';
import { sendExample } from '../../scripts/requests/send-example';

const minimal = { Prefer: 'return=minimal' };

describe('prefersMinimal', () => {
  test.each([
    ['return=minimal', true],
    ['RETURN=minimal', true],
    ['return = "minimal"', true],
    ['return="min\\imal"', true],
    ['return=minimal; strict', true],
    ['respond-async, wait=10,return=minimal', true],
    [',, return=minimal', true],
    ['x="a, b", return=minimal', true],
    ['x="a\\", b", return=minimal', true],
    ['x="return=minimal"', false],
    ['x="a, return=minimal', false],
    ['x; return=minimal', false],
    ['return', false],
    ['return=', false],
    ['return="minimal', false],
    ['return=Minimal', false],
    ['return=minimal=x', false],
    ['return=representation', false],
    ['return=representation, return=minimal', false],
    ['return=minimal, return=representation', true],
    ['minimal', false],
    ['', false],
  ])('%s: %s', (header, expected) => {
    expect(prefersMinimal(header)).toBe(expected);
  });
});

const writes = exampleRequests
  .filter(({ method }) => method !== 'get')
  .map((request) => ({ ...request, title: `${request.id}: ${request.name}` }));
const taking = writes.filter(({ id }) => factsOf(id).minimal !== null);
const ignoring = writes.filter(
  ({ id }) => factsOf(id).minimal === null && factsOf(id).produces.length > 0,
);

describeOnEachDatabase('Prefer: return=minimal', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  describe('with the examples', () => {
    beforeEach(async () => {
      await resetExampleWorkspace(database());
    });

    test.each(taking)('$title', async (request) => {
      const { id, body } = request;
      const facts = factsOf(id);
      if (facts.method !== 'post' || !isRecord(body)) {
        expect(await sendExample(app, request, minimal)).toMatchObject({ status: 204, text: '' });
        recordHeaderChange(id, 'Prefer');
        return;
      }
      const repeated = { ...request, body: { ...body, client_request_id: 'again' } };
      const first = await sendExample(app, repeated, minimal);
      expect(first).toMatchObject({ status: 204, text: '' });
      expect(first.headers).toHaveProperty('preference-applied', 'return=minimal');

      // No body is stored, so a retry that prefers the whole response gets the headers.
      const whole = await sendExample(app, repeated);
      expect(whole).toMatchObject({ status: 204, text: '' });
      expect(whole.headers).not.toHaveProperty('preference-applied');
      const names = ['location', 'etag', ...Object.keys(facts.minimal?.fromBody ?? {})];
      for (const name of names.map((each) => each.toLowerCase())) {
        expect([name, whole.headers[name]]).toEqual([name, first.headers[name]]);
      }
      const again = await sendExample(app, repeated, minimal);
      const { 'x-request-id': _id, date: _date, ratelimit: _left, ...same } = first.headers;
      expect(again).toMatchObject({
        status: 204,
        text: '',
        headers: { ...same, 'idempotent-replayed': 'true' },
      });
      recordHeaderChange(id, 'Prefer');
    });

    test.each(ignoring)('$title, which ignores it', async (request) => {
      const { status, text, headers } = await sendExample(app, request, minimal);
      expect([200, 201]).toContain(status);
      expect(text).not.toBe('');
      expect(headers).not.toHaveProperty('preference-applied');
    });
  });

  test('is taken by no read, and ignored by what returns a secret and by claim-next', () => {
    const all = operationIds.filter((id) => factsOf(id).minimal !== null);
    expect(all.filter((id) => factsOf(id).method === 'get')).toEqual([]);
    expect(new Set(taking.map(({ id }) => id))).toEqual(new Set(all));
    expect(ignoring.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['claimNextAction', 'createToken', 'createSession', 'changeEmail']),
    );
  });

  describe('on single operations', () => {
    let given: GivenWorkspace;
    beforeAll(async () => {
      given = await aWorkspace(app, database());
    });
    const header = minimal;

    test('a heartbeat without a claim has no claim headers', async () => {
      const body = { title: 'Sweep', status: 'ready' } as const;
      const { id } = await given.worker.ok('createAction', { body });
      const { status, headers } = await given.worker.call('heartbeatAction', {
        path: { id },
        header,
      });
      expect(status).toBe(204);
      expect(Object.keys(headers).filter((name) => name.startsWith('claim-'))).toEqual([]);
    });

    test('a source_key that is in use gives the Location of the action that has it', async () => {
      const body = { title: 'Sweep', source_key: 'broom' };
      const made = await given.worker.call('createAction', { body, header });
      const found = await given.worker.call('createAction', { body, header });
      expect(found).toMatchObject({
        status: 204,
        headers: { location: made.headers.location, etag: made.headers.etag },
      });
      const whole = await given.worker.call('createAction', { body });
      expect(whole).toMatchObject({ status: 200, headers: { location: made.headers.location } });
    });

    test('a stored response without a header of the 204 is sent whole', async () => {
      const body = { title: 'Wipe', client_request_id: 'wipe' };
      const first = await given.worker.call('createAction', { body, header });
      expect(first.status).toBe(204);
      const headers = JSON.stringify({ ETag: '"1"' });
      await database()
        .knex('idempotency_records')
        .where({ client_request_id: 'wipe' })
        .update({ headers, status: 200 });
      const again = await given.worker.send('createAction', { body, header }).catch(String);
      expect(again).toContain(
        'createAction returned 200 and broke the contract: the header Location',
      );
    });
  });
});
