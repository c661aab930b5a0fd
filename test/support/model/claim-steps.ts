import { generationField, pickGeneration } from './action-steps';
import { covers, holds, isActionable, isHeldByAnother, isOpen } from './action-facts';
import { claimAction, claimNext, heartbeatAction, releaseAction } from './claim-model';
import type { Draw } from './draw';
import { demand } from './outcome';
import { everybody, verb, type Plan, type Step } from './plan';
import type { Action, Actor, Model } from './state';

/** Somebody claims an action. */
export const claim = verb<Action>((model, draw) => ({
  operation: 'claimAction',
  only: 'agent',
  things: model.actions,
  suits: (by, action) =>
    isInReach(by, action) && isActionable(model, action) && !isHeldByAnother(model, by, action),
  nearly: (by, action) =>
    isInReach(by, action) &&
    action.status === 'ready' &&
    (isHeldByAnother(model, by, action) || !isActionable(model, action)),
  make: (by, action, isStale) => {
    const lease = pickLease(draw);
    return {
      body: lease === usualLease ? {} : { lease_seconds: lease },
      predict: () => {
        claimAction(model, by, action, { lease, isStale });
        return { status: 200, thing: action, also: claimOf(action) };
      },
    };
  },
}));

/** Somebody tells that the work goes on. */
export const heartbeat: Step = verb<Action>((model, draw) => ({
  operation: 'heartbeatAction',
  things: model.actions,
  suits: (by, action) => isOpen(action) && (action.assignee === by || action.claim?.holder === by),
  nearly: (by, action) => !isOpen(action) && action.assignee === by,
  make: (by, action, isStale) => {
    const generation = pickGeneration(draw, action);
    return {
      body: generationField(generation),
      predict: () => {
        heartbeatAction(model, by, action, { isStale, generation });
        const also = holds(model, by, action) ? claimOf(action) : { claim: undefined };
        return { status: 200, thing: action, also };
      },
    };
  },
}));

/** Somebody gives a claim back, or takes it away. */
export const release: Step = verb<Action>((model, draw) => ({
  operation: 'releaseAction',
  things: model.actions,
  nearly: (by, action) =>
    isOpen(action) && action.claim !== null && by.kind === 'agent' && action.claim.holder !== by,
  suits: (by, action) =>
    isOpen(action) &&
    action.claim !== null &&
    (action.claim.holder === by || by.kind === 'user' || by.isSysadmin),
  make: (by, action, isStale) => {
    const generation = pickGeneration(draw, action);
    return {
      body: generationField(generation),
      predict: () => {
        releaseAction(model, by, action, { isStale, generation });
        return { status: 200, thing: action };
      },
    };
  },
}));

/** An agent asks for what to do next; now and then in the name of another, or somewhere only. */
export const next: Step = (model, draw) => {
  const agent = draw.pick(model.cast.agents);
  const by = draw.chance(10) ? draw.pick(everybody(model)) : agent;
  if (agent === undefined || by === undefined) return undefined;
  const isMissing = draw.chance(3);
  const isNowhere = draw.chance(3);
  const lease = pickLease(draw);
  const project = draw.chance(25) ? draw.pick(model.projects) : undefined;
  const asked = askNext(model, by, { lease, project });
  const { input } = asked;
  return {
    ...asked,
    input: {
      path: { id: isMissing ? 'agt_nothing' : agent.agentId },
      body: isNowhere ? { lease_seconds: lease, project_id: 'prj_nothing' } : input.body,
    },
    predict: () => {
      demand(!isMissing, 'NOT_FOUND');
      demand(by === agent, 'FORBIDDEN');
      demand(!isNowhere, 'INVALID_REFERENCE');
      return asked.predict();
    },
  };
};

/** An agent's request for what it does next, in a project if one is named. */
export function askNext(
  model: Model,
  by: Actor,
  { lease = usualLease, project }: Partial<Parameters<typeof claimNext>[2]>,
) {
  const place = project === undefined ? {} : { project_id: project.id };
  return {
    operation: 'claimNextAction',
    by,
    only: 'agent',
    target: undefined,
    input: { path: { id: by.agentId }, body: { lease_seconds: lease, ...place } },
    predict: () => {
      const { action, reason, withheld } = claimNext(model, by, { lease, project });
      const also = { reason, withheld, ...(action === null ? { claim: null } : claimOf(action)) };
      return { status: 200, ...(action === null ? {} : { thing: action }), also };
    },
  } satisfies Plan;
}

const usualLease = 900;

function pickLease(draw: Draw): number {
  return draw.oneOf(usualLease, 3_700);
}

function claimOf({ generation }: Action) {
  return { claim: { generation } };
}

function isInReach(by: Actor, action: Action): boolean {
  return action.assignee === by || (action.assignee === null && covers(by, action));
}
