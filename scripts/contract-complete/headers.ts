import { asObject, below, follow } from '../generate/json';
import { hasProperty, isSuccess, securityOf } from '../generate/operation-facts';
import { protocolOf, type FoundOperation } from '../generate/operations';

const component = {
  Location: 'Location',
  ETag: 'ETag',
  'Idempotent-Replayed': 'IdempotentReplayed',
  Vary: 'VaryAccept',
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
  'X-Request-Id': 'RequestId',
} as const;

type Standard = keyof typeof component;

/**
 * The headers of a success by name: the standard ones, which follow from the operation, and those
 * that its author wrote. A redirect has a `Location`. `x-without-location` on a 201 means that the
 * new record has no URL. `x-compressed` means that the document is sent in several content codings.
 */
export function allHeaders(
  document: unknown,
  found: FoundOperation,
  status: string,
): Record<string, unknown> {
  const { method, operation, pointer, parameters } = found;
  const at = below(pointer, 'responses', status);
  const response = follow(document, at);
  const types = Object.keys(asObject(response.value['content']));
  const takes = (name: string) => parameters.some(({ value }) => value['name'] === name);
  const schemaOf = (owner: string) => below(owner, 'content', 'application/json', 'schema');
  const has = (schema: string, field: string) =>
    hasProperty(document, schema, (name) => name === field);
  const limited = securityOf(document, found).length > 0;

  const rules: Record<Standard, boolean> = {
    // A 200 next to a 201 returns a record that existed already.
    Location:
      status === '302' ||
      status === '303' ||
      ((status === '201' ||
        (isSuccess(status) && Object.hasOwn(asObject(operation['responses']), '201'))) &&
        response.value['x-without-location'] !== true),
    ETag:
      takes('If-None-Match') ||
      (types.length > 0 && (takes('If-Match') || has(schemaOf(response.pointer), 'version'))),
    'Idempotent-Replayed':
      method === 'post' &&
      limited &&
      has(schemaOf(below(pointer, 'requestBody')), 'client_request_id'),
    Vary:
      protocolOf(found) === null &&
      (operation['x-compressed'] === true ||
        Object.keys(contentOf(operation, '200')).length > 1 ||
        (status === '302' && types.length > 1)),
    RateLimit: limited,
    'RateLimit-Policy': limited,
    'X-Request-Id': true,
  };
  const standard = (names: readonly Standard[]) =>
    names.flatMap((name) =>
      rules[name] ? [[name, { $ref: `#/components/headers/${componentOf(name, found)}` }]] : [],
    );
  return Object.fromEntries([
    ...standard(['Location', 'ETag', 'Idempotent-Replayed', 'Vary']),
    ...ownHeaders(response.value),
    ...standard(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
  ]);
}

// Another protocol redirects to other servers.
function componentOf(name: Standard, found: FoundOperation): string {
  if (name === 'Vary' && found.operation['x-compressed'] === true) return 'VaryEncoding';
  return name === 'Location' && protocolOf(found) !== null ? 'RedirectLocation' : component[name];
}

/** The headers of a response that are not standard. */
export function ownHeaders(response: unknown): [string, unknown][] {
  const headers = Object.entries(asObject(asObject(response)['headers']));
  return headers.filter(([name]) => !Object.hasOwn(component, name));
}

/** The content of an operation's response by media type. */
export function contentOf(operation: unknown, status: string) {
  return asObject(asObject(asObject(asObject(operation)['responses'])[status])['content']);
}
