import { streamTimes } from '../../src/features/feed';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { capsOfParameters } from '../support/capped-lists';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnDatabase } from '../support/dialects';
import { schemaOf, valuesFor, type Known } from '../support/every-read';
import { createFilterWorkspace, knownIn } from '../support/filter-workspace';
import { factsOf, recordKindOf } from '../../scripts/requests/operations';
import { parameters, recordChange, type ParameterOf } from '../support/parameters';

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
    // test/views/view-caps.test.ts reads the list without the parameter.
    expect(parameter?.schema['default']).toBe(list?.cap);
  });
});

// One database is enough: the tests of each list run its filters on both.
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
  }, 120_000);
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
      ? known.ids[recordKindOf(id)].map((each) => ({ id: each }))
      : [{}];

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
        expect([title, value, Array.isArray(up) && up.length > 1]).toEqual([title, value, true]);
        expect([title, value, text(down) === text(up)]).toEqual([title, value, false]);
      }
    },
  );

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
