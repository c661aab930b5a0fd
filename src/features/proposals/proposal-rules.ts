import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { invalidValue, problem, type Issue, type Problem } from '../../platform/problems';

/** The states of a proposal, derived from how it was decided, its use and the time. */
export type ProposalState = components['schemas']['ProposalState'];

/** The operations that may need approval, by their operationId. */
export type GatedOperation = components['schemas']['GatedOperation'];

/** The body of a request, with the `id` of its path. */
export type Payload = Readonly<Record<string, unknown>>;

/** The state of a proposal. A permission without an end is expired. */
export function stateOf(
  proposal: {
    readonly status: 'open' | 'resolved';
    readonly response: string | null;
    readonly closed_at: string | null;
    readonly consumed_at: string | null;
    readonly stale_at: string | null;
    readonly expires_at: string | null;
  },
  now: string,
): ProposalState {
  if (proposal.status === 'open') return 'open';
  if (proposal.closed_at !== null) return 'withdrawn';
  if (proposal.response !== 'permit') return 'denied';
  if (proposal.consumed_at !== null) return 'consumed';
  if (proposal.stale_at !== null) return 'stale';
  return proposal.expires_at !== null && now < proposal.expires_at ? 'permitted' : 'expired';
}

/** Throws 422 `INVALID_REFERENCE` for more than one subject, with an issue for each extra one. */
export function checkOneSubject(ids: Readonly<Record<string, string | null>>): void {
  const [, ...extra] = Object.entries(ids).flatMap(([name, id]) => (id === null ? [] : [name]));
  const issues = extra.map((name) => ({
    path: `body/${name}`,
    code: 'INVALID_REFERENCE',
    message: `body/${name} is one too many: a proposal is about one action, project or order, or about none.`,
  }));
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
}

/** Throws 422 `INVALID_REFERENCE` for a changed payload of another record than the proposed one. */
export function checkSameRecord(proposed: Payload, changed: Payload): void {
  if (proposed['id'] === changed['id']) return;
  const path = 'body/payload/id';
  const message =
    typeof proposed['id'] === 'string'
      ? `${path} must be ${proposed['id']}: a person may change the request, but not its record.`
      : `${path} must be absent, as in the proposal.`;
  throw problem('INVALID_REFERENCE', message, {
    issues: [{ path, code: 'INVALID_REFERENCE', message }],
  });
}

/** Why a proposal of the workspace does not permit a request. */
export type UnusableCause =
  Exclude<ProposalState, 'permitted' | 'expired' | 'stale'> | 'foreign' | 'other_operation';

const causes: Readonly<Record<UnusableCause, string>> = {
  open: 'is still open. Wait until a person permits it.',
  denied: 'was denied. Create a new proposal.',
  withdrawn: 'was withdrawn. Create a new proposal.',
  consumed: 'has been used. A proposal permits one request, so create a new one.',
  foreign: 'is not yours. A proposal permits a request only of the agent that created it.',
  other_operation: 'is for another operation. A proposal permits only the operation that it names.',
};

/** 422 `INVALID_REFERENCE` with `details.cause` for a proposal that does not permit the request. */
export function unusable(cause: UnusableCause): Problem {
  const path = 'body/permitted_proposal_id';
  const message = `The proposal of ${path} ${causes[cause]}`;
  return problem('INVALID_REFERENCE', message, {
    issues: [{ path, code: 'INVALID_REFERENCE', message }],
    details: { cause },
  });
}

/**
 * The part of a request that is compared: without its idempotency key and the id of its proposal.
 */
export function payloadOf(request: object): Payload {
  const given: Record<string, unknown> = { ...request };
  const { client_request_id: _key, permitted_proposal_id: _approval, ...payload } = given;
  return payload;
}

/**
 * The payload of a proposal, as `payloadOf`. Throws 400 for a payload that names a permission, which
 * the agent adds only when it uses the permission of this proposal.
 */
export function proposedPayload(payload: Payload): Payload {
  if (payload['permitted_proposal_id'] === undefined) return payloadOf(payload);
  const path = 'body/payload/permitted_proposal_id';
  throw invalidValue(path, `${path} must be absent: a proposal cannot itself name a permission.`);
}

const maxIssues = 20;

/**
 * Throws 422 `PROPOSAL_MISMATCH` unless the request equals the permitted one as JSON: the order of
 * fields is ignored, an absent field and null differ, and two forms of one instant are equal. One
 * issue for each field that differs, at most 20.
 */
export function checkPermitted(permitted: Payload, sent: Payload): void {
  const paths = differences(permitted, sent, 'body')
    .filter((difference) => !isOneInstant(difference))
    .slice(0, maxIssues)
    .map(({ path }) => (path === 'body/id' ? 'path/id' : path));
  const issues: Issue[] = paths.map((path) => ({
    path,
    code: 'PROPOSAL_MISMATCH',
    message: `${path} differs from the permitted payload.`,
  }));
  const [first] = issues;
  if (first !== undefined) throw problem('PROPOSAL_MISMATCH', first.message, { issues });
}

function isOneInstant({ path, one, other }: Difference): boolean {
  if (!/_(?:at|until)$/.test(path) || typeof one !== 'string' || typeof other !== 'string') {
    return false;
  }
  return Date.parse(one) === Date.parse(other);
}

const maxChanges = limits.payload_changes;

/** The values that the person who permitted a proposal changed, at most 100. */
export function changesOf(
  proposed: Payload,
  permitted: Payload,
): components['schemas']['PayloadChange'][] {
  return differences(proposed, permitted, '')
    .slice(0, maxChanges)
    .map(({ path, one, other }) => ({
      path,
      ...(one === undefined ? {} : { proposed: one }),
      ...(other === undefined ? {} : { permitted: other }),
    }));
}

/** Two JSON values that differ, at a JSON pointer. Undefined: the value is absent. */
interface Difference {
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** The values that differ; it descends while both sides are objects, or both are arrays. */
function differences(one: unknown, other: unknown, path: string): Difference[] {
  if (Object.is(one, other) || (one === 0 && other === 0)) return [];
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  ) {
    return [{ path, one, other }];
  }
  const left = new Map(Object.entries(one));
  const right = new Map(Object.entries(other));
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) =>
    differences(
      left.get(name),
      right.get(name),
      `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  );
}
