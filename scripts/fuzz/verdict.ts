import { isRecord } from '../../src/platform/json';
import type { RawResponse } from '../requests/exchange';
import { beyondSchema } from './beyond-schema';
import { asObject } from '../generate/json';
import { resolve, shapeOf, type Shape } from './contract';
import { agents, invalidCredentials } from './credentials';
import type { Draft } from './draft';
import type { Judgement } from './judge';

/** Codes that refuse the caller, whatever the request is. */
const gateCodes = new Set([
  'AGENT_NOT_ACTIVE',
  'CSRF_FAILED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'WRONG_ACTOR',
]);
const ofShape = [400, 405, 406, 413, 415];

/** The fault of a response to a request, beyond its form; undefined when it has none. */
export function faultOf(
  draft: Draft,
  judgement: Judgement,
  response: RawResponse,
): string | undefined {
  const { status } = response;
  const { isRouted, statuses, isEarly, alsoPossible } = judgement;
  const { security } = shapeOf(draft.operation);
  if (status >= 500) return 'the server failed.';
  if (!isRouted) return undefined;
  if (isEarly) return statuses.includes(status) ? undefined : `it should be ${statuses.join()}.`;
  const needsCredential = security.length > 0;
  if (needsCredential && invalidCredentials.has(draft.by)) {
    return status === 401 ? undefined : 'an unauthenticated caller must get 401 only.';
  }
  if (needsCredential && isForbidden(draft) && status !== 403)
    return 'the caller has no permission.';
  if (needsCredential && status === 401)
    return 'the credential is valid. If the operation ends sessions or tokens, add its path to changesCallers in run.ts.';
  if (status === 429)
    return countsGuesses(shapeOf(draft.operation))
      ? undefined
      : 'it counts no guesses: it needs a credential, and no field has `format: password`.';
  const code = codeOf(response);
  if (status === 403 && gateCodes.has(code)) return undefined;
  if (statuses.length > 0) {
    const right = [...statuses, ...alsoPossible];
    return right.includes(status) ? undefined : `the request is wrong: ${right.join(' or ')}.`;
  }
  if (!ofShape.includes(status) || alsoPossible.includes(status)) return undefined;
  return status === 400 && isBeyondSchema(draft, response)
    ? undefined
    : 'the contract admits the request. If JSON Schema cannot express the rule, add to ' +
        `scripts/fuzz/beyond-schema.ts: { operation: '${draft.operation}', ` +
        `path: '${issuePaths(response)[0] ?? 'body/…'}', reason: '…' },`;
}

// Credentials of a kind that the operation does not accept, and writes with a read-only credential.
function isForbidden({ operation, by }: Draft): boolean {
  const { security, method } = shapeOf(operation);
  if (!security.includes(agents.has(by) ? 'bearerToken' : 'sessionCookie')) return true;
  return method !== 'get' && ['reader', 'paused', 'foreign page'].includes(by);
}

/** Whether the operation checks a secret instead of a credential or beside it. */
function countsGuesses({ security, method, body }: Shape): boolean {
  if (security.length === 0) return method !== 'get';
  const fields = Object.values(asObject(body?.schema['properties']));
  return fields.some((field) => resolve(field)['format'] === 'password');
}

function isBeyondSchema({ operation }: Draft, response: RawResponse): boolean {
  const code = codeOf(response);
  const paths = issuePaths(response);
  const isKnown = (path: string): boolean =>
    beyondSchema.some(
      (one) =>
        isAt(path, one.path) &&
        (one.operation === undefined || one.operation === operation) &&
        (one.codes ?? ['VALIDATION_FAILED']).includes(code),
    );
  return paths.length > 0 && paths.every(isKnown);
}

function isAt(path: string, known: string): boolean {
  return known.endsWith('/**') ? path.startsWith(known.slice(0, -2)) : path === known;
}

/** The paths of the issues of an error, with `*` for each index. */
function issuePaths(response: RawResponse): string[] {
  const body: unknown = JSON.parse(response.text);
  const issues: unknown = isRecord(body) ? body['issues'] : undefined;
  return (Array.isArray(issues) ? issues : []).map((issue: unknown) =>
    String(isRecord(issue) ? issue['path'] : '').replaceAll(/\/\d+(?=\/|$)/g, '/*'),
  );
}

function codeOf({ status, text }: RawResponse): string {
  if (status < 400 || text === '') return '';
  const body: unknown = JSON.parse(text);
  return isRecord(body) ? String(body['code']) : '';
}
