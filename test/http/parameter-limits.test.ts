import { asList } from '../../scripts/generate/json';
import { isRecord } from '../../src/platform/json';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type RawInput } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { schemaOf } from '../support/every-read';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import {
  bodyOf,
  factsOf,
  forPeople,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';
import { type ParameterOf, parameters, recordChange } from '../support/parameters';

/** A limit of a parameter, with a value at the limit and one beyond it. */
interface Limit {
  readonly parameter: ParameterOf;
  readonly keyword: string;
  readonly at: unknown;
  readonly beyond: unknown;
}

// Only the agent that works on the action, or the author of the note, may send it.
const workersOwn: ReadonlySet<string> = new Set(['heartbeatAction', 'updateNote']);

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
  const choices = asList(schemaOf(items)['enum']).map(String);
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
    // A text of this length is no valid cursor; that error follows the check of the length.
    const isCursor = ['after', 'before', 'Last-Event-ID'].includes(name);
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
    const caller =
      forPeople(id) && !workersOwn.has(id) ? given.person : client(app, { bearer: fresh.token });
    const send = async (path: object): Promise<string> => {
      const query = queryOf(id);
      const { status, body } = await caller.send(id, { path, query, body: bodyOf(id) });
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
