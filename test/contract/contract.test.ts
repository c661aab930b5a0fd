import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { operationFacts } from '../../generated/handlers';
import { errorTable } from '../../scripts/generate/error-table';
import { asList, asObject, below, follow, valueAt } from '../../scripts/generate/json';
import { operationsOf, protocolOf } from '../../scripts/generate/operations';
import { walk } from '../../scripts/generate/walk';
import { connect } from '../../src/platform/db/connect';
import type { OperationFacts } from '../../src/platform/operation';
import { type ErrorCode, statusOf } from '../../src/platform/problems';
import { handlersOf, operationsWithoutHandler } from '../../scripts/servers/handlers';
import published from '../../generated/openapi.json';
import { validatePromises } from '../../scripts/generate/validate-promises';
import {
  endpoints,
  exactTables,
  type SpecifiedFields,
  type SpecifiedType,
} from '../support/specified-tables';

const root = join(__dirname, '..', '..');

const yaml = readFileSync(join(root, 'contract', 'openapi.yaml'), 'utf8');

const json = readFileSync(join(root, 'generated', 'openapi.json'), 'utf8');

const document: unknown = parse(yaml);

const operations = operationsOf(document).map((found) => ({
  ...found,
  id: String(found.operation['operationId']),
  responses: Object.keys(asObject(found.operation['responses'])),
  codes: asList(found.operation['x-error-codes']).map(String),
}));

// The others speak another protocol (`x-protocol`), which has its own form of requests and errors.
const plain = operations.filter((found) => protocolOf(found) === null);

const allFacts: readonly (readonly [string, OperationFacts])[] = Object.entries(operationFacts);

const facts = allFacts.filter(([, { protocol }]) => protocol === null);

const isErrorCode = (code: unknown): code is ErrorCode =>
  asList(valueAt(document, '#/components/schemas/ErrorCode/enum')).includes(code);

describe('the contract', () => {
  test('is published as JSON with the same keys in the same order', () => {
    const asMaps = (text: string): unknown => parseDocument(text).toJS({ mapAsMap: true });
    expect(ordered(asMaps(json))).toEqual(ordered(asMaps(yaml)));
  });

  test('lets a saved view have each parameter of listActions, with the same values', () => {
    const list = operations.find(({ id }) => id === 'listActions')?.operation;
    const paging = ['limit', 'offset', 'after'];
    // A saved `me` stays `me`, so the schema does not replace it.
    const bare = (schema: object) =>
      Object.fromEntries(
        Object.entries(schema).filter(
          ([name]) => !['default', 'description', 'x-id-of'].includes(name),
        ),
      );
    const parameters = asList(list?.['parameters'])
      .map((parameter) => {
        const { $ref: ref } = asObject(parameter);
        return asObject(typeof ref === 'string' ? valueAt(document, ref) : parameter);
      })
      .filter(({ name }) => !paging.includes(String(name)))
      .map(({ name, schema }) => [name, bare(asObject(schema))]);
    const saved = asObject(valueAt(document, '#/components/schemas/SavedViewQuery/properties'));
    const properties = Object.entries(saved).map(([name, schema]) => [
      name,
      bare(asObject(schema)),
    ]);
    expect(Object.fromEntries(properties)).toEqual(Object.fromEntries(parameters));
  });

  test('assigns every error code the status of its responses', () => {
    for (const { code, status } of errorTable(document)) {
      expect([code, isErrorCode(code) ? String(statusOf(code)) : 'none']).toEqual([code, status]);
    }
  });

  test('has no error code without an operation', () => {
    const ours = operations.filter((found) => [null, 'file'].includes(protocolOf(found)));
    const used = new Set(ours.flatMap(({ codes }) => codes));
    const unused = asList(valueAt(document, '#/components/schemas/ErrorCode/enum')).filter(
      (code) => !used.has(String(code)),
    );
    // The router responds with the first, and the stub of an operation with the second.
    expect(unused).toEqual(['METHOD_NOT_ALLOWED', 'NOT_IMPLEMENTED']);
  });

  test('declares Vary wherever the Accept header chooses the media type', () => {
    const silent = plain.flatMap(({ id, operation }) => {
      const responses = asObject(operation['responses']);
      const ok = asObject(responses['200']);
      if (Object.keys(asObject(ok['content'])).length < 2) return [];
      const both = [ok, asObject(responses['304'])];
      return both.every(({ headers }) => asObject(headers)['Vary'] !== undefined) ? [] : [id];
    });
    expect(silent).toEqual([]);
  });

  test('forbids additional properties in every request body', () => {
    const open = plain.flatMap(({ id, pointer, operation }) => {
      if (operation['requestBody'] === undefined) return [];
      const body = follow(document, below(pointer, 'requestBody'));
      const schema = follow(document, below(body.pointer, 'content', 'application/json', 'schema'));
      return schema.value['additionalProperties'] === false ||
        schema.value['unevaluatedProperties'] === false
        ? []
        : [id];
    });
    expect(open).toEqual([]);
  });

  test('allows additional properties in every response', () => {
    const closed: string[] = [];
    const requests = schemasOfRequests();
    for (const [name, schema] of Object.entries(
      asObject(valueAt(document, '#/components/schemas')),
    )) {
      if (requests.has(name)) continue;
      walk(
        { components: { schemas: { [name]: schema } } },
        {
          subschema(each, pointer) {
            if (asObject(each)['additionalProperties'] === false) closed.push(`${name} ${pointer}`);
          },
        },
      );
    }
    expect(closed).toEqual([]);
  });
});

describe.each(operations)(
  '$id',
  ({ operation, pointer, path, responses, codes, parameters, id }) => {
    const has = (name: string) => parameters.some(({ value }) => value['name'] === name);

    test('is named verbNoun and says what it does', () => {
      expect(id).toMatch(/^[a-z]+([A-Z][a-z]*)+$/);
      expect(operation['summary']).toMatch(/^[A-Z].*[^.]$/);
      expect(asList(operation['tags'])).toHaveLength(1);
      expect(operation['security'] ?? asObject(document)['security']).toBeInstanceOf(Array);
    });

    test('has a description in whole sentences without repetition', () => {
      const text = operation['description'] ?? '';
      const sentences = typeof text === 'string' ? text.split(/(?<=\.)\s+/) : ['no text'];
      expect(sentences.filter((sentence) => !/^[A-Z\d`]|^$/.test(sentence))).toEqual([]);
      expect(new Set(sentences).size).toBe(sentences.length);
    });

    test('documents the errors of its codes and no others', () => {
      const statuses = codes.map((code) => (isErrorCode(code) ? String(statusOf(code)) : code));
      const documented = responses.filter((status) => status >= '400');
      if (protocolOf({ operation }) !== null) {
        expect(documented).toEqual(expect.arrayContaining(statuses));
        return;
      }
      expect(new Set(documented)).toEqual(new Set(statuses));
    });

    test('has an example for its body and for every response body', () => {
      const carriers: string[] = [];
      const add = (at: string) => {
        const { pointer: target, value } = follow(document, at);
        for (const type of Object.keys(asObject(value['content']))) {
          carriers.push(below(target, 'content', type));
        }
      };
      if ('requestBody' in operation) add(below(pointer, 'requestBody'));
      for (const status of responses) add(below(pointer, 'responses', status));
      // The second media type of a PATCH has the schema of the first one, and so its examples.
      const asJson = (at: string) =>
        at.replace(/application~1merge-patch\+json$/, 'application~1json');
      const without = carriers.map(asJson).filter((at) => {
        const carrier = asObject(valueAt(document, at));
        return !('example' in carrier) && Object.keys(asObject(carrier['examples'])).length === 0;
      });
      expect(without).toEqual([]);
    });

    test('documents X-Request-Id in every response', () => {
      const without = responses.filter((status) => {
        const response = follow(document, below(pointer, 'responses', status));
        return !('X-Request-Id' in asObject(response.value['headers']));
      });
      expect(without).toEqual([]);
    });

    test('documents 304 and STALE_VERSION with their request headers', () => {
      expect(responses.includes('304')).toBe(has('If-None-Match'));
      expect(codes.includes('STALE_VERSION')).toBe(has('If-Match'));
    });

    test('has an entity tag, if it reads one record', () => {
      if (pointer.endsWith('/get') && path.endsWith('}')) expect(has('If-None-Match')).toBe(true);
    });

    test('has the parameters of lists, if it is a list', () => {
      if (!id.startsWith('list')) return;
      for (const name of ['limit', 'offset', 'after', 'sort'])
        expect([name, has(name)]).toEqual([name, true]);
      expect(path).not.toMatch(/\}$/);
    });
  },
);

test('only known operations speak another protocol', () => {
  const others = allFacts.filter(([, { protocol }]) => protocol !== null);
  expect(others.map(([id, { protocol }]) => [id, protocol])).toEqual([
    ['uploadFile', 'file'],
    ['uploadOnce', 'file'],
    ['downloadFile', 'file'],
    ['showUnsubscribe', 'page'],
    ['endMails', 'page'],
    ['callMcp', 'json-rpc'],
    ['getProtectedResource', 'oauth'],
    ['getMcpProtectedResource', 'oauth'],
    ['getAuthorizationServer', 'oauth'],
    ['showAuthorization', 'page'],
    ['decideAuthorization', 'page'],
    ['createAccessToken', 'oauth'],
    ['revokeOauthToken', 'oauth'],
    ['registerOauthClient', 'oauth'],
    ['startOidc', 'page'],
    ['finishOidc', 'page'],
    ['receiveOidcLogout', 'oauth'],
  ]);
});

describe('the code', () => {
  const database = connect('sqlite::memory:');
  afterAll(() => database.close());

  test('has a handler for every operation, and no stub', () => {
    expect(operationsWithoutHandler(database)).toEqual([]);
  });

  test('has exactly the contract’s operations', () => {
    expect(Object.keys(handlersOf(database)).toSorted()).toEqual(
      operations.map(({ id }) => id).toSorted(),
    );
  });

  test('refuses writes of paused agents, and documents it', () => {
    for (const [id, { permission, errorCodes }] of facts) {
      const writes = permission.scope === 'write' && permission.agents !== 'none';
      expect([id, errorCodes.includes('AGENT_NOT_ACTIVE')]).toEqual([id, writes]);
    }
  });

  test('accepts client_request_id in every authenticated POST', () => {
    const unrepeatable = facts.filter(
      ([, { method, security, acceptsClientRequestId }]) =>
        method === 'post' && security.length > 0 && !acceptsClientRequestId,
    );
    expect(unrepeatable).toEqual([]);
  });
});

/** The names of the schemas that a request body refers to, also through other schemas. */
function schemasOfRequests(): ReadonlySet<string> {
  const prefix = '#/components/schemas/';
  const names = new Set<string>();
  const add = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) add(item);
    else for (const [key, item] of Object.entries(asObject(value))) addEntry(key, item);
  };
  const addEntry = (key: string, value: unknown): void => {
    if (key !== '$ref' || typeof value !== 'string') {
      add(value);
      return;
    }
    if (names.has(value)) return;
    names.add(value);
    add(valueAt(document, value));
  };
  for (const { operation } of operations) add(operation['requestBody']);
  return new Set(
    [...names].filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length)),
  );
}

/** Maps as lists of their entries, so that the order counts. */
function ordered(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(([key, each]) => [String(key), ordered(each)]);
  return Array.isArray(value) ? value.map(ordered) : value;
}

const text = readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8');

/** The messages of the faults of the contract with one part replaced, wherever it is. */
function faultsOf(part: string, replacement: string): string[] {
  expect(text).toContain(part);
  const document: unknown = JSON.parse(text.replaceAll(part, () => replacement));
  return validatePromises(document).map(({ pointer, message }) => `${pointer}: ${message}`);
}

describe('A promise in the prose of the contract', () => {
  test('agrees with its keyword everywhere', () => {
    expect(faultsOf('"openapi"', '"openapi"')).toEqual([]);
  });

  test.each([
    ['the order of a list', 'Actions of the workspace, newest first.', 'Actions, oldest first.'],
    ['the order of a view', 'oldest completion first.', 'latest completion first.'],
    ['the field of an order', 'latest activity first.', 'latest completion first.'],
    ['the order by a name', 'Sorted by name.', 'Sorted by email.'],
    ['the order of a feed', 'were committed, oldest first.', 'were committed, newest first.'],
    ['the order in a view', 'Open proposals, oldest first.', 'Open proposals, newest first.'],
    ['an order without an entry', 'Active orders.', 'Active orders, newest first.'],
  ])('about %s agrees with sort or x-order', (_, part, replacement) => {
    expect(faultsOf(part, replacement).join()).toMatch(
      /: it promises ".+", and (?:without a parameter sort|x-order) is /,
    );
  });

  test.each([
    [
      'owners',
      'For owners. A disabled webhook',
      'For people. A disabled webhook',
      'x-restricted-to is owners',
    ],
    [
      'owners who are not named',
      'For owners. A disabled webhook',
      'A disabled webhook',
      'does not begin with',
    ],
    [
      'owners where all people may',
      'For people. Reverts',
      'For owners. Reverts',
      'x-restricted-to is undefined',
    ],
    ['agents', 'For agents. A blocking', 'For everyone. A blocking', 'security is bearerToken'],
    [
      'people',
      'For people, by session cookie. They',
      'For agents. They',
      'security is sessionCookie',
    ],
    [
      'sysadmins',
      'For people and sysadmin agents. Arch',
      'For everyone. Arch',
      'x-restricted-to is sysadmins',
    ],
  ])('about %s agrees with x-restricted-to and security', (_, part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });

  test.each([
    [
      'the status of a code',
      '422 `DEPENDENCY_CYCLE`',
      '409 `DEPENDENCY_CYCLE`',
      'has DEPENDENCY_CYCLE under 422',
    ],
    ['an unknown code', '409 `LAST_OWNER`', '409 `LAST_ADMIN`', 'does not have LAST_ADMIN'],
    [
      'a code of another operation',
      '409 `LAST_OWNER`',
      '409 `BLOCKED`',
      'BLOCKED, which is not in x-error-codes',
    ],
  ])('about %s agrees with x-errors and x-error-codes', (_, part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });

  test('about an event is in x-emits', () => {
    expect(
      faultsOf('For people. Reverts', 'For people. Emits `action.updated`. Reverts')[0],
    ).toMatch(
      /revert\/post\/description: it names the event action.updated, which is not in x-emits$/,
    );
    expect(faultsOf('"x-emits":[', '"x-emits":["action.lost",')[0]).toContain(
      'action.lost is not in EventKind',
    );
  });

  test('about a validator agrees with the pattern', () => {
    expect(faultsOf('A strong validator', 'A weak validator')).toEqual([
      '#/components/headers/ETag/description: it says weak, so the pattern must begin with ^W/"',
    ]);
  });

  test.each([
    ['`Z` or an offset, years', '`Z`, years', 'it must begin with one of'],
    [
      'with `Z` or an offset, years',
      'in UTC with milliseconds and `Z`, years',
      'admits 2026-05-01T10:00:00Z',
    ],
    [
      'Null clears it.',
      'A date alone means midnight.',
      'speaks of 2026-05-01, which the pattern refuses',
    ],
    ['Null clears it.', 'The seconds may be left out.', 'speaks of 2026-05-01T10:00Z'],
    [
      'in UTC with milliseconds and `Z`',
      'with `Z` or an offset',
      'refuses 2026-05-01T10:00:00+02:00',
    ],
  ])('about date-times agrees with the pattern: %s', (part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });
});

test('Every extension of the contract is explained in its introduction', () => {
  const { description } = published.info;
  const named = new Set(text.match(/(?<=")x-[a-z-]+(?=":)/g));
  const explained = new Set(description.match(/(?<=`)x-[a-z-]+(?=[`:])/g));
  expect([...named].filter((name) => !explained.has(name))).toEqual([]);
  expect([...explained].filter((name) => !named.has(name))).toEqual([]);
});

/** A schema of the contract with its references, `allOf` and null alternatives resolved. */
interface Shape {
  readonly types: readonly string[];
  readonly keywords: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
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
  const document: unknown = JSON.parse(
    readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8'),
  );

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
      properties: Object.assign(
        {},
        ...parts.map((part) => part.properties),
        Object.fromEntries(own),
      ),
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
