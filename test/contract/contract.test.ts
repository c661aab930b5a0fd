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

  test('assigns every error code the status of its responses', () => {
    for (const { code, status } of errorTable(document)) {
      expect([code, isErrorCode(code) ? String(statusOf(code)) : 'none']).toEqual([code, status]);
    }
  });

  test('has no error code without an operation', () => {
    const used = new Set(plain.flatMap(({ codes }) => codes));
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
    ['callMcp', 'json-rpc'],
    ['getProtectedResource', 'oauth'],
    ['getMcpProtectedResource', 'oauth'],
    ['getAuthorizationServer', 'oauth'],
    ['showAuthorization', 'page'],
    ['decideAuthorization', 'page'],
    ['createAccessToken', 'oauth'],
    ['revokeOauthToken', 'oauth'],
    ['registerOauthClient', 'oauth'],
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
