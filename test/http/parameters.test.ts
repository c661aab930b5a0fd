import { streamTimes } from '../../src/features/feed';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp, addAgent } from '../../scripts/servers/app';
import { capsOfParameters } from '../support/capped-lists';
import { client, type ApiClient, type RawInput } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { schemaOf, valuesFor, type Known } from '../support/every-read';
import { createFilterWorkspace, knownIn } from '../support/filter-workspace';
import {
  exampleOf,
  factsOf,
  recordKindOf,
  bodyOf,
  forPeople,
  queryOf,
  forAgents,
  operationIds,
} from '../../scripts/requests/operations';
import { parameters, recordChange, type ParameterOf } from '../support/parameters';
import { asList, asObject, below, follow, valueAt } from '../../scripts/generate/json';
import {
  aWorkspace,
  createRecordOfEachKind,
  sendAsPermitted,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import document from '../../generated/openapi.json';
import { operationsOf } from '../../scripts/generate/operations';
import { idKinds, isIdKind, kindOfId } from '../../src/platform/ids';

type Query = Readonly<Record<string, unknown>>;

/** The cursor before the first event. */
const beginning = Buffer.from('0').toString('base64url');

const ofReads = parameters.filter(
  ({ id, location }) => location === 'query' && factsOf(id).method === 'get',
);

const titled = (of: readonly ParameterOf[]) =>
  of.map((each): [string, ParameterOf] => [`${each.id}?${each.name}`, each]);

describe('The query parameters of the contract', () => {
  test('belong to reads only', () => {
    const others = parameters.filter(
      (each) => each.location === 'query' && !ofReads.includes(each),
    );
    expect(others.map(({ id, name }) => `${id}?${name}`)).toEqual([]);
  });
});

describe('A default that only a long list shows', () => {
  test.each(Object.entries(capsOfParameters))('%s is the cap of the list', (title, list) => {
    const parameter = ofReads.find(({ id, name }) => `${id}?${name}` === title);
    // test/views/view-totals.test.ts reads the list without the parameter.
    expect(parameter?.schema['default']).toBe(list?.cap);
  });
});

// One database is enough: the tests of each list run its filters on both.
const addRecords = 'Add two records to test/support/filter-workspace.ts.';

describeOnDatabase('sqlite', 'A query parameter', (database) => {
  let app: TestApp;
  let api: ApiClient;
  let known: Known;

  beforeAll(async () => {
    // Long enough to send the whole history.
    app = await startApp(database(), {}, { streamTimes: { ...streamTimes, life: 200 } });
    const workspace = await createFilterWorkspace(app, database());
    known = knownIn(workspace);
    api = client(app, { cookie: workspace.cookie });
  });
  afterAll(() => app.close());

  /** The values that the operation's other parameters need. */
  const neededBy = ({ id, name }: ParameterOf): Query =>
    Object.fromEntries(
      ofReads
        .filter((other) => other.id === id && other.required && other.name !== name)
        .map((other) => [other.name, valuesFor(id, other.parameter, known)[0]]),
    );

  const pathsOf = ({ id }: ParameterOf): object[] =>
    factsOf(id).path.includes('{id}')
      ? known.ids(recordKindOf(id)).map((each) => ({ id: each }))
      : [{}];

  test.each(['q', 'limit'])('that takes one value is refused when sent twice: %s', async (name) => {
    const { message } = await api.fails(
      'listActions',
      { query: { [name]: ['1', '2'] } },
      400,
      'VALIDATION_FAILED',
    );
    expect(message).toBe(`query/${name} may be sent only once. Remove the others.`);
  });

  const responses = new Map<string, Promise<JsonRecord>>();
  /** The cached response; nothing is written after the setup. */
  const ask = (parameter: ParameterOf, path: object, query: Query): Promise<JsonRecord> => {
    const key = JSON.stringify([parameter.id, path, query]);
    const known = responses.get(key);
    if (known !== undefined) return known;
    const response = send(parameter, path, query);
    responses.set(key, response);
    return response;
  };

  const send = async ({ id }: ParameterOf, path: object, query: Query): Promise<JsonRecord> => {
    const { status, body } = await api.send(id, { path, query });
    if (status !== 200 || !isRecord(body)) {
      throw new Error(`${id} responded with ${status} to ${JSON.stringify(query)}`);
    }
    return body;
  };

  test.each(titled(ofReads))('%s changes the response', async (title, parameter) => {
    for (const path of pathsOf(parameter)) {
      for (const value of await valuesOf(parameter, path)) {
        const needed = { ...neededBy(parameter), ...pageFor(parameter) };
        const other = parameter.required ? await otherValue(parameter, value) : {};
        const without = shown(await ask(parameter, path, { ...needed, ...other }));
        const given = shown(await ask(parameter, path, { ...needed, [parameter.name]: value }));
        if (isEmpty(given) || text(given) === text(without)) continue;
        const again = shown(await send(parameter, path, { ...needed, ...other }));
        expect([title, text(again)]).toEqual([title, text(without)]);
        recordChange(parameter);
        return;
      }
    }
    throw new Error(
      `No value of ${title} changes the response without emptying it. If the service reads the parameter, ` +
        'add to test/support/filter-workspace.ts a record that it excludes and one that it includes.',
    );
  });

  test.each(titled(ofReads.filter(({ schema }) => 'default' in schema)))(
    '%s has its documented default',
    async (title, parameter) => {
      const { name, schema } = parameter;
      const stated = schema['default'];
      const values = await valuesOf(parameter, pathsOf(parameter)[0] ?? {});
      const others = [...values, ...(title in capsOfParameters ? [] : beside(schema))].filter(
        (value) => text([value].flat()) !== text([stated].flat()),
      );
      const needed = neededBy(parameter);
      let indistinct = others;
      for (const path of pathsOf(parameter)) {
        const without = applied(await ask(parameter, path, needed));
        const given = applied(await ask(parameter, path, { ...needed, [name]: stated }));
        expect({ [`default of ${name}: ${text(stated)}`]: without }).toEqual({
          [`default of ${name}: ${text(stated)}`]: given,
        });
        const alike: unknown[] = [];
        for (const value of indistinct) {
          const other = applied(await ask(parameter, path, { ...needed, [name]: value }));
          if (text(other) === text(without)) alike.push(value);
        }
        indistinct = alike;
        if (indistinct.length === 0) break;
      }
      // Every other value of the parameter gives another response, so another default would show.
      expect([title, indistinct]).toEqual([title, []]);
    },
  );

  test.each(titled(ofReads.filter(({ name }) => name === 'sort')))(
    '%s has an order for each value',
    async (title, sort) => {
      for (const value of [schemaOf(sort.schema)['enum']].flat()) {
        const needed = neededBy(sort);
        const [path = {}] = pathsOf(sort);
        const up = shown(await ask(sort, path, { ...needed, sort: value }));
        const order = String(value);
        const reverse = order.startsWith('-') ? order.slice(1) : `-${order}`;
        if (![sort.schema['enum']].flat().includes(reverse)) continue;
        const down = shown(await ask(sort, path, { ...needed, sort: reverse }));
        expect([title, value, Array.isArray(up) && up.length > 1 ? '' : addRecords]).toEqual([
          title,
          value,
          '',
        ]);
        expect([title, value, text(down) === text(up)]).toEqual([title, value, false]);
      }
    },
  );

  const continued = ofReads.filter(
    ({ id, name }) => name === 'after' && ofReads.some((each) => each.id === id && isOffset(each)),
  );

  test.each(titled(continued))('%s is a cursor of the same list', async (title, after) => {
    const needed = neededBy(after);
    const others = ofReads.filter(
      ({ id, name }) => id === after.id && !['after', 'limit', 'offset'].includes(name),
    );
    const paths = pathsOf(after);
    let cursors = 0;
    for (const path of paths) {
      for (const next of await valuesOf(after, path)) {
        cursors += 1;
        const refused = [
          ...paths.filter((other) => other !== path).map((other) => ({ path: other, query: {} })),
          ...others.flatMap((other) =>
            valuesFor(other.id, other.parameter, known)
              .filter(
                (value) =>
                  text([value].flat()) !==
                  text([needed[other.name] ?? other.schema['default']].flat()),
              )
              .map((value) => ({ path, query: { [other.name]: value } })),
          ),
        ];
        for (const { path: otherPath, query } of refused) {
          const input = { path: otherPath, query: { ...needed, ...query, after: next } };
          const { status, body } = await api.send(after.id, input);
          const { message, issues } = asObject(body);
          expect([title, query, status, issues]).toMatchObject([
            title,
            query,
            400,
            [{ path: 'query/after' }],
          ]);
          const sort = 'sort' in query ? /^after continues a list that is sorted by / : undefined;
          expect(message).toMatch(sort ?? /^after continues another list, or was changed/);
        }
        const { status } = await api.send(after.id, {
          path,
          query: { ...needed, limit: 7, after: next },
        });
        expect([title, status]).toEqual([title, 200]);
      }
    }
    expect([title, cursors > 0 ? '' : addRecords]).toEqual([title, '']);
  });

  /** The largest page shows the effect of a filter; a cursor comes from the smallest. */
  function pageFor({ id, name }: ParameterOf): Query {
    if (id === 'streamEvents') return name === 'after' ? {} : { after: beginning };
    if (name === 'after') return { limit: 1 };
    const isPaged = ofReads.some((each) => each.id === id && each.name === 'limit');
    return isPaged && !['limit', 'offset'].includes(name) ? { limit: 200 } : {};
  }

  /** Values to test. */
  async function valuesOf(parameter: ParameterOf, path: object): Promise<readonly unknown[]> {
    if (parameter.name === 'after' && parameter.id === 'streamEvents') return [beginning];
    if (parameter.name !== 'after') return valuesFor(parameter.id, parameter.parameter, known);
    const first = await ask(parameter, path, { ...neededBy(parameter), limit: 1 });
    const { next } = isRecord(first['page']) ? first['page'] : {};
    return typeof next === 'string' ? [next] : [];
  }

  async function otherValue({ id, name, parameter }: ParameterOf, value: unknown): Promise<Query> {
    const other = valuesFor(id, parameter, known).find((each) => text(each) !== text(value));
    return { [name]: Array.isArray(value) && other === undefined ? value.slice(0, 1) : other };
  }
});

function isOffset({ name }: ParameterOf): boolean {
  return name === 'offset';
}

/** The integers beside a default that the schema admits. */
function beside({ default: stated, minimum, maximum }: JsonRecord): number[] {
  if (typeof stated !== 'number') return [];
  return [stated - 1, stated + 1].filter(
    (value) => value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity),
  );
}

/** The body without the fields that repeat the request. */
function shown(body: JsonRecord): unknown {
  return 'items' in body ? body['items'] : body;
}

/**
 * The parts of a response that reveal a parameter's value: content, page and order, without the
 * repeated filters.
 */
function applied({ filters: _filters, ...body }: JsonRecord): JsonRecord {
  return body;
}

function isEmpty(content: unknown): boolean {
  return Array.isArray(content) && content.length === 0;
}

/** JSON without values that depend on the clock. */
function text(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) =>
    ['last_seen_at', 'last_used_at', 'now'].includes(name) ? undefined : each,
  );
}

/** A limit of a parameter, with a value at the limit and one beyond it. */
interface Limit {
  readonly parameter: ParameterOf;
  readonly keyword: string;
  readonly at: unknown;
  readonly beyond: unknown;
}

const titleOf = ({ id, location, name }: ParameterOf): string => `${id} ${location}/${name}`;

/**
 * The numeric limits of a schema, without those of patterns and enumerations.
 */
function limitsOf(parameter: ParameterOf): Limit[] {
  const { schema, location } = parameter;
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const limit = (keyword: string, at: unknown, beyond: unknown): Limit => ({
    parameter,
    keyword,
    at,
    beyond,
  });
  return [
    ...(typeof minimum === 'number' ? [limit('minimum', minimum, minimum - 1)] : []),
    ...(typeof maximum === 'number' ? [limit('maximum', maximum, maximum + 1)] : []),
    ...(typeof maxLength === 'number'
      ? [limit('maxLength', textOf(parameter, maxLength), textOf(parameter, maxLength + 1))]
      : []),
    // An empty path parameter results in another path.
    ...(minLength === 1 && location !== 'path'
      ? [limit('minLength', textOf(parameter, 1), '')]
      : []),
    ...(typeof maxItems === 'number'
      ? [
          limit(
            'maxItems',
            listOf(schema['items'], maxItems),
            listOf(schema['items'], maxItems + 1),
          ),
        ]
      : []),
  ];
}

/** A valid text with this number of characters. */
function textOf({ schema, name }: ParameterOf, length: number): string {
  if (schema['format'] === 'date-time') {
    return `2026-01-01T00:00:00.${'1'.repeat(length - 26)}+00:00`;
  }
  if (name === 'public_id') return 'a'.repeat(length);
  return name.startsWith('If-') && length > 2 ? `"${'x'.repeat(length - 2)}"` : 'x'.repeat(length);
}

/** A valid list with this number of items, which differ if the schema requires it. */
function listOf(items: unknown, length: number): string[] {
  const { enum: values, maximum } = schemaOf(items);
  const choices = typeof maximum === 'number' ? [String(maximum)] : asList(values).map(String);
  return Array.from({ length }, (_, index) =>
    choices.length === 0 ? `x${index % 50}` : (choices[index % choices.length] ?? ''),
  );
}

const limits = parameters.flatMap(limitsOf);

/** Keywords that limit a value and have no case above. */
const known = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

const bounding = /^(exclusive|multipleOf|uniqueItems|minimum|maximum|min[A-Z]|max[A-Z])/;

test('every keyword that limits a parameter has a case', () => {
  const keywords = new Set(parameters.flatMap(({ schema }) => Object.keys(schema)));
  expect([...keywords].filter((each) => bounding.test(each) && !known.includes(each))).toEqual([]);
});

// Validation precedes the database, so one database is enough.
describeOnDatabase('sqlite', 'A limit of a parameter', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const titled = limits.map((limit): [string, string, Limit] => [
    titleOf(limit.parameter),
    limit.keyword,
    limit,
  ]);

  test.each(titled)('%s: %s', async (title, keyword, { parameter, at, beyond }) => {
    const { id, location, name, schema } = parameter;
    const caller = forPeople(id) ? given.person : given.worker;
    const send = (value: unknown) => {
      const path = {
        id: 'x',
        blocker_id: 'x',
        delivery_id: 'x',
        ...(location === 'path' && { [name]: value }),
      };
      const query = { ...queryOf(id), ...(location === 'query' && { [name]: value }) };
      const header = location === 'header' ? { [name]: value } : {};
      const input: RawInput = { path, query, header, body: bodyOf(id) };
      return caller.send(id, input);
    };
    const accepted = await send(at);
    // A text of this length is no valid cursor, or does not match the pattern. That error follows
    // the check of the length.
    const hasForm = name === 'actor_id' && /Audit/.test(id);
    const isCursor = ['after', 'before', 'Last-Event-ID'].includes(name) || hasForm;
    const isOpaque = isCursor && !isRefused(accepted.body, parameter, schema[keyword]);
    expect([title, keyword, 'at it', isOpaque || accepted.status]).not.toEqual([
      title,
      keyword,
      'at it',
      400,
    ]);
    const { status, body } = await send(beyond);
    const isFor = isRefused(body, parameter, schema[keyword]);
    expect([title, keyword, 'beyond it', status, isFor]).toEqual([
      title,
      keyword,
      'beyond it',
      400,
      true,
    ]);
  });
});

/**
 * Whether the error is about the parameter, or the length of the query, and names this limit.
 */
function isRefused(body: unknown, { location, name }: ParameterOf, limit: unknown): boolean {
  const issues: unknown = isRecord(body) ? body['issues'] : undefined;
  return (
    Array.isArray(issues) &&
    issues.some((issue) => {
      if (!isRecord(issue)) return false;
      const isAbout = issue['path'] === `${location}/${name}` || issue['path'] === location;
      return isAbout && String(issue['message']).includes(String(limit));
    })
  );
}

describeOnEachDatabase('A parameter of a path', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let things: RecordIds;
  let blocker: string;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    things = await createRecordOfEachKind(given, 'of a path');
    blocker = (await given.person.ok('createAction', { body: { title: 'First' } })).id;
    const path = { id: things.action, blocker_id: blocker };
    await given.person.ok('addBlocker', { path });
  });
  afterAll(() => app.close());

  const titled = parameters
    .filter(({ location }) => location === 'path')
    .map((parameter): [string, ParameterOf] => [titleOf(parameter), parameter]);

  test.each(titled)('%s selects one resource', async (title, parameter) => {
    const { id, name } = parameter;
    // The tests of other operations pause and revoke agents.
    const fresh =
      recordKindOf(id) === 'agent' && !forPeople(id) ? await addAgent(app, given.owner) : given;
    const own = {
      id: fresh === given ? things[recordKindOf(id)] : fresh.agent.id,
      blocker_id: blocker,
      delivery_id: things.delivery,
    };
    // The tests of other operations disable and delete webhooks.
    if (recordKindOf(id) === 'webhook') {
      const url = 'https://receiver.example.com/';
      own.id = (await given.person.ok('createWebhook', { body: { url } })).id;
      own.delivery_id = (await given.person.ok('testWebhook', { path: { id: own.id } })).id;
    }
    // The caller's own sessions would end.
    if (id === 'deleteUserSessions') {
      own.id = (await addPerson(database(), given.workspaceId, 'member')).userId;
    }
    const callers = { person: given.person, worker: client(app, { bearer: fresh.token }) };
    const send = async (path: object): Promise<string> => {
      const query = queryOf(id);
      const input = { path, query, body: bodyOf(id) };
      const { status, body } = await sendAsPermitted(callers, id, input);
      return `${status} ${isRecord(body) && status >= 400 ? String(body['code']) : ''}`;
    };
    const absent = await send({
      ...own,
      [name]: `${(name === 'id' ? own.id : name === 'delivery_id' ? own.delivery_id : blocker).slice(0, -6)}ABSENT`,
    });
    // The test of its other parameter has deleted it.
    if (id === 'removeBlocker') await given.person.ok('addBlocker', { path: own });
    const found = await send(own);
    expect({ [title]: found === absent }).toEqual({ [title]: false });
    recordChange(parameter);
  });
});

test('every path parameter has a case', () => {
  const inPaths = parameters.filter(({ id, name }) => factsOf(id).path.includes(`{${name}}`));
  expect(inPaths).toEqual(parameters.filter(({ location }) => location === 'path'));
});

/** A parameter, or a field of a body, that takes an id. */
interface IdInput {
  readonly id: (typeof operationIds)[number];
  readonly location: 'path' | 'query' | 'body';
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const isOperation = (id: string): id is IdInput['id'] => operationIds.some((each) => each === id);

/** Every parameter and field of a body whose schema is that of an id. */
const idInputs: readonly IdInput[] = operationsOf(document).flatMap((found): IdInput[] => {
  const id = String(found.operation['operationId']);
  // Operations of other protocols judge their parameters themselves.
  if ('x-protocol' in found.operation) return [];
  if (!isOperation(id)) throw new Error(`${id} is not generated.`);
  const parameters = found.parameters.flatMap(({ value }): IdInput[] => {
    const location = value['in'];
    if (location !== 'path' && location !== 'query') return [];
    return [{ id, location, name: String(value['name']), schema: asObject(value['schema']) }];
  });
  const body = below(found.pointer, 'requestBody', 'content', 'application/json', 'schema');
  const { properties } = follow(document, body).value;
  const fields = Object.entries(asObject(properties)).map(([name, schema]): IdInput => ({
    id,
    location: 'body',
    name,
    schema: asObject(schema),
  }));
  return [...parameters, ...fields].filter(({ name, schema }) => isId(name, schema));
});

function isId(name: string, schema: Readonly<Record<string, unknown>>): boolean {
  const shared = String(asObject(schema['items'])['$ref'] ?? schema['$ref']);
  // A source key is no id, and a subject may be of any kind.
  const isOther = name === 'source_key' || name === 'subject_id';
  return /\/(Nullable)?Id$|ProposalId$/.test(shared) && !isOther;
}

function kindOf({ schema }: IdInput): unknown {
  const { $ref: ref } = schema;
  const own = schema['x-id-of'] ?? asObject(schema['items'])['x-id-of'];
  return own ?? (typeof ref === 'string' ? asObject(valueAt(document, ref))['x-id-of'] : undefined);
}

describe('The ids that the contract asks for', () => {
  test('name the kind of their record', () => {
    const silent = idInputs.filter((input) => !isIdKind(String(kindOf(input))));
    expect(silent.map(({ id, location, name }) => `${id} ${location}/${name}`)).toEqual([]);
    expect(idInputs.length).toBeGreaterThan(100);
  });

  test('begin with the prefix of their kind', () => {
    for (const { value } of operationsOf(document).flatMap(({ parameters }) => parameters)) {
      const kind = asObject(value['schema'])['x-id-of'];
      const example = exampleOf(value);
      const first = String([example].flat()[0]);
      if (typeof kind === 'string' && example !== undefined && first !== 'me') {
        expect([value['name'], kindOfId(first)]).toEqual([value['name'], kind]);
      }
    }
  });
});

describeOnDatabase('sqlite', 'The id of another kind', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const others = idInputs.filter(({ location }) => location !== 'body');
  const fields = idInputs.filter(({ location }) => location === 'body');

  const refuse = async (input: IdInput) => {
    const { id, location, name } = input;
    const kind = kindOf(input);
    const wrong = kind === 'action' ? idKinds.project : idKinds.action;
    const value = `${wrong.prefix}_01JZ0000000000000000000099`;
    const sent = isList(input) ? [value] : value;
    const path = { id: exampleId(id, 'id'), blocker_id: exampleId(id, 'blocker_id') };
    const api = forAgents(id) ? given.worker : given.person;
    const response = await api.send(id, {
      path: location === 'path' ? { ...path, [name]: sent } : path,
      query: location === 'query' ? { ...queryOf(id), [name]: sent } : queryOf(id),
      body: location === 'body' ? { ...bodyOf(id), [name]: sent } : bodyOf(id),
    });
    // Some operations are for sysadmin agents or owners, which only the session is.
    if (response.status !== 403) return response;
    return given.person.send(id, {
      path: location === 'path' ? { ...path, [name]: sent } : path,
      query: location === 'query' ? { ...queryOf(id), [name]: sent } : queryOf(id),
      body: location === 'body' ? { ...bodyOf(id), [name]: sent } : bodyOf(id),
    });
  };

  const exampleId = (id: string, name: string): string => {
    const found = operationsOf(document).find(({ operation }) => operation['operationId'] === id);
    const parameter = found?.parameters.find(({ value }) => value['name'] === name);
    return String(exampleOf(parameter?.value ?? {}));
  };

  test.each([...others, ...fields].map((input): [string, IdInput] => [titleOf(input), input]))(
    'is refused as %s',
    async (_title, input) => {
      const { status, body } = await refuse(input);
      expect([status, isRecord(body) && body['code']]).toEqual([400, 'VALIDATION_FAILED']);
      const at = `${input.location}/${input.name}${isList(input) ? '/0' : ''}`;
      const { noun } = idKinds[kindIn(input)];
      expect(body).toMatchObject({
        issues: expect.arrayContaining([
          expect.objectContaining({
            path: at,
            message: expect.stringContaining(`${at} must be the id of ${noun} (`),
          }),
        ]),
      });
    },
  );

  function isList({ id, name }: IdInput): boolean {
    return name === 'ids' || id === 'getProjectProgress';
  }

  function titleOf({ id, location, name }: IdInput): string {
    return `${location}/${name} of ${id}`;
  }

  function kindIn(input: IdInput): keyof typeof idKinds {
    const kind = String(kindOf(input));
    if (!isIdKind(kind)) throw new Error(`${kind} is no kind.`);
    return kind;
  }

  test('is told the field that takes it', async () => {
    const messageOf = async (body: object): Promise<string> =>
      (await given.worker.fails('createAction', { body }, 400, 'VALIDATION_FAILED')).message;
    const { id, actor_id } = given.agent;
    expect(await messageOf({ title: 'x', assigned_actor_id: id })).toBe(
      'body/assigned_actor_id must be the id of an actor (atr_…), not of an agent; send it as assigned_agent_id.',
    );
    expect(await messageOf({ title: 'x', assigned_agent_id: actor_id })).toBe(
      'body/assigned_agent_id must be the id of an agent (agt_…), not of an actor; send it as assigned_actor_id.',
    );
    const listed = await given.worker.fails(
      'listActions',
      { query: { assigned_actor_id: id } },
      400,
      'VALIDATION_FAILED',
    );
    expect(listed.message).toBe(
      'query/assigned_actor_id must be the id of an actor (atr_…), not of an agent; send its actor_id.',
    );
  });

  test('is refused in the payload of a proposal', async () => {
    const payload = {
      id: 'act_01JZ0000000000000000000003',
      assigned_actor_id: given.agent.id,
    };
    const body = { operation: 'updateAction', payload, title: 'x' } as const;
    const { issues } = await given.worker.fails(
      'createProposal',
      { body },
      400,
      'VALIDATION_FAILED',
    );
    expect(issues.map(({ path }) => path)).toEqual(['body/payload/assigned_actor_id']);
  });

  test('a text without a known prefix names no record', async () => {
    const query = { assigned_actor_id: 'nobody' };
    expect((await given.worker.ok('listActions', { query })).items).toEqual([]);
    await given.worker.fails('getAction', { path: { id: 'x_1' } }, 404, 'NOT_FOUND');
    await given.worker.fails('getAction', { path: { id: 'act_none' } }, 404, 'NOT_FOUND');
  });
});

describeOnEachDatabase('me', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  const me = { path: { id: 'me' } };

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  test('is the calling agent in a path', async () => {
    const { worker, agent } = given;
    expect((await worker.ok('getAgent', me)).id).toBe(agent.id);
    expect((await worker.ok('getAgentOverview', me)).me.id).toBe(agent.id);
    await worker.ok('getAgentAttention', me);
    const { id } = await worker.ok('createAction', { body: { title: 'Mine', status: 'ready' } });
    expect((await worker.ok('getAgentQueue', me)).items.map((one) => one.id)).toContain(id);
    expect((await worker.ok('claimNextAction', { ...me, body: {} })).action?.id).toBe(id);
    await worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
  });

  test('of a person is no agent', async () => {
    for (const [id, input] of [
      ['getAgent', me],
      ['listQuestions', { query: { agent_id: 'me' } }],
      ['createAction', { body: { title: 'x', assigned_agent_id: 'me' } }],
    ] as const) {
      const { message } = await given.person.fails(id, input, 400, 'VALIDATION_FAILED');
      expect(message).toMatch(/must be the id of an agent: `me` is a person here\.$/);
    }
  });

  test('is the caller in a filter, which the response names by its id', async () => {
    const { worker, person, agent, owner } = given;
    const question = await worker.ok('createQuestion', { body: { question: '?', on_answer: 'x' } });
    for (const [id, query, applied] of [
      ['listQuestions', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listProposals', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listOrders', { agent_id: 'me' }, { agent_id: agent.id }],
      ['listDocuments', { created_by_actor_id: 'me' }, { created_by_actor_id: agent.actor_id }],
      ['listActions', { assigned_actor_id: 'me' }, { assigned_actor_id: agent.actor_id }],
    ] as const) {
      expect(await worker.ok(id, { query })).toMatchObject({ filters: applied });
    }
    const asked = await worker.ok('listQuestions', { query: { agent_id: 'me' } });
    expect(asked.items.map(({ id }) => id)).toEqual([question.id]);
    const query = { assigned_actor_id: 'me' } as const;
    expect((await person.ok('listQuestions', { query })).items).toMatchObject([
      { id: question.id, assigned_actor_id: owner.owner.id },
    ]);
  });

  test('is the caller in a body', async () => {
    const { worker, person, agent, owner } = given;
    const byActor = { body: { title: 'x', status: 'ready', assigned_actor_id: 'me' } } as const;
    expect((await worker.ok('createAction', byActor)).assigned_actor_id).toBe(agent.actor_id);
    const own = await person.ok('createAction', byActor);
    expect(own.assigned_actor_id).toBe(owner.owner.id);
    const both = { assigned_actor_id: 'me', assigned_agent_id: 'me' };
    const made = await worker.ok('createAction', { body: { title: 'x', ...both } });
    expect(made.assigned_agent_id).toBe(agent.id);
    const pool = await worker.ok('updateAction', {
      path: { id: made.id },
      body: { assigned_agent_id: null, status: 'ready' },
    });
    expect(pool.assigned_actor_id).toBeNull();
    const again = { path: { id: made.id }, body: { assigned_agent_id: 'me' } };
    expect((await worker.ok('updateAction', again)).assigned_actor_id).toBe(agent.actor_id);
  });

  test('and the own id are one request to repeat', async () => {
    const { worker, agent } = given;
    const body = { title: 'Once', assigned_actor_id: 'me', client_request_id: 'as me' };
    const first = await worker.ok('createAction', { body });
    const byId = await worker.send('createAction', {
      body: { ...body, assigned_actor_id: agent.actor_id },
    });
    expect(byId.body).toMatchObject({ id: first.id });
    expect(byId.headers['idempotent-replayed']).toBe('true');
    const byMe = await worker.send('createAction', { body });
    expect(byMe.headers['idempotent-replayed']).toBe('true');
  });

  test('is the asking agent in the payload of a proposal', async () => {
    const { worker, person, agent } = given;
    const { id } = await person.ok('createAction', { body: { title: 'Pool', status: 'ready' } });
    const proposal = await worker.ok('createProposal', {
      body: {
        operation: 'updateAction',
        title: 'Take it',
        payload: { id, assigned_actor_id: 'me' },
      },
    });
    expect(proposal.payload).toEqual({ id, assigned_actor_id: agent.actor_id });
    await person.ok('permitProposal', { path: { id: proposal.id } });
    const taken = await worker.ok('updateAction', {
      path: { id },
      body: { assigned_actor_id: 'me', permitted_proposal_id: proposal.id },
    });
    expect(taken.assigned_agent_id).toBe(agent.id);
  });
});
