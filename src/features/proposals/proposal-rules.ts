import type { components } from '../../../generated/types';
import { problem, type Issue } from '../../platform/problems';

/** The states of a proposal, derived from how it was decided and whether it was used. */
export type ProposalState = components['schemas']['ProposalState'];

/** The operations that need leave, by their operationId (product section 4). */
export type GatedOperation = components['schemas']['GatedOperation'];

/** A request's body, and with it the `id` of its path. */
export type Payload = Readonly<Record<string, unknown>>;

/** The state of a proposal. */
export function stateOf(proposal: {
  readonly status: 'open' | 'resolved';
  readonly response: string | null;
  readonly closed_at: string | null;
  readonly consumed_at: string | null;
}): ProposalState {
  if (proposal.status === 'open') return 'open';
  if (proposal.closed_at !== null) return 'withdrawn';
  if (proposal.response !== 'permit') return 'denied';
  return proposal.consumed_at === null ? 'permitted' : 'consumed';
}

/** Throws 409 `ALREADY_RESOLVED` with `details.state`: the first end of a proposal is its only one. */
export function checkUndecided(state: ProposalState): void {
  if (state === 'open') return;
  throw problem('ALREADY_RESOLVED', `The proposal is ${state} already.`, { details: { state } });
}

/** Throws 422 `INVALID_REFERENCE` for more than one scope, with an issue for each that is too many. */
export function checkOneScope(ids: Readonly<Record<string, string | null>>): void {
  const [, ...extra] = Object.entries(ids).flatMap(([name, id]) => (id === null ? [] : [name]));
  const issues = extra.map((name) => ({
    path: `body/${name}`,
    code: 'INVALID_REFERENCE',
    message: `body/${name} is one too many: a proposal is about one action, project or order, or about none.`,
  }));
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
}

/** A request without what is no part of it: the key for repetition and the leave itself. */
export function payloadOf(request: object): Payload {
  const given: Record<string, unknown> = { ...request };
  const { client_request_id: _key, permitted_proposal_id: _leave, ...payload } = given;
  return payload;
}

const mostIssues = 20;

/**
 * Throws 422 `PROPOSAL_MISMATCH` unless the request is what was permitted, compared as JSON: the order of fields says nothing,
 * an absent field and null differ. One issue for each field that differs, at most 20; `id` is that of the path.
 */
export function checkPermitted(permitted: Payload, sent: Payload): void {
  const paths = differences(permitted, sent, 'body')
    .slice(0, mostIssues)
    .map((path) => (path === 'body/id' ? 'path/id' : path));
  const issues: Issue[] = paths.map((path) => ({
    path,
    code: 'PROPOSAL_MISMATCH',
    message: `${path} is not as it was permitted.`,
  }));
  const [first] = issues;
  if (first !== undefined) throw problem('PROPOSAL_MISMATCH', first.message, { issues });
}

/** JSON pointers of the values that differ, as deep as both sides are of one kind. */
function differences(one: unknown, other: unknown, at: string): string[] {
  if (Object.is(one, other) || (one === 0 && other === 0)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return [at];
  }
  if (Array.isArray(one) !== Array.isArray(other)) return [at];
  const [here, there] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = new Set([...here.keys(), ...there.keys()]);
  return [...names].flatMap((name) => {
    const path = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!here.has(name) || !there.has(name)) return [path];
    return differences(here.get(name), there.get(name), path);
  });
}
