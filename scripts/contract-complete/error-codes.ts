import { asList, asObject, below } from '../generate/json';
import {
  beyondStorageLimitOf,
  excludesViewers,
  hasProperty,
  isSecurityOptional,
  securityOf,
} from '../generate/operation-facts';
import { errorTable } from '../generate/error-table';
import { protocolOf, type FoundOperation } from '../generate/operations';

/**
 * The error codes that follow from an operation's method, security, parameters and body. The author
 * lists all others in `x-own-error-codes`.
 */
function standardErrorCodes(document: unknown, found: FoundOperation): string[] {
  const { method, operation, pointer, parameters } = found;
  const security = securityOf(document, found);
  const [byToken, bySession] = ['bearerToken', 'sessionCookie'].map((name) =>
    security.includes(name),
  );
  const protocol = protocolOf(found);
  // Another protocol judges its parameters and bodies itself (`x-protocol`).
  const isPlain = protocol === null;
  const writes = method !== 'get';
  const takesBody = 'requestBody' in operation;
  const takes = (location: string, name?: string) =>
    parameters.some(
      ({ value }) => value['in'] === location && (name === undefined || value['name'] === name),
    );
  const body = below(pointer, 'requestBody', 'content', 'application/json', 'schema');
  const bodyHas = (field: string) => hasProperty(document, body, (name) => name === field);
  const repeatable = security.length > 0 && bodyHas('client_request_id');

  const rules: readonly (readonly [boolean | undefined, readonly string[]])[] = [
    // Every request may be malformed, and every server may fail.
    [true, ['VALIDATION_FAILED', 'INTERNAL']],
    [isPlain, ['UNKNOWN_PARAMETER', 'NOT_ACCEPTABLE']],
    [security.length > 0 && !isSecurityOptional(found), ['UNAUTHENTICATED']],
    [security.length > 0, ['MOVED']],
    // A public operation that writes, such as a sign-in, is rate limited too.
    [security.length > 0 || writes, ['RATE_LIMITED', 'UNAVAILABLE']],
    // A credential of the other kind gets this error.
    // JSON-RPC ignores the cookie.
    [security.length === 1 && protocol !== 'json-rpc', ['WRONG_ACTOR']],
    [byToken, ['INSUFFICIENT_SCOPE']],
    ['x-restricted-to' in operation || excludesViewers(document, found), ['FORBIDDEN']],
    [byToken && writes && isPlain, ['AGENT_NOT_ACTIVE']],
    [beyondStorageLimitOf(document, found) !== true, ['CAP_EXCEEDED']],
    // Browsers send cookies automatically, and a public operation may set one.
    [writes && isPlain && (bySession || security.length === 0), ['CSRF_FAILED']],
    // The server reads a body even if none is expected.
    [writes && isPlain, ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [!isPlain && takesBody, ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [isPlain && takesBody, ['UNKNOWN_FIELD']],
    [takes('path'), ['NOT_FOUND']],
    [takes('header', 'If-Match'), ['STALE_VERSION']],
    [repeatable, ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS']],
    [
      bodyHas('permitted_proposal_id'),
      ['PROPOSAL_REQUIRED', 'PROPOSAL_MISMATCH', 'PROPOSAL_STALE'],
    ],
  ];
  return rules.flatMap(([applies, codes]) => (applies === true ? codes : []));
}

/** All error codes of an operation, ordered by status and then by name. */
export function allErrorCodes(document: unknown, found: FoundOperation): string[] {
  const own = asList(found.operation['x-own-error-codes']).map(String);
  const codes = [...new Set([...standardErrorCodes(document, found), ...own])];
  const statuses = new Map(errorTable(document).map(({ code, status }) => [code, status]));
  const rank = (code: string) => `${statuses.get(code) ?? '999'} ${code}`;
  return codes.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** The component of the errors of pages. */
export const pageOfError = 'PageOfError';

/**
 * The response component of each error status: the one whose first example shows an error of that
 * status.
 */
export function errorResponses(document: unknown): Map<string, string> {
  const statuses = new Map<unknown, string>(
    errorTable(document).map(({ code, status }) => [code, status]),
  );
  const responses = asObject(asObject(asObject(document)['components'])['responses']);
  const found = new Map<string, string>();
  for (const [name, response] of Object.entries(responses)) {
    if (name === pageOfError) continue;
    const json = asObject(asObject(asObject(response)['content'])['application/json']);
    const [example] = Object.values(asObject(json['examples']));
    const status = statuses.get(asObject(asObject(example)['value'])['code']);
    if (status !== undefined) found.set(status, name);
  }
  return found;
}
