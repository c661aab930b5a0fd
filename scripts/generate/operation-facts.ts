import type { JsonRecord } from '../../src/platform/json';
import type { OperationFacts, Permission } from '../../src/platform/operation';
import { asList, asObject, below, follow, valueAt } from './json';
import { type FoundOperation, operationsOf, protocolOf } from './operations';

/** The facts of an operation and its name. */
export interface NamedFacts extends OperationFacts {
  readonly operationId: string;
}

/** The facts about each operation that the router needs, in the contract's order. */
export function factsOf(document: unknown): NamedFacts[] {
  return operationsOf(document).map((found) => {
    const { operation, method, path, pointer, parameters } = found;
    const body = follow(document, below(pointer, 'requestBody'));
    const bodyPointer = below(body.pointer, 'content', 'application/json', 'schema');
    const minimal = minimalOf(document, found);
    const successes = Object.keys(asObject(operation['responses'])).filter(
      (status) => isSuccess(status) && (minimal === null || status !== '204'),
    );
    return {
      operationId: String(operation['operationId']),
      tag: String(asList(operation['tags'])[0]),
      method,
      path,
      security: securityOf(document, found),
      securityOptional: isSecurityOptional(found),
      anySession: found.operation['x-any-session'] === true,
      permission: permissionOf(document, found),
      protocol: protocolOf(found),
      successStatuses: successes.map(Number),
      errorCodes: texts(operation['x-error-codes']),
      hasBody: 'requestBody' in operation,
      consumes: Object.keys(asObject(body.value['content'])),
      bodyRequired: body.value['required'] === true,
      acceptsClientRequestId: hasProperty(
        document,
        bodyPointer,
        (name) => name === 'client_request_id',
      ),
      bodyHasPassword: hasProperty(
        document,
        bodyPointer,
        (_, schema) => schema['format'] === 'password',
      ),
      produces: [...new Set(successes.flatMap((status) => mediaTypes(document, pointer, status)))],
      headerNames: parameters
        .filter(({ value }) => value['in'] === 'header')
        .map(({ value }) => String(value['name'])),
      listDefaults: listDefaultsOf(document, found),
      actionRefs: actionRefsOf(document, found),
      replayOmits: texts(operation['x-replay-omits']),
      longReplayOmits: texts(operation['x-long-replay-omits']),
      replaysWithoutBody: minimal !== null || '204' in asObject(operation['responses']),
      beyondStorageLimit: beyondStorageLimitOf(document, found),
      minimal,
    };
  });
}

/** The defaults of a list's query parameters; null for an operation without pages. */
function listDefaultsOf(document: unknown, { parameters }: FoundOperation) {
  const names = parameters.map(({ value }) => value['name']);
  if (!names.includes('after') || !names.includes('offset')) return null;
  const defaults = parameters.flatMap(({ value, pointer }) => {
    const { default: stated } = follow(document, below(pointer, 'schema')).value;
    return stated === undefined ? [] : [[value['name'], stated]];
  });
  return Object.fromEntries(defaults);
}

/** Where the input of an operation has ids of actions; `*` stands for every item of a list. */
function actionRefsOf(document: unknown, { pointer, parameters }: FoundOperation): string[] {
  const body = follow(document, below(pointer, 'requestBody'));
  const schemas = [
    ...parameters.map(
      ({ value, pointer: at }) =>
        [`/${String(value['in'])}/${String(value['name'])}`, below(at, 'schema')] as const,
    ),
    ['/body', below(body.pointer, 'content', 'application/json', 'schema')] as const,
  ];
  const found = schemas.flatMap(([place, at]) =>
    refsWithin(document, at, []).map((path) => `${place}${path}`),
  );
  return [...new Set(found)];
}

const parts = ['if', 'then', 'else'];
const lists = ['allOf', 'anyOf', 'oneOf'];

function refsWithin(document: unknown, given: string, outer: readonly string[]): string[] {
  if (asObject(valueAt(document, given))['x-id-of'] === 'action') return [''];
  const { pointer, value } = follow(document, given);
  if (outer.includes(pointer)) return [];
  const within = (...steps: readonly string[]): string[] =>
    refsWithin(document, below(pointer, ...steps), [...outer, pointer]);
  return [
    ...Object.keys(asObject(value['properties'])).flatMap((name) =>
      within('properties', name).map((path) => `/${name}${path}`),
    ),
    ...('items' in value ? within('items').map((path) => `/*${path}`) : []),
    ...parts.filter((name) => name in value).flatMap((name) => within(name)),
    ...lists.flatMap((name) =>
      asList(value[name]).flatMap((_, index) => within(name, String(index))),
    ),
  ];
}

/** The headers of the 204 of an operation that takes `Prefer`; null for any other operation. */
function minimalOf(document: unknown, { pointer, parameters }: FoundOperation) {
  if (!parameters.some(({ value }) => value['name'] === 'Prefer')) return null;
  const { pointer: at, value: response } = follow(document, below(pointer, 'responses', '204'));
  const headers = Object.keys(asObject(response['headers'])).map((name) => ({
    name,
    header: follow(document, below(at, 'headers', name)).value,
  }));
  const required = headers.filter(
    ({ name, header }) => header['required'] === true && name !== 'Preference-Applied',
  );
  const fromBody = headers.flatMap(({ name, header }) =>
    typeof header['x-body-pointer'] === 'string' ? [[name, header['x-body-pointer']]] : [],
  );
  return { required: required.map(({ name }) => name), fromBody: Object.fromEntries(fromBody) };
}

/** Whether an operation returns this status when nothing fails; a 304 is the platform's. */
export function isSuccess(status: string): boolean {
  return status.startsWith('2') || status === '302' || status === '303';
}

/** The security requirements of an operation; none for a public one. */
export function requirementsOf(document: unknown, { operation }: FoundOperation): JsonRecord[] {
  return asList(operation['security'] ?? valueAt(document, '#/security')).map(asObject);
}

/**
 * The kinds of credentials that an operation takes, by the name of their security scheme; none for
 * a public one. A token of an `oauth2` scheme is sent as a bearer token, so it is no kind of its own.
 */
export function securityOf(document: unknown, found: FoundOperation): string[] {
  const schemes = asObject(valueAt(document, '#/components/securitySchemes'));
  return requirementsOf(document, found)
    .flatMap((requirement) => Object.keys(requirement))
    .filter((name) => asObject(schemes[name])['type'] !== 'oauth2');
}

/** The scopes that `security` asks of a token. */
function scopesOf(document: unknown, found: FoundOperation): string[] {
  const scopes = requirementsOf(document, found).flatMap((each) =>
    Object.values(each).flatMap(texts),
  );
  return [...new Set(scopes)];
}

/** The callers of an operation, from `security`, `x-restricted-to`, `x-viewers` and its method. */
function permissionOf(document: unknown, found: FoundOperation): Permission {
  const { method, operation } = found;
  const security = securityOf(document, found);
  const agents = agentsOf(operation['x-restricted-to']);
  const reads = method === 'get' || scopesOf(document, found).includes('read');
  return {
    people: security.includes('sessionCookie') ? peopleOf(found) : 'none',
    agents: security.includes('bearerToken') ? agents : 'none',
    scope: security.length === 0 ? 'none' : reads ? 'read' : 'write',
  };
}

/**
 * Whether an operation runs in a workspace at its limit: always, or with a body of these fields. An
 * operation that may write stores more, unless it says otherwise.
 */
export function beyondStorageLimitOf(
  document: unknown,
  found: FoundOperation,
): boolean | readonly string[] {
  const { 'x-beyond-storage-limit': beyond } = found.operation;
  if (permissionOf(document, found).scope !== 'write' || protocolOf(found) !== null) return true;
  return beyond === undefined ? false : beyond === true || texts(beyond);
}

// A write is refused to viewers unless it says otherwise.
function peopleOf({ method, operation }: FoundOperation): Permission['people'] {
  if (operation['x-restricted-to'] === 'owners') return 'owner';
  return method === 'get' || operation['x-viewers'] === true ? 'viewer' : 'member';
}

/** Whether the operation is refused to viewers, and not to all members. */
export function excludesViewers(document: unknown, found: FoundOperation): boolean {
  return permissionOf(document, found).people === 'member';
}

function agentsOf(restricted: unknown): Permission['agents'] {
  if (restricted === 'sysadmins') return 'sysadmin';
  return restricted === 'reviewers' ? 'reviewer' : 'worker';
}

/** Whether `security` has `{}`, so that a request without a credential is accepted too. */
export function isSecurityOptional({ operation }: FoundOperation): boolean {
  const requirements = asList(operation['security']);
  return requirements.some((each) => Object.keys(asObject(each)).length === 0);
}

function mediaTypes(document: unknown, pointer: string, status: string): string[] {
  const response = follow(document, below(pointer, 'responses', status));
  return Object.keys(asObject(response.value['content']));
}

/** Whether a schema has the property, itself or in a part of its allOf. */
export function hasProperty(
  document: unknown,
  pointer: string,
  matches: (name: string, schema: JsonRecord) => boolean,
): boolean {
  const schema = follow(document, pointer);
  return (
    Object.keys(asObject(schema.value['properties'])).some((name) =>
      matches(name, follow(document, below(schema.pointer, 'properties', name)).value),
    ) ||
    asList(schema.value['allOf']).some((_, index) =>
      hasProperty(document, below(schema.pointer, 'allOf', index), matches),
    )
  );
}

function texts(value: unknown): string[] {
  return asList(value).map(String);
}
