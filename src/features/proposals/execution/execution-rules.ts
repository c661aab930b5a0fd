import type { operationFacts } from '../../../../generated/handlers';
import type { components } from '../../../../generated/types';
import type { AgentActor, CallNow, Performed } from '../../../platform/operation';
import { isRecord } from '../../../platform/json';
import { Problem, problem } from '../../../platform/problems';
import type { ProposalResult } from '../proposal-mapping';
import type { GatedOperation, Payload } from '../proposal-rules';

type ProposalExecution = components['schemas']['ProposalExecution'];

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

/** The agent as it sends the request of its proposal: a permission lifts limits if it executes it. */
export function senderOf(
  { execute }: { readonly execute: ProposalExecution },
  agent: AgentActor,
): AgentActor {
  return execute === 'on_permit' ? lifted(agent) : agent;
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

/** The refusal of a request whose agent is paused. */
export function pausedAgent(): Problem {
  return problem(
    'AGENT_NOT_ACTIVE',
    'The agent is paused. Once a person has resumed it, it can repeat the request.',
    { details: { state: 'paused' } },
  );
}

/** 409 for the person who permits a request of a revoked agent. */
export function revokedAgent(): Problem {
  return problem(
    'AGENT_REVOKED',
    'The agent has been revoked, so it can never use a permission. Deny the proposal.',
  );
}

type Facts = typeof operationFacts;

/** The codes of all refusals of the gated operations. */
type GatedCode = Facts[GatedOperation]['errorCodes'][number];

type PermitCode = Facts['permitProposal']['errorCodes'][number];

/**
 * Whether a refusal lasts: no permission of the payload changes it as long as the target is as it
 * is. Others pass with time, such as a claim, or never reach the operation.
 */
const lasts = {
  AGENT_NOT_ACTIVE: false,
  ALREADY_CLAIMED: false,
  ALREADY_TERMINAL: true,
  CAP_EXCEEDED: false,
  CONFLICTING_ASSIGNEE: true,
  CSRF_FAILED: false,
  DEPENDENCY_CYCLE: true,
  FORBIDDEN: true,
  IDEMPOTENCY_KEY_REUSED: false,
  INSUFFICIENT_SCOPE: false,
  INTERNAL: false,
  INVALID_EDIT: true,
  INVALID_REFERENCE: true,
  MALFORMED_JSON: false,
  MOVED: false,
  NOT_ACCEPTABLE: false,
  NOT_A_TEMPLATE: true,
  // `asRefusalOfPayload` makes it INVALID_REFERENCE.
  NOT_FOUND: false,
  PAYLOAD_TOO_LARGE: true,
  PROJECT_HAS_OPEN_ACTIONS: true,
  PROPOSAL_MISMATCH: false,
  PROPOSAL_REQUIRED: false,
  PROPOSAL_STALE: false,
  RATE_LIMITED: false,
  REQUEST_IN_PROGRESS: false,
  STALE_VERSION: false,
  TOO_MANY_IDS: true,
  UNAUTHENTICATED: false,
  UNAVAILABLE: false,
  UNKNOWN_FIELD: true,
  UNKNOWN_PARAMETER: false,
  UNSUPPORTED_MEDIA_TYPE: false,
  VALIDATION_FAILED: true,
  VERSION_REQUIRED: false,
} as const satisfies { readonly [Code in GatedCode]: Code extends PermitCode ? boolean : false };

const lasting = new Set(
  Object.entries(lasts).flatMap(([code, isLasting]) => (isLasting ? [code] : [])),
);

/**
 * A refusal of a request as one of its payload, if it lasts; undefined if it may pass. A record that
 * the agent cannot see is an invalid reference.
 */
export function asRefusalOfPayload(refusal: Problem): Problem | undefined {
  const code = refusal.code === 'NOT_FOUND' ? 'INVALID_REFERENCE' : refusal.code;
  if (!lasting.has(code)) return undefined;
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

/**
 * The refusal of a permission that the agent could never use, for the person who gives it. The
 * person may have changed the payload.
 */
export function toPerson(refusal: Problem, isChanged: boolean): Problem {
  const { code, message, details, headers, issues } = refusal;
  if (!isChanged) {
    const advice = 'The agent could never use this permission. Deny the proposal.';
    return new Problem(code, `The request of the proposal is refused: ${message} ${advice}`, {
      issues,
      details,
      headers,
    });
  }
  const texts: Partial<Record<Problem['code'], string>> = {
    FORBIDDEN: `The agent gets this refusal of the changed payload: ${message}`,
    // The tools resolve names when an agent asks, so the payload that the person read has none.
    INVALID_REFERENCE: `${message} Send the id, not the name.`,
  };
  return new Problem(code, texts[code] ?? message, { issues, details, headers });
}

/** The refusal of a request that the agent may not send, but that permitting could execute. */
export function executable(refusal: Problem): Problem {
  const { code, message, details, headers, issues } = refusal;
  const advice = 'Ask with execute on_permit: permitting then executes it without this limit.';
  return new Problem(code, `${message} ${advice}`, { issues, details, headers });
}
