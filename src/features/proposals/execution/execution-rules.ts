import type { AgentActor, CallNow, Performed } from '../../../platform/operation';
import { isRecord } from '../../../platform/json';
import { type ErrorCode, Problem, problem } from '../../../platform/problems';
import type { ProposalResult } from '../proposal-mapping';
import type { GatedOperation, Payload } from '../proposal-rules';

/** The type of the record that each gated operation creates or changes. */
const recordTypes = {
  createAction: 'action',
  createProject: 'project',
  dropAction: 'action',
  duplicateProject: 'project',
  updateAction: 'action',
  updateDocument: 'document',
  updateProject: 'project',
} as const satisfies Record<GatedOperation, ProposalResult['record_type']>;

/** The gated operations whose path has no `id`. */
const withoutPath: ReadonlySet<GatedOperation> = new Set(['createAction', 'createProject']);

/**
 * The agent without the limits of a worker, which a permission lifts. It sees no more private
 * documents than before.
 */
export function lifted(agent: AgentActor): AgentActor {
  return { ...agent, accessMode: 'sysadmin', seesAsWorker: agent.accessMode === 'worker' };
}

/**
 * The call of a permitted request. The permission is for the content that the person saw, so it
 * stands for the version that a change of a document requires.
 */
export function callOf(operationId: GatedOperation, payload: Payload, proposalId: string): CallNow {
  const permitted = { permitted_proposal_id: proposalId };
  if (withoutPath.has(operationId)) {
    return { operationId, input: { body: { ...payload, ...permitted } } };
  }
  const { id, ...fields } = payload;
  const header = operationId === 'updateDocument' ? { 'If-Match': '*' } : {};
  const path = { id: typeof id === 'string' ? id : '' };
  return { operationId, input: { path, header, body: { ...fields, ...permitted } } };
}

/** The outcome of a request that succeeded. */
export function successOf(
  operation: GatedOperation,
  { status, body }: Pick<Performed, 'status' | 'body'>,
): ProposalResult {
  const id = isRecord(body) ? body['id'] : undefined;
  if (typeof id !== 'string') throw new Error(`The response of ${operation} has no id.`);
  return { status, record_type: recordTypes[operation], record_id: id, error: null };
}

/** The outcome of a request that was refused. */
export function refusalOf(refusal: Problem): ProposalResult {
  const { status } = refusal;
  return { status, record_type: null, record_id: null, error: refusal.envelope() };
}

/** The refusal of a request whose agent cannot act. */
export function inactive(state: 'paused' | 'revoked'): Problem {
  if (state === 'revoked') return problem('FORBIDDEN', 'The agent has been revoked.');
  return problem(
    'AGENT_NOT_ACTIVE',
    'The agent is paused. Once a person has resumed it, it can repeat the request.',
    { details: { state } },
  );
}

/** A request that is no valid body of its operation. */
const invalid: readonly ErrorCode[] = ['UNKNOWN_FIELD', 'VALIDATION_FAILED'];

/**
 * The codes of refusals that come before a permission. `byAgent`: of a new proposal whose agent
 * sends the request itself. `onPermit`: of one that permitting executes, which no permission changes
 * as long as the target is as it is. `changed`: of a payload that the person has changed.
 */
export const early = {
  byAgent: invalid,
  onPermit: [
    ...invalid,
    'ALREADY_TERMINAL',
    'FORBIDDEN',
    'INVALID_EDIT',
    'INVALID_REFERENCE',
    'NOT_A_TEMPLATE',
    'PAYLOAD_TOO_LARGE',
  ],
  changed: [
    ...invalid,
    'CONFLICTING_ASSIGNEE',
    'INVALID_EDIT',
    'INVALID_REFERENCE',
    'PAYLOAD_TOO_LARGE',
  ],
} as const satisfies Record<string, readonly ErrorCode[]>;

/**
 * A refusal of a request as one of its payload, if its code is among those given. A record that the
 * agent cannot see is an invalid reference.
 */
export function asRefusalOfPayload(
  refusal: Problem,
  codes: readonly ErrorCode[],
): Problem | undefined {
  const code = refusal.code === 'NOT_FOUND' ? 'INVALID_REFERENCE' : refusal.code;
  if (!codes.includes(code)) return undefined;
  const { message, details, headers } = refusal;
  const issues =
    refusal.code === 'NOT_FOUND'
      ? [{ path: 'path/id', code, message }]
      : refusal.issues.map((issue) => ({ ...issue, message: inPayload(issue.message) }));
  return new Problem(code, inPayload(message), {
    issues: issues.map((issue) => ({ ...issue, path: inPayload(issue.path) })),
    details,
    headers,
  });
}

function inPayload(text: string): string {
  return text.replaceAll(/\bbody\/|\bpath\/(?=id\b)/g, 'body/payload/');
}
