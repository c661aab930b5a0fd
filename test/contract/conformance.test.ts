import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'express';
import { documentedItems } from '../../scripts/conformance/documented';
import {
  describeGap,
  gapsOf,
  matchItems,
  keyOf,
  type DocumentedItem,
  type SeenItem,
} from '../../scripts/conformance/items';
import { createObserver } from '../../scripts/conformance/observe';
import { resolve, shapeOf } from '../../scripts/fuzz/contract';
import { asObject } from '../../scripts/generate/json';
import { readSource } from '../../scripts/generate/source';
import type { SentResponse } from '../../src/platform/http/responses/response-validator';
import { responseFault } from '../../scripts/requests/response-check';
import type { OperationId } from '../../src/platform/operation';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type RawInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  createRecordOfEachKind,
  sendAsPermitted,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import {
  bodyOf,
  factsOf,
  operationIds,
  recordKindOf,
} from '../../scripts/requests/operations';
import { recordKinds } from '../../scripts/requests/record-kinds';
import { recordHeaderChange } from '../support/parameters';

const text = readFileSync(join(__dirname, '..', 'support', 'small-contract.yaml'), 'utf8')
  .replace('tags:\n', 'security: [{ cookie: [] }, { token: [] }]\ntags:\n')
  .replace('summary: Change a thing', '$&\n      security: [{ token: [] }]');

const small = documentOf(text);

function documentOf(yaml: string): unknown {
  const { document, faults } = readSource(yaml);
  expect(faults).toEqual([]);
  return document;
}

const responseWith = (status: number, body: unknown, headers: object = {}): SentResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  text: JSON.stringify(body),
});

const notFound = {
  code: 'NOT_FOUND',
  message: 'x',
  issues: [],
  details: { where: 'shelf' },
};

describe('the documented items', () => {
  test('are responses, schemes, parameters, headers and values', () => {
    expect(documentedItems(small).map(keyOf)).toEqual([
      'response listThings 200',
      'response listThings 400 VALIDATION_FAILED',
      'scheme listThings cookie',
      'scheme listThings token',
      'parameter listThings query/kind',
      'parameter listThings query/hidden',
      'response updateThing 200',
      'response updateThing 204',
      'response updateThing 400 VALIDATION_FAILED',
      'response updateThing 404 NOT_FOUND',
      'scheme updateThing token',
      'parameter updateThing path/id',
      'header listThings 200 X-Count',
      'header response Error X-Hint',
      'field Thing made_at',
      'field Thing state',
      'field Thing parts',
      'value Thing.state "new"',
      'value Thing.state "old"',
      'field Thing.parts color',
      'value Thing.parts.color "red"',
      'value Thing.parts.color null',
      'field Error code',
      'field Error details',
      'value Error.code "VALIDATION_FAILED"',
      'value Error.code "NOT_FOUND"',
      'field DetailsByCode NOT_FOUND',
      'value DetailsByCode.NOT_FOUND.where "shelf"',
    ]);
  });
});

describe('the observer', () => {
  const observe = createObserver(small);
  const seen = (...given: Parameters<typeof observe>) => observe(...given).map(keyOf);

  test('sees the response, the scheme, optional headers and values', () => {
    const things = [{ name: 'Lamp', state: 'old', parts: [{ color: null }, {}] }];
    const response = responseWith(200, things, { 'x-count': '1' });
    expect(seen('listThings', response, { cookie: 'session=x' })).toEqual([
      'response listThings 200',
      'scheme listThings cookie',
      'header listThings 200 X-Count',
      'field Thing state',
      'value Thing.state "old"',
      'field Thing parts',
      'field Thing.parts color',
      'value Thing.parts.color null',
    ]);
  });

  test('sees a scheme only after authorization, and the one that decides', () => {
    const bearer = { authorization: 'Bearer x', cookie: 'session=x' };
    expect(seen('updateThing', responseWith(404, notFound), bearer)).toEqual([
      'response updateThing 404 NOT_FOUND',
      'scheme updateThing token',
      'field Error code',
      'value Error.code "NOT_FOUND"',
      'field Error details',
      'field DetailsByCode NOT_FOUND',
      'value DetailsByCode.NOT_FOUND.where "shelf"',
    ]);
    const refused = responseWith(400, { ...notFound, code: 'VALIDATION_FAILED', details: {} });
    expect(seen('updateThing', refused, bearer)).not.toContain('scheme updateThing token');
    expect(seen('updateThing', responseWith(404, notFound), { cookie: 'session=x' })).not.toContain(
      'scheme updateThing token',
    );
  });

  test('sees the values of an error of no operation', () => {
    expect(seen(undefined, responseWith(404, notFound), {})).toEqual([
      'field Error code',
      'value Error.code "NOT_FOUND"',
      'field Error details',
      'field DetailsByCode NOT_FOUND',
      'value DetailsByCode.NOT_FOUND.where "shelf"',
    ]);
  });
});

describe('a run of all tests', () => {
  const items = documentedItems(small);
  const seenBy = (test: string, seen: readonly DocumentedItem[]): SeenItem[] =>
    seen.map((item) => ({ ...item, test }));

  test('names the first test that saw an item', () => {
    const seen = [
      ...seenBy('test/b.test.ts lists', items),
      ...seenBy('test/a.test.ts lists', items),
    ];
    const matched = matchItems(items, seen);
    expect(new Set(matched.map(({ test }) => test))).toEqual(new Set(['test/a.test.ts lists']));
    expect(gapsOf(matched)).toEqual([]);
  });

  test.each([
    [
      'a response',
      '- name: hidden',
      '- name: hidden',
      'response updateThing 204',
      'The contract documents updateThing 204, and no test saw it.',
    ],
    [
      'a security scheme',
      'security: [{ token: [] }]',
      'security: [{ token: [] }, { cookie: [] }]',
      'scheme updateThing cookie',
      'The contract lets updateThing be called by cookie, and no test saw such a call pass authorization.',
    ],
    [
      'a parameter',
      '- name: hidden',
      '- { name: color, in: query, schema: { type: string } }\n        - name: hidden',
      'parameter listThings query/color',
      'The contract documents the parameter query/color of listThings, and no test saw it change a response.',
    ],
    [
      'an optional header',
      'X-Count:',
      'X-Total: { schema: { type: string } }\n            X-Count:',
      'header listThings 200 X-Total',
      'The contract documents the header X-Total of listThings 200, and no test saw it sent.',
    ],
    [
      'a value',
      'enum: [new, old]',
      'enum: [new, old, lost]',
      'value Thing.state "lost"',
      'The contract lets Thing.state be "lost", and no test saw a response with it.',
    ],
    [
      'a field',
      'made_at: {',
      'lost_at: { type: string }\n        made_at: {',
      'field Thing lost_at',
      'The contract lets Thing have the field lost_at, and no test saw a response with it.',
    ],
    [
      'a field that may be null',
      'made_at: {',
      "lost_at: { type: [string, 'null'] }\n        made_at: {",
      'value Thing.lost_at null',
      'The contract lets Thing.lost_at be null, and no test saw a response with it.',
    ],
    [
      'a field of a message',
      'components:\n',
      'webhooks: { thing.made: { post: { requestBody: { content: { application/json: { schema: ' +
        '{ type: object, properties: { size: { type: integer } } } } } }, responses: {} } } }\ncomponents:\n',
      'field Message size',
      'The contract lets Message have the field size, and no test saw a response with it.',
    ],
    [
      'a role in the news',
      '  schemas:\n',
      '  schemas:\n    EventKind: { enum: [thing.lit], x-news-roles: { thing.lit: [owner] } }\n',
      'role thing.lit owner',
      'x-news-roles says that thing.lit concerns the owner, and no test read such news.',
    ],
    [
      'a value of an error’s details',
      'enum: [shelf]',
      'enum: [shelf, box]',
      'value DetailsByCode.NOT_FOUND.where "box"',
      'The contract lets DetailsByCode.NOT_FOUND.where be "box", and no test saw a response with it.',
    ],
  ])('finds %s that the service does not have', (_what, from, to, key, sentence) => {
    const documented = documentedItems(documentOf(text.replace(from, to)));
    const seen = documented.filter((item) => keyOf(item) !== key);
    expect(seen).toHaveLength(documented.length - 1);
    const gaps = gapsOf(matchItems(documented, seenBy('test/a.test.ts', seen)));
    expect(gaps.map(keyOf)).toEqual([key]);
    expect(gaps.map(describeGap)[0]).toContain(sentence);
  });

  test('accepts a reason for an item that no test can see, while it is needed', () => {
    const key = 'value Thing.state "old"';
    const others = items.filter((item) => keyOf(item) !== key);
    const unseen = { [key]: 'nothing is old yet' };
    expect(gapsOf(matchItems(items, seenBy('test/a.test.ts', others), unseen))).toEqual([]);
    expect(() => matchItems(items, seenBy('test/a.test.ts', items), unseen)).toThrow(
      `test/a.test.ts saw ${key}: remove it from unseen.ts`,
    );
    expect(() => matchItems(others, [], unseen)).toThrow(
      `${key} is not documented: remove it from unseen.ts`,
    );
  });

  test('rejects seen items that are not documented', () => {
    const seen = seenBy('test/b.test.ts', [
      { kind: 'response', subject: 'listThings', item: '201' },
    ]);
    expect(() => matchItems(items, seen)).toThrow('response listThings 201 is not documented.');
  });
});

describe('the response check', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'x',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  const healthy: SentResponse = { status: 200, headers, text: '{"status":"ok"}' };
  const problem = (code: string, details: object = {}) =>
    JSON.stringify({ code, message: 'x', issues: [], details });

  const fault = (change: Partial<SentResponse>) =>
    responseFault('getHealth', { ...healthy, ...change });

  test('accepts documented responses', () => {
    expect(fault({})).toBeUndefined();
    const text = problem('NOT_ACCEPTABLE', { produces: ['application/json'] });
    expect(fault({ status: 406, text })).toBeUndefined();
  });

  test.each<[string, Partial<SentResponse>, string]>([
    ['a status', { status: 202 }, 'status'],
    ['a field', { text: '{"status":"ok","more":1}' }, 'properties: "more"'],
    ['a value', { text: '{"status":"fine"}' }, 'data/status must be equal to constant: "ok"'],
    ['a body that is not JSON', { text: '{' }, 'must be object'],
    ['a media type', { headers: { ...headers, 'content-type': 'text/html' } }, 'text/html'],
    ['a Vary header', { headers: { ...headers, vary: 'Accept' } }, 'vary'],
    ['a coding', { headers: { ...headers, 'content-encoding': 'gzip' } }, 'Accept-Encoding'],
    ['a header', { headers: { ...headers, 'x-more': '1' } }, 'x-more'],
    ['a cookie, taking none', { headers: { ...headers, 'set-cookie': 'a=b' } }, 'set-cookie'],
    ['another cache', { headers: { ...headers, 'cache-control': 'public' } }, 'Cache-Control'],
    ['a code', { status: 400, text: problem('MALFORMED_JSON') }, 'is not among its codes'],
    [
      'a code of another status',
      { status: 400, text: problem('NOT_ACCEPTABLE', { produces: [] }) },
      'is no 400',
    ],
    [
      'details, having none',
      { status: 400, text: problem('VALIDATION_FAILED', { x: 1 }) },
      'details',
    ],
    ['details of no such kind', { status: 406, text: problem('NOT_ACCEPTABLE') }, "'produces'"],
    [
      'an unknown detail',
      { status: 406, text: problem('NOT_ACCEPTABLE', { produces: [], who: 'x' }) },
      'properties: "who"',
    ],
  ])('refuses %s that the contract does not name', (_what, change, why) => {
    expect(fault(change)).toContain(why);
  });

  test('accepts a renewed session cookie, but not in an error', () => {
    const { 'content-type': _none, ...bare } = headers;
    const renewed = { ...bare, 'set-cookie': 'a=b' };
    const gone: SentResponse = { status: 204, headers: renewed, text: '' };
    expect(responseFault('deleteLink', gone)).toBeUndefined();
    const refused = { ...headers, 'set-cookie': 'a=b', 'www-authenticate': 'Bearer' };
    const text = problem('UNAUTHENTICATED');
    expect(responseFault('deleteLink', { status: 401, headers: refused, text })).toContain(
      'set-cookie',
    );
  });

  test('accepts only the errors of the introduction for requests without an operation', () => {
    const notFound = { ...healthy, status: 404, text: problem('NOT_FOUND') };
    expect(responseFault(undefined, notFound)).toBeUndefined();
    expect(responseFault(undefined, healthy)).toBeDefined();
    expect(
      responseFault(undefined, { ...healthy, status: 403, text: problem('FORBIDDEN') }),
    ).toBeDefined();
  });
});

const guarded = operationIds.filter((id) => factsOf(id).security.length > 0);

// These change an action that an agent has completed and no person has reviewed.
const onReviewed: ReadonlySet<OperationId> = new Set([
  'reopenAction',
  'approveAction',
  'rejectAction',
]);

const taking = (header: string): OperationId[] =>
  operationIds.filter((id) => factsOf(id).headerNames.includes(header));

// The fields of bodies that name other records, each with an id that names none.
const references = guarded.map(shapeOf).flatMap(({ id, body }) =>
  Object.entries(asObject(body?.schema['properties']))
    .filter(([field]) => /_ids?$/.test(field) && field !== 'client_request_id')
    .map(([field, schema]): [OperationId, string, unknown] => {
      const isList = asObject(resolve(schema))['type'] === 'array';
      return [id, field, isList ? ['none'] : 'none'];
    }),
);

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

  const send = (id: OperationId, input: RawInput) => sendAsPermitted(given, id, input);

  const about = (id: OperationId): RawInput => {
    if (!factsOf(id).path.includes('{id}')) return {};
    const record = onReviewed.has(id) ? inReview : records[recordKindOf(id)];
    return { path: { id: record, blocker_id: records.action, delivery_id: records.delivery } };
  };

  test.each(taking('If-None-Match'))('%s is 304 for the current entity tag', async (id) => {
    const { status, headers } = await send(id, about(id));
    expect(status).toBe(200);
    const known = { ...about(id), header: { 'If-None-Match': headers['etag'] } };
    const again = await send(id, known);
    expect(again).toMatchObject({ status: 304, headers: { etag: headers['etag'] } });
    recordHeaderChange(id, 'If-None-Match');
  });

  test.each(taking('If-Match'))('%s is 412 for another version', async (id) => {
    const stale = { ...about(id), body: bodyOf(id), header: { 'If-Match': '"0"' } };
    expect(await send(id, stale)).toMatchObject({
      status: 412,
      body: { code: 'STALE_VERSION', details: { current_version: expect.any(Number) } },
    });
    recordHeaderChange(id, 'If-Match');
  });

  test.each(references)('%s refuses in %s an id that names nothing', async (id, field, absent) => {
    const isChange = factsOf(id).method === 'patch';
    // The ids of the contract's examples name nothing either.
    const own = Object.entries(isChange ? {} : (bodyOf(id) ?? {})).map(([name, value]) => [
      name,
      recordKinds.flatMap((kind) => (name === `${kind}_id` ? records[kind] : []))[0] ?? value,
    ]);
    const body = { ...Object.fromEntries(own), [field]: absent };
    const path = Array.isArray(absent) ? `body/${field}/0` : `body/${field}`;
    const issues = [expect.objectContaining({ path, code: 'INVALID_REFERENCE' })];
    expect(await send(id, { ...about(id), body })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_REFERENCE', issues },
    });
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
        /__Host-callboard_session\w*=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
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
