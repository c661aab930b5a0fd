import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../generated/openapi.json';
import { operationsById } from '../../scripts/conformance/lookup';
import { asList, asObject, below, follow } from '../../scripts/generate/json';
import { type JsonRecord, isRecord } from '../../src/platform/json';
import { addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { operationIds } from '../../scripts/requests/operations';
import { openSession } from '../../scripts/servers/session';
import { bodyLimits, type BodyLimit } from '../support/body-limits';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests, type ExampleRequest } from '../../scripts/requests/examples';
import { exchange } from '../../scripts/requests/exchange';
import { shapeOf } from '../../scripts/fuzz/contract';
import { walk } from '../../scripts/generate/walk';
import { validationProblem } from '../../src/platform/http/requests/validation-problem';
import { ask } from '../support/ask';

/** A workspace with one resource of each kind. */
interface Fixture {
  readonly app: TestApp;
  readonly given: GivenWorkspace;
  readonly records: RecordIds;
}

/**
 * Shows the effect of a body field: another value, and a request whose result depends on it.
 */
interface Probe {
  /** A value with another effect than the default. */
  readonly other: unknown;
  /** Sends the body with its required fields, and returns the result that depends on the value. */
  readonly see: (fixture: Fixture, body: object) => Promise<unknown>;
}

// Every request gets its own name, because some must be unique.
let sent = 0;

const name = (): string => `Thing ${(sent += 1)}`;

/** The seconds of a claim, which must be renewed after half of them. */
const leaseOf = ({ renew_after: half, expires_at: until }: JsonRecord): number =>
  (2 * (Date.parse(String(until)) - Date.parse(String(half)))) / 1000;

/** Ends the rights of a new member who created a token, and returns the status of the token. */
async function endCreator(
  app: TestApp,
  given: GivenWorkspace,
  end: (path: { readonly id: string }) => Promise<unknown>,
): Promise<number> {
  const { workspaceId, database } = given;
  const { userId } = await addPerson(database, workspaceId, 'member');
  const cookie = await openSession(database, { workspaceId, userId });
  const { token = '' } = await client(app, { cookie }).ok('createToken', {
    path: { id: given.agent.id },
    body: {},
  });
  await end({ id: userId });
  return (await client(app, { bearer: token }).send('getMe')).status;
}

const probes: Readonly<Record<string, Probe>> = {
  'renameLabel merge': {
    other: true,
    see: async ({ given }, body) => {
      const [name, taken] = [1, 2].map(() => `label ${randomUUID()}`);
      await given.person.ok('createAction', {
        body: { title: 'x', labels: [name ?? '', taken ?? ''] },
      });
      const sent = { body: { name, new_name: taken, ...body } };
      return (await given.person.send('renameLabel', sent)).status;
    },
  },
  'createSavedView shared': {
    other: true,
    see: async ({ given }, body) => {
      const view = { name: name(), query: {}, ...body };
      return (await given.person.ok('createSavedView', { body: view })).shared;
    },
  },
  'createAction is_template': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAction', { body: { title: 'x', ...body } })).is_template,
  },
  'createProject is_template': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createProject', { body: { title: 'x', ...body } })).is_template,
  },
  'createProject state': {
    other: 'paused',
    see: async ({ given }, body) =>
      (await given.person.ok('createProject', { body: { title: 'x', ...body } })).state,
  },
  'updateProject close_actions': {
    other: true,
    see: async ({ given }, body) => {
      const { id } = await given.person.ok('createProject', { body: { title: 'x' } });
      await given.person.ok('createAction', { body: { title: 'x', project_id: id } });
      const closing = { path: { id }, body: { state: 'dropped', ...body } };
      return (await given.person.send('updateProject', closing)).status;
    },
  },
  'updateUser revoke_created_tokens': {
    other: true,
    see: async ({ given, app }, body) =>
      endCreator(app, given, (path) => given.person.ok('updateUser', { path, body })),
  },
  'deactivateUser revoke_created_tokens': {
    other: true,
    see: async ({ given, app }, body) =>
      endCreator(app, given, (path) => given.person.ok('deactivateUser', { path, body })),
  },
  'createCheckin kind': {
    other: 'heartbeat',
    see: async ({ given, records }, body) => {
      const path = { id: records.order };
      return (await given.worker.ok('createCheckin', { path, body: { summary: 'x', ...body } }))
        .kind;
    },
  },
  'createOrder requires_proposals': {
    other: true,
    see: async ({ given }, body) => {
      const order = { name: name(), agent_id: given.agent.id, ...body };
      return (await given.person.ok('createOrder', { body: order })).requires_proposals;
    },
  },
  'createQuestion allow_free_text': {
    other: false,
    see: async ({ given }, body) => {
      const question = { question: 'x', on_answer: 'y', choices: ['a', 'b'], ...body };
      return (await given.worker.ok('createQuestion', { body: question })).allow_free_text;
    },
  },
  'createAgent requires_proposals': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } }))
        .requires_proposals,
  },
  'createAgent can_review': {
    other: true,
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } })).can_review,
  },
  'createAgent access_mode': {
    other: 'sysadmin',
    see: async ({ given }, body) =>
      (await given.person.ok('createAgent', { body: { name: name(), ...body } })).access_mode,
  },
  'claimAction lease_seconds': {
    other: 600,
    see: async ({ given, records }, body) => {
      const { claim } = await given.worker.ok('claimAction', {
        path: { id: records.action },
        body,
      });
      // Queues offer it to the agent again, because a person releases it.
      await given.person.ok('releaseAction', { path: { id: records.action } });
      return leaseOf({ ...claim });
    },
  },
  'claimNextAction lease_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const path = { id: given.agent.id };
      const { action, claim } = await given.worker.ok('claimNextAction', { path, body });
      await given.person.ok('releaseAction', { path: { id: action?.id ?? '' } });
      return leaseOf({ ...claim });
    },
  },
  'rotateToken overlap_seconds': {
    other: 600,
    see: async ({ app, given }, body) => {
      const bearer = await addToken(app, given.owner, given.agent.id, ['read']);
      const list = await given.person.ok('listTokens', { path: { id: given.agent.id } });
      const id = list.items[0]?.id ?? '';
      await given.person.ok('rotateToken', { path: { id }, body });
      return (await client(app, { bearer }).send('getMe')).status;
    },
  },
  'rotateWebhookSecret overlap_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const url = 'https://receiver.example.com/';
      const { id } = await given.person.ok('createWebhook', { body: { url } });
      const rotated = await given.person.ok('rotateWebhookSecret', { path: { id }, body });
      return rotated.overlap_ends_at === null;
    },
  },
  'createAgentWebhookSecret overlap_seconds': {
    other: 600,
    see: async ({ given }, body) => {
      const path = { id: given.agent.id };
      await given.person.ok('createAgentWebhookSecret', { path });
      const rotated = await given.person.ok('createAgentWebhookSecret', { path, body });
      return rotated.overlap_ends_at === null;
    },
  },
};

const operations = operationsById(document);

/** The body fields with a documented default: operation, field, default. */
const defaults = operationIds.flatMap((id) => {
  const body = below(operations.get(id)?.pointer ?? '#', 'requestBody');
  const { pointer } = follow(document, body);
  const fields = fieldsOf(below(pointer, 'content', 'application/json', 'schema'));
  return [...fields].map(([field, value]): [string, string, unknown] => [
    `${id} ${field}`,
    field,
    value,
  ]);
});

describe('The defaults of bodies', () => {
  test('each have a probe', () => {
    const without = defaults.map(([title]) => title).filter((title) => !(title in probes));
    expect({ 'add to the probes of test/http/bodies.test.ts': without }).toEqual({
      'add to the probes of test/http/bodies.test.ts': [],
    });
    expect(defaults.map(([title]) => title).toSorted()).toEqual(Object.keys(probes).toSorted());
  });
});

describeOnEachDatabase('An absent field', (database) => {
  let fixture: Fixture;

  beforeAll(async () => {
    const app = await startApp(database());
    const given = await aWorkspace(app, database());
    fixture = { app, given, records: await createRecordOfEachKind(given, 'of a default') };
  });
  afterAll(() => fixture.app.close());

  test.each(defaults)('%s has its documented default', async (title, field, value) => {
    const probe = probes[title];
    if (probe === undefined) throw new Error('Add it to the probes of test/http/bodies.test.ts.');
    const { other, see } = probe;
    const without = await see(fixture, {});
    const stated = `${title} ${JSON.stringify(value)}`;
    expect({ [stated]: await see(fixture, { [field]: value }) }).toEqual({ [stated]: without });
    expect(await see(fixture, { [field]: other })).not.toEqual(without);
  });
});

function fieldsOf(start: string): ReadonlyMap<string, unknown> {
  const { pointer, value } = follow(document, start);
  return new Map([
    ...Object.keys(asObject(value['properties'])).flatMap((field): [string, unknown][] => {
      const schema = follow(document, below(pointer, 'properties', field)).value;
      return 'default' in schema ? [[field, schema['default']]] : [];
    }),
    ...asList(value['allOf']).flatMap((_, index) => [...fieldsOf(below(pointer, 'allOf', index))]),
  ]);
}

const requests = exampleRequests
  .filter(({ body }) => body !== undefined)
  // The fields belong to the schema, so any example will do.
  .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);

describe('The limits of bodies in the contract', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    // No request reaches a database.
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    await resetExampleWorkspace(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /**
   * Sends the value at the path, and returns the status with the issues for that path.
   */
  async function sent(request: ExampleRequest, limit: BodyLimit, value: unknown, more = {}) {
    const { path, siblings } = limit;
    // Some fields exclude each other, so examples differ in them.
    const [first = ''] = path;
    const base = exampleRequests.find(
      (each) => each.id === request.id && isRecord(each.body) && first in each.body,
    );
    const body = withValue((base ?? request).body, path, value, siblings);
    const response = await exchange(app, request.method.toUpperCase(), request.path, {
      headers: {
        ...credentialHeaders(request.credential),
        'Content-Type': 'application/json',
        'If-Match': '"1"',
      },
      body: JSON.stringify({ ...(isRecord(body) ? body : {}), ...more }),
    });
    const { issues }: { issues: { path: string; message: string }[] } = JSON.parse(response.text);
    const pointer = ['body', ...path].join('/');
    const faults = issues.filter((issue) => issue.path === pointer).map(({ message }) => message);
    return { status: response.status, faults };
  }

  test.each(requests.map((request) => ({ ...request, title: request.id })))(
    '$title: the limit is accepted, one more is refused',
    async (request) => {
      for (const limit of bodyLimits(shapeOf(request.id))) {
        const title = `${limit.path.join('/')} ${limit.keyword} ${limit.value}`;
        // Another fault in the body prevents storing it.
        const fault = { no_such_field: 1 };
        const within = await sent(request, limit, limit.within, fault);
        expect([title, within]).toEqual([title, { status: 400, faults: [] }]);
        const { status, faults } = await sent(request, limit, limit.beyond);
        expect([title, status, faults.length > 0]).toEqual([title, 400, true]);
      }
    },
  );

  // Texts for machines, words to search for, secrets, an ornament, and one that must equal another.
  // A text that may be empty may also be invisible.
  const forMachines =
    /(_ids?|_key|^id|^q|^token|password|time_zone|_digest|^through|^after|^find|^icon|^recommended_choice)$/;

  test.each(requests.map((request) => ({ ...request, title: request.id })))(
    '$title: a text for people is visible',
    async (request) => {
      for (const limit of bodyLimits(shapeOf(request.id))) {
        if (limit.keyword !== 'minLength' || limit.value !== 1) continue;
        const field = limit.path.findLast((name) => name !== '0') ?? '';
        for (const text of [
          ' ',
          '\t\n',
          '\u00a0',
          '\u200b\u2060',
          '\u3164',
          '\u00ad\ufeff',
          '\u0001',
          '\ufe0f\u034f\u180e',
          '\u{e0001}\u{e0041}\u{e007f}',
          '\u{e0100} \u{1d173}',
          '\u2800\u115f\u1160\uffa0\u17b4',
          '\u0301',
          '\u0e34\u093f',
          '\ufffe\u{1fffe}',
        ]) {
          const { faults } = await sent(request, limit, text, { no_such_field: 1 });
          const wanted = forMachines.test(field) ? [] : [expect.stringContaining('must be a')];
          expect([limit.path, JSON.stringify(text), faults]).toEqual([
            limit.path,
            JSON.stringify(text),
            wanted,
          ]);
        }
        if (forMachines.test(field)) continue;
        // Labels are trimmed first, and a name of a file is replaced by a safe one.
        const isOfOneLine = field === 'name' && !/Label|Upload/.test(request.id);
        for (const text of [
          'a\nb',
          'a\u0085b',
          'a\u001bb',
          'a\u2028b',
          'a\u202eb',
          '\u200ea',
          '\u2066a',
        ]) {
          const { faults } = await sent(request, limit, text, { no_such_field: 1 });
          const wanted = isOfOneLine
            ? [expect.stringMatching(/of one line.*direction of text/)]
            : [];
          expect([limit.path, JSON.stringify(text), faults]).toEqual([
            limit.path,
            JSON.stringify(text),
            wanted,
          ]);
        }
        for (const text of [
          'x',
          ' 7 ',
          '🏳️‍🌈',
          '日本',
          'e\u0301',
          'א',
          '!',
          '\u0600',
          '\ue000',
          '\u{3fffd}',
        ]) {
          const { faults } = await sent(request, limit, text, { no_such_field: 1 });
          expect([limit.path, text, faults]).toEqual([limit.path, text, []]);
        }
      }
    },
  );

  test('there are many limits', () => {
    const found = requests.flatMap(({ id }) => bodyLimits(shapeOf(id)));
    expect(found.length).toBeGreaterThan(200);
    expect(new Set(found.map(({ keyword }) => keyword))).toEqual(
      new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum']),
    );
  });
});

/** A copy of the value with another one at the path; missing parents are created. */
function withValue(
  base: unknown,
  [name, ...rest]: readonly string[],
  value: unknown,
  siblings: JsonRecord,
): unknown {
  if (name === undefined) return value;
  if (name === '0') {
    const first: unknown = Array.isArray(base) ? base[0] : undefined;
    return [withValue(first, rest, value, siblings)];
  }
  const fields: JsonRecord = isRecord(base) ? base : {};
  const beside = rest.length === 0 ? siblings : {};
  return { ...fields, ...beside, [name]: withValue(fields[name], rest, value, siblings) };
}

// One character of two UTF-16 units and four bytes; and a character with a combining mark, which
// counts too.
const characters = ['🎭', 'e\u0301'];

const ofLength = (count: number): string[] =>
  characters.map((character) => Array.from(character.repeat(count)).slice(0, count).join(''));

describeOnEachDatabase('The length limits of texts', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const bodies = [
    ['createAction', 'title', 500, {}],
    ['createAction', 'details', 65_536, { title: 'x' }],
    ['createAction', 'source_key', 200, { title: 'x' }],
    ['createAction', 'delegate_label', 500, { title: 'x' }],
    ['createDomain', 'name', 500, {}],
    ['createDomain', 'description', 65_536, { name: 'x' }],
    ['createProject', 'title', 500, {}],
    ['createDocument', 'title', 500, { content: '' }],
  ] as const;
  test.each(bodies)('%s counts characters of %s: %i', async (operation, field, limit, others) => {
    for (const text of ofLength(limit)) {
      const { status, body } = await given.person.send(operation, {
        body: { ...others, [field]: text },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ [field]: text });
    }
    for (const text of ofLength(limit + 1)) {
      const body = { ...others, [field]: text };
      await given.person.fails(operation, { body }, 400, 'VALIDATION_FAILED');
    }
  });

  test('the idempotency key is limited and compared in characters', async () => {
    for (const [index, key] of ofLength(200).entries()) {
      const body = { title: `Sewn ${index}`, client_request_id: key };
      const first = await given.person.call('createAction', { body });
      const again = await given.person.call('createAction', { body });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
      const longer = { body: { ...body, client_request_id: `${key}x` } };
      await given.person.fails('createAction', longer, 400, 'VALIDATION_FAILED');
    }
  });

  test('a search snippet is limited in characters', async () => {
    const [title = ''] = ofLength(490);
    const details = `${'🎭'.repeat(300)}proscenium${'🎭'.repeat(300)}`;
    await given.person.ok('createAction', {
      body: { title: `${title} proscenium`.slice(0, 990), details },
    });
    const { items } = await given.person.ok('searchWorkspace', { query: { q: 'proscenium' } });
    const [hit] = items;
    expect(hit?.title).toContain(title);
    expect(Array.from(hit?.snippet ?? '')).toHaveLength(202);
  });
});

const patterns = new Set<string>();

const ofRequests = new Set<string>();

const formats = new Set<string>();

walk(document, {
  subschema: (schema, pointer) => {
    if (!isRecord(schema)) return;
    const { pattern, format } = schema;
    if (typeof pattern === 'string') {
      patterns.add(pattern);
      if (!pointer.includes('/headers/')) ofRequests.add(pattern);
    }
    if (typeof format === 'string') formats.add(format);
  },
});

function messagesFor(schema: object, value: unknown): string[] {
  const validate = addFormats(new Ajv2020({ strict: false, allErrors: true })).compile({
    properties: { requestBody: { properties: { field: schema } } },
  });
  validate({ requestBody: { field: value } });
  return validationProblem(validate.errors ?? [], []).issues.map(({ message }) => message);
}

describe('The message for a value that does not match', () => {
  // A space before a line break matches no pattern of the contract.
  const wrong = ' \n ';

  test.each([...patterns])('the pattern %s does not show it', (pattern) => {
    const [message = ''] = messagesFor({ type: 'string', pattern }, wrong);
    expect(message).toMatch(/^body\/field (must be|does not have) /);
    expect(message).not.toContain(pattern);
    expect(message).not.toMatch(/[\\^$]|must match/);
  });

  test.each([
    [{ type: 'object', minProperties: 1 }, {}, 'must have at least one field'],
    [{ type: 'object', minProperties: 2 }, {}, 'must have at least 2 fields'],
    [{ type: 'array', minItems: 1 }, [], 'must have at least one item'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
    [{ uniqueItems: true }, [4, 5, 4], 'must not have an item twice: 0 and 2 are equal'],
    [{ minimum: 60 }, 1, 'must be at least 60'],
    [{ maximum: 60 }, 61, 'must be at most 60'],
    [{ type: 'string', enum: ['a', 'b'] }, 5, 'must be one of ["a","b"]'],
    [{ type: 'boolean', const: true }, 5, 'must be true'],
    [
      { type: 'string', minLength: 1, pattern: '^[!-~][ -~]*$' },
      '',
      'must have at least 1 character(s)',
    ],
    [{ multipleOf: 2 }, 3, 'does not have the form that the contract describes'],
  ])('%j says one fault once, in plain words', (schema, value, says) => {
    expect(messagesFor(schema, value)).toEqual([`body/field ${says}.`]);
  });

  test.each([...ofRequests])('the pattern %s says what to send', (pattern) => {
    const [message] = messagesFor({ type: 'string', pattern }, wrong);
    // Add the words to src/platform/http/requests/validation-problem.ts.
    expect(message).toMatch(/^body\/field must be an? .+|the .+/);
    expect(message).not.toContain('the form that the contract describes');
  });

  test.each([...formats])('the format %s says what to send', (format) => {
    for (const message of messagesFor({ type: 'string', format }, wrong)) {
      expect(message).not.toContain('the form that the contract describes');
    }
  });
});

describe('The issues of a wrong value', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('name the form that is wanted, once', async () => {
    const { person } = await aWorkspace(app, database);
    for (const due_at of ['tomorrow', '2026-02-30T10:00:00Z', '0999-01-01T00:00:00Z']) {
      const input = { body: { title: 'x', due_at } };
      const { message, issues } = await person.fails(
        'createAction',
        input,
        400,
        'VALIDATION_FAILED',
      );
      expect(message).toMatch(
        /^body\/due_at must be an ISO 8601 date-time .* 2026-12-01T17:00:00Z/,
      );
      expect(issues).toEqual([{ path: 'body/due_at', code: 'VALIDATION_FAILED', message }]);
    }
  });
});

describeOnDatabase('sqlite', 'serve --check-responses', (database) => {
  test('logs a response that violates the contract, without its values, and sends it', async () => {
    const app = await startApp(database(), {}, { checkResponses: true });
    try {
      const given = await aWorkspace(app, database());
      const domain = await given.person.ok('createDomain', { body: { name: 'Stage' } });
      await given.person.fails('getDomain', { path: { id: 'dom_none' } }, 404, 'NOT_FOUND');
      await ask(app).get('/nowhere');
      const violations = () =>
        app.logs.map((line) => JSON.parse(line)).filter(({ fault }) => fault);
      expect(violations()).toEqual([]);

      // As another program might store it.
      await database().knex('domains').where({ id: domain.id }).update({ name: '' });
      const headers = { Cookie: `__Host-callboard_session=${given.owner.cookie}` };
      const response = await fetch(`${app.url}/v1/domains/${domain.id}`, { headers });
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { id: domain.id, name: '' },
      ]);
      const [violation, ...others] = violations();
      expect(others).toEqual([]);
      expect(violation).toMatchObject({
        level: 50,
        msg: 'A response violates the contract',
        operation: 'getDomain',
        status: 200,
        fault: 'data/name must NOT have fewer than 1 characters.',
      });
      expect(violation.request_id).toBe(response.headers.get('x-request-id'));
    } finally {
      await app.close();
    }
  });
});
