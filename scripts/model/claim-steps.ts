import { namedFields, pickNamedClaim } from './action-steps';
import { covers, hasClaim, isActionable, isClaimedByAnother, isOpen } from './action-facts';
import { claimAction, claimNext, heartbeatAction, releaseAction } from './claim-model';
import type { Draw } from './draw';
import { demand } from './outcome';
import { allActors, verb, type Plan, type Step } from './plan';
import type { Action, Actor, Model } from './state';

/** Claims an action. */
export const claim = verb<Action>((model, draw) => ({
  operation: 'claimAction',
  only: 'agent',
  records: model.actions,
  matches: (by, action) =>
    isInReach(by, action) && isActionable(model, action) && !isClaimedByAnother(model, by, action),
  nearly: (by, action) =>
    isInReach(by, action) &&
    action.status === 'ready' &&
    (isClaimedByAnother(model, by, action) || !isActionable(model, action)),
  make: (by, action, isStale) => {
    const lease = pickLease(draw);
    const worker = pickWorker(draw);
    return {
      body: { ...workerField(worker), ...(lease === usualLease ? {} : { lease_seconds: lease }) },
      predict: () => {
        claimAction(model, by, action, { lease, worker, isStale });
        return { status: 200, record: action, also: claimOf(action) };
      },
    };
  },
}));

/** Sends a heartbeat. */
export const heartbeat: Step = verb<Action>((model, draw) => ({
  operation: 'heartbeatAction',
  records: model.actions,
  matches: (by, action) =>
    isOpen(action) && (action.assignee === by || action.claim?.claimant === by),
  nearly: (by, action) => !isOpen(action) && action.assignee === by,
  make: (by, action, isStale) => {
    const named = pickNamedClaim(draw, action);
    const lease = draw.chance(20) ? pickLease(draw) : undefined;
    return {
      body: { ...namedFields(named), ...(lease === undefined ? {} : { lease_seconds: lease }) },
      predict: () => {
        heartbeatAction(model, by, action, { isStale, ...named, lease });
        const also = hasClaim(model, by, action) ? claimOf(action) : { claim: undefined };
        return { status: 200, record: action, also };
      },
    };
  },
}));

/** Releases a claim, the caller's own or another's. */
export const release: Step = verb<Action>((model, draw) => ({
  operation: 'releaseAction',
  records: model.actions,
  nearly: (by, action) =>
    isOpen(action) && action.claim !== null && by.kind === 'agent' && action.claim.claimant !== by,
  matches: (by, action) =>
    isOpen(action) &&
    action.claim !== null &&
    (action.claim.claimant === by || by.kind === 'user' || by.isSysadmin),
  make: (by, action, isStale) => {
    const named = pickNamedClaim(draw, action);
    return {
      body: namedFields(named),
      predict: () => {
        releaseAction(model, by, action, { isStale, ...named });
        return { status: 200, record: action };
      },
    };
  },
}));

/** Calls claim-next for an agent; sometimes as another agent, or with a project filter. */
export const next: Step = (model, draw) => {
  const agent = draw.pick(model.participants.agents);
  const by = draw.chance(10) ? draw.pick(allActors(model)) : agent;
  if (agent === undefined || by === undefined) return undefined;
  const isMissing = draw.chance(3);
  const hasUnknownProject = draw.chance(3);
  const lease = pickLease(draw);
  const project = draw.chance(25) ? draw.pick(model.projects) : undefined;
  const plan = planClaimNext(model, by, { lease, project, worker: pickWorker(draw) });
  const { input } = plan;
  return {
    ...plan,
    input: {
      path: { id: isMissing ? 'agt_nothing' : agent.agentId },
      body: hasUnknownProject ? { ...input.body, project_id: 'prj_nothing' } : input.body,
    },
    predict: () => {
      demand(!isMissing, 'NOT_FOUND');
      demand(by === agent, 'FORBIDDEN');
      demand(!hasUnknownProject, 'INVALID_REFERENCE');
      return plan.predict();
    },
  };
};

/** A request of claim-next, with a project filter if one is given. */
export function planClaimNext(
  model: Model,
  by: Actor,
  { lease = usualLease, project, worker = null }: Partial<Parameters<typeof claimNext>[2]>,
) {
  const filter = project === undefined ? {} : { project_id: project.id };
  return {
    operation: 'claimNextAction',
    by,
    only: 'agent',
    target: undefined,
    input: {
      path: { id: by.agentId },
      body: { lease_seconds: lease, ...workerField(worker), ...filter },
    },
    predict: () => {
      const { action, reason, withheld } = claimNext(model, by, { lease, project, worker });
      const also = { reason, withheld, ...(action === null ? { claim: null } : claimOf(action)) };
      return { status: 200, ...(action === null ? {} : { record: action }), also };
    },
  } satisfies Plan;
}

const usualLease = 900;

function pickWorker(draw: Draw): string | null {
  return draw.chance(25) ? 'the second' : null;
}

function workerField(worker: string | null): object {
  return worker === null ? {} : { worker };
}

function pickLease(draw: Draw): number {
  return draw.oneOf(usualLease, 3_700);
}

function claimOf({ generation, claim }: Action) {
  const worker = claim?.worker ?? undefined;
  return { claim: { generation, worker, at_rest: claim?.until === null ? true : undefined } };
}

function isInReach(by: Actor, action: Action): boolean {
  return action.assignee === by || (action.assignee === null && covers(by, action));
}
