import { isRecord } from '../../../src/platform/json';
import type { Answered } from '../exchange';
import { beyondSchema } from './beyond-schema';
import { shapeOf } from './contract';
import { agents, strangers } from './credentials';
import type { Draft } from './draft';
import type { Judgement } from './judge';

/** Operations that count what guesses at secrets, and refuse the next guess. */
const countsGuesses = new Set([
  'createSession',
  'acceptInvitation',
  'changePassword',
  'resetPassword',
  'changeEmail',
]);
/** What is said of somebody who may not do it, whatever it is. */
const gateCodes = new Set([
  'AGENT_NOT_ACTIVE',
  'CSRF_FAILED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'WRONG_ACTOR',
]);
const ofShape = [400, 405, 406, 413, 415];

/** What is wrong with an answer to a request, beyond its form; undefined when nothing is. */
export function faultOf(draft: Draft, judgement: Judgement, answer: Answered): string | undefined {
  const { status } = answer;
  const { isRouted, statuses, isEarly, alsoPossible } = judgement;
  const { security } = shapeOf(draft.operation);
  if (status >= 500) return 'the server failed.';
  if (!isRouted) return undefined;
  if (isEarly) return statuses.includes(status) ? undefined : `it should be ${statuses.join()}.`;
  const needsCredential = security.length > 0;
  if (needsCredential && strangers.has(draft.by)) {
    return status === 401 ? undefined : 'nobody who is not let in should learn more than 401.';
  }
  if (needsCredential && isShutOut(draft) && status !== 403) return 'the caller may not do this.';
  if (needsCredential && status === 401) return 'the credential is good.';
  if (status === 429) return countsGuesses.has(draft.operation) ? undefined : 'nothing is limited.';
  const code = codeOf(answer);
  if (status === 403 && gateCodes.has(code)) return undefined;
  if (statuses.length > 0) {
    const right = [...statuses, ...alsoPossible];
    return right.includes(status) ? undefined : `the request is wrong: ${right.join(' or ')}.`;
  }
  if (!ofShape.includes(status) || alsoPossible.includes(status)) return undefined;
  return status === 400 && isBeyondSchema(draft, answer)
    ? undefined
    : 'the contract admits the request.';
}

// Tokens and sessions that the operation does not take, and writes by those who may only read.
function isShutOut({ operation, by }: Draft): boolean {
  const { security, method } = shapeOf(operation);
  if (!security.includes(agents.has(by) ? 'bearerToken' : 'sessionCookie')) return true;
  return method !== 'get' && ['reader', 'paused', 'foreign page'].includes(by);
}

function isBeyondSchema({ operation }: Draft, answer: Answered): boolean {
  const body: unknown = JSON.parse(answer.text);
  const issues: unknown = isRecord(body) ? body['issues'] : undefined;
  if (codeOf(answer) !== 'VALIDATION_FAILED' || !Array.isArray(issues)) return false;
  return issues.every((issue: unknown) =>
    beyondSchema.some(
      (one) =>
        isRecord(issue) &&
        issue['path'] === one.path &&
        (one.operation === undefined || one.operation === operation),
    ),
  );
}

function codeOf({ status, text }: Answered): string {
  if (status < 400 || text === '') return '';
  const body: unknown = JSON.parse(text);
  return isRecord(body) ? String(body['code']) : '';
}
