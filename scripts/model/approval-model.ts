import { isSameJson } from './difference';
import { actionsOf, isOpen } from './action-facts';
import { demand, Refusal } from './outcome';
import { note, type Action, type Actor, type Model, type Proposal } from './state';

/** A gated request: its payload in the form of a proposal, and the proposal that it names. */
export interface Gated {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly approval: Proposal | undefined;
}

/** Refuses a gated request without the approval that it needs, or with one that does not match. */
export function checkApproval(
  by: Actor,
  operation: Proposal['operation'],
  { payload, approval }: Gated,
  isRequired: boolean,
): void {
  if (approval === undefined) {
    demand(!isRequired, 'PROPOSAL_REQUIRED');
    return;
  }
  demand(approval.creator === by, 'INVALID_REFERENCE');
  demand(approval.state !== 'expired' && approval.state !== 'stale', 'PROPOSAL_STALE');
  const fits = approval.operation === operation;
  demand(fits && approval.state === 'permitted', 'INVALID_REFERENCE');
  demand(isSameJson(approval.permitted, payload), 'PROPOSAL_MISMATCH');
}

/**
 * Ends the permission and refuses the request unless its target is as the person saw it. Of a
 * project that closes, actions may be missing.
 */
export function checkSeen(model: Model, { approval }: Gated): void {
  if (approval === undefined) return;
  const [seen, present] = [new Set(approval.seen), seenOf(model, approval)];
  const isLess = seen.size > present.length && approval.operation !== 'updateProject';
  if (!isLess && present.every((part) => seen.has(part))) return;
  approval.state = 'stale';
  note(model, approval, 'proposal.stale');
  throw new Refusal('PROPOSAL_STALE');
}

/** The parts of a proposal's target that a permission depends on, as far as sequences change them. */
export function seenOf(
  model: Model,
  { operation, permitted }: Pick<Proposal, 'operation' | 'permitted'>,
): readonly string[] {
  const id = permitted?.['id'];
  const action = model.actions.find((one) => one.id === id);
  const project = model.projects.find((one) => one.id === id);
  if (action !== undefined) return [withStatus(action)];
  if (project === undefined) return [];
  const open = actionsOf(model, project).filter(isOpen);
  if (operation !== 'duplicateProject') return open.map(partOf);
  const blockers = open.flatMap((blocked) =>
    blocked.blockers
      .filter((blocker) => open.includes(blocker))
      .map((blocker) => `${blocked.id} waits for ${blocker.id}`),
  );
  return [`${project.title} ${project.workMode}`, ...open.map(withStatus), ...blockers];
}

function withStatus(action: Action): string {
  return `${action.status} ${partOf(action)}`;
}

function partOf({ id, title, assignee, project, requirements }: Action): string {
  return JSON.stringify([id, title, assignee?.id, project?.id, requirements]);
}

/** Consumes an approval. */
export function consumeApproval(model: Model, { approval }: Gated): void {
  if (approval === undefined) return;
  approval.state = 'consumed';
  note(model, approval, 'proposal.consumed');
}
