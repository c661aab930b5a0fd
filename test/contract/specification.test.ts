import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asList, asObject, below, follow, valueAt } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import {
  endpoints,
  exactTables,
  type SpecifiedFields,
  type SpecifiedType,
} from '../support/specified-tables';

const document: unknown = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8'),
);

/** A schema of the contract with its references, `allOf` and null alternatives resolved. */
interface Shape {
  readonly types: readonly string[];
  readonly keywords: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
}

function shapeAt(pointer: string): Shape {
  const found = follow(document, pointer);
  const parts = [
    ...asList(found.value['allOf']).map((_, index) => below(found.pointer, 'allOf', index)),
    ...asList(found.value['oneOf']).map((_, index) => below(found.pointer, 'oneOf', index)),
  ].map(shapeAt);
  const { type, properties, required } = found.value;
  const own = Object.keys(asObject(properties)).map(
    (name) => [name, below(found.pointer, 'properties', name)] as const,
  );
  return {
    types: [
      ...new Set([
        ...(typeof type === 'string' ? [type] : asList(type).map(String)),
        ...parts.flatMap(({ types }) => types),
      ]),
    ],
    keywords: Object.assign({}, ...parts.map(({ keywords }) => keywords), {
      ...found.value,
      pointer: parts.length === 0 ? found.pointer : undefined,
    }),
    required: [...asList(required).map(String), ...parts.flatMap((part) => part.required)],
    properties: Object.assign({}, ...parts.map((part) => part.properties), Object.fromEntries(own)),
  };
}

/** The contract's differences from a table; `exact` also compares nullability. */
function differences(specified: SpecifiedType, pointer: string, exact: boolean): string[] {
  const shape = shapeAt(pointer);
  const wrong = (why: string): string[] => [`${pointer} ${why}`];
  if (typeof specified === 'string') {
    const actual = textOf(shape);
    const wanted = exact ? [specified] : [specified, `${specified} or null`];
    const fits = wanted.some(
      (text) => actual === text || actual.replace(/^text/, 'string') === text,
    );
    const narrower = specified === 'string' && actual.startsWith('enum ');
    return specified === 'any' || fits || narrower ? [] : wrong(`is ${actual}, not ${specified}`);
  }
  if (Array.isArray(specified)) {
    if (!shape.types.includes('array')) return wrong('is no array');
    const items = below(String(shape.keywords['pointer']), 'items');
    return differences(specified[0], items, exact);
  }
  if (!shape.types.includes('object')) return wrong('is no object');
  if (exact && shape.types.includes('null')) return wrong('may be null');
  return Object.entries(specified).flatMap(([key, type]) => {
    const name = key.replace(/\?$/, '');
    const at = shape.properties[name];
    if (at === undefined) return wrong(`lacks ${name}`);
    if (key === name && !shape.required.includes(name)) return wrong(`may lack ${name}`);
    return differences(type, at, exact && !name.endsWith('_note'));
  });
}

function textOf({ types, keywords }: Shape): string {
  const orNull = types.includes('null') ? ' or null' : '';
  const type = types.find((each) => each !== 'null') ?? 'any';
  const values = asList(keywords['enum']).filter((value) => value !== null);
  if (values.length > 0) return `enum ${values.map(String).join(' ')}${orNull}`;
  if (keywords['format'] === 'date-time') return `date-time${orNull}`;
  const { minLength, maxLength } = keywords;
  if (type !== 'string' || minLength === undefined) return `${type}${orNull}`;
  const isRequestId = String(keywords['pointer']).endsWith('ClientRequestId');
  return isRequestId
    ? `string ${JSON.stringify(minLength)} to ${JSON.stringify(maxLength)}`
    : `text${orNull}`;
}

describe('the original specification', () => {
  test.each(Object.entries<SpecifiedFields>(exactTables))('%s', (name, fields) => {
    expect(differences(fields, below('#', 'components', 'schemas', name), true)).toEqual([]);
  });

  describe.each(endpoints)('$call', ({ call, callers, only, query, body, response }) => {
    const found = operationsOf(document).find(
      ({ method, path }) => `${method.toUpperCase()} ${path}` === call,
    );
    const pointer = found?.pointer ?? 'none';
    const content = (of: string): string =>
      below(follow(document, of).pointer, 'content', 'application/json', 'schema');

    test('exists and admits its callers', () => {
      const security =
        valueAt(document, below(pointer, 'security')) ?? valueAt(document, '#/security');
      const admitted = asList(security).flatMap((each) => Object.keys(asObject(each)));
      expect(only ? admitted : admitted.filter((each) => callers.includes(each))).toEqual(callers);
    });

    test('has its path and query parameters', () => {
      const faults = Object.entries({
        ...(call.includes('{id}') && { id: 'text' }),
        ...query,
      }).flatMap(([name, type]) => {
        const parameter = found?.parameters.find(({ value }) => value['name'] === name);
        if (parameter === undefined) return [`${name} is missing`];
        const required = parameter.value['required'] === true;
        if (required !== (name === 'id')) return [`${name} is ${required ? '' : 'not '}required`];
        const schema = below(parameter.pointer, 'schema');
        const isList = shapeAt(schema).types.includes('array');
        return differences(isList ? [type] : type, schema, true);
      });
      expect(faults).toEqual([]);
    });

    test('has its body and responds with its record', () => {
      const requestBody = below(pointer, 'requestBody');
      const ok = Object.keys(asObject(found?.operation['responses'])).find((each) =>
        each.startsWith('2'),
      );
      expect([
        ...(body ? differences(body, content(requestBody), true) : []),
        ...(response
          ? differences(
              response,
              content(below(pointer, 'responses', String(ok))),
              isExact(response),
            )
          : []),
      ]).toEqual([]);
    });
  });
});

/** Whether the specification states the nullability of every field of the response. */
function isExact(response: SpecifiedFields): boolean {
  const items: SpecifiedType | undefined = response['items'];
  const record = Array.isArray(items) ? items[0] : response;
  return Object.values(exactTables).some((table) =>
    Object.entries(table).every(([field, type]) => record[field] === type),
  );
}
