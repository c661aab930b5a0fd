import {
  isBlocked,
  isClaimedByAnother,
  isOpen,
  isTemplate,
  mayChange,
  mayComplete,
} from './action-facts';
import {
  completeAction,
  createAction,
  dropAction,
  updateAction,
  type ActionPatch,
  type NewAction,
} from './action-model';
import {
  actionBody,
  patchBody,
  pickAssignee,
  pickDeferral,
  pickDue,
  pickProject,
  pickRequirements,
} from './action-fields';
import type { Draw } from './draw';
import type { Gated } from './approval-model';
import type { Guard } from './claim-model';
import { allActors, verb, type Plan, type Predicted, type Step, type Verb } from './plan';
import type { Action, Actor, Model } from './state';

/** Creates an action, sometimes with a source key that exists. */
export const create: Step = (model, draw) => {
  const by = draw.pick(allActors(model));
  if (by === undefined) return undefined;
  const isAssigned = draw.chance(35);
  const fields = {
    title: `action ${model.made + 1}`,
    status: draw.oneOf('ready', 'ready', 'ready', 'inbox', 'waiting'),
    assignee: isAssigned ? pickAssignee(model, draw) : undefined,
    project: draw.chance(2) ? ('unknown' as const) : pickProject(model, draw),
    isTemplate: draw.chance(4),
    noReview: draw.chance(6),
    requirements: pickRequirements(draw),
    sourceKey: draw.chance(40) ? draw.oneOf('first', 'first', 'second') : null,
    position: draw.chance(30) ? draw.below(3) : null,
    due: draw.chance(30) ? pickDue(model, draw) : null,
    deferred: draw.chance(15) ? pickDeferral(model, draw) : null,
    repeats: draw.chance(25),
  };
  return creation(model, by, fields);
};

/** A request that creates an action without an approval. */
export function creation(model: Model, by: Actor, fields: Omit<NewAction, keyof Gated>): Plan {
  const body = actionBody(model, fields);
  return {
    operation: 'createAction',
    by,
    target: undefined,
    input: { body },
    predict: () => {
      const gated = { payload: { ...body }, approval: undefined };
      const { action, isNew } = createAction(model, by, { ...fields, ...gated });
      return { status: isNew ? 201 : 200, record: action };
    },
  };
}

/** Changes an action. */
export const update = verb<Action>((model, draw) => ({
  operation: 'updateAction',
  records: model.actions,
  matches: (by, action) => isAvailable(model, by, action) && mayChange(model, by, action),
  // Includes its own actions that it has not begun: unassigning one must not count as activity of
  // the next assignee.
  nearly: (by, action) =>
    isClaimedOnlyByAnother(model, by, action) ||
    (by.needsApproval && isOpen(action)) ||
    (action.status === 'ready' && action.assignee === by && action.activeAt === null),
  make: (by, action, isStale) => change(model, by, action, { ...pickPatch(model, draw), isStale }),
}));

/** An agent that needs approval reassigns work, mostly its own, to the pool or to a person. */
export const reassign = verb<Action>((model, draw) => ({
  operation: 'updateAction',
  records: model.actions,
  matches: (by, action) =>
    by.needsApproval &&
    action.assignee !== null &&
    isAvailable(model, by, action) &&
    mayChange(model, by, action),
  make: (by, action, isStale) => {
    const [person] = model.participants.people;
    const assignee = draw.oneOf(null, null, person);
    const also = draw.chance(30) ? { status: draw.oneOf('ready', 'waiting', 'inbox') } : {};
    return change(model, by, action, { assignee, ...also, isStale });
  },
}));

function change(
  model: Model,
  by: Actor,
  action: Action,
  { isStale, ...patch }: Omit<ActionPatch, keyof Gated> & { readonly isStale: boolean },
) {
  const body = patchBody(model, patch);
  return {
    body,
    predict: (): Predicted => {
      const gated = { payload: { ...body, id: action.id }, approval: undefined };
      updateAction(model, by, action, { ...patch, ...gated }, isStale);
      return { status: 200, record: action };
    },
  };
}

function pickPatch(model: Model, draw: Draw) {
  const assignee = pickAssignee(model, draw);
  const status = draw.oneOf('ready', 'ready', 'waiting', 'inbox');
  switch (draw.below(10)) {
    case 0:
    case 1:
    case 2:
      return { status };
    case 3:
    case 4:
      return { assignee };
    case 5:
      return { status, assignee };
    case 6:
      return { project: pickProject(model, draw), position: draw.below(3) };
    case 7:
      return { deferred: draw.chance(50) ? null : pickDeferral(model, draw) };
    case 8:
      return { requirements: pickRequirements(draw), isTemplate: draw.chance(10) };
    default:
      return { reviewChoice: draw.chance(50) };
  }
}

/** Completes an action. */
export const complete = verb<Action>((model, draw) => {
  // Mostly by agents, whose work is reviewed.
  const isForAgents = draw.chance(60);
  return completion(model, draw, isForAgents);
});

const completion = (model: Model, draw: Draw, isForAgents: boolean): Verb<Action> => ({
  operation: 'completeAction',
  records: model.actions,
  matches: (by, action) =>
    (by.kind === 'agent' || !isForAgents) &&
    isAvailable(model, by, action) &&
    mayComplete(model, by, action) &&
    !isTemplate(action) &&
    !isBlocked(action),
  nearly: (by, action) =>
    isClaimedOnlyByAnother(model, by, action) ||
    (isOpen(action) && by.kind === 'user' && (isBlocked(action) || isTemplate(action))),
  make: (by, action, isStale) => {
    const named = pickNamedClaim(draw, action);
    return {
      body: { result_summary: 'It is done.', ...namedFields(named) },
      predict: () => {
        completeAction(model, by, action, { isStale, ...named });
        return { status: 200, record: action };
      },
    };
  },
});

/** Drops an action. */
export const drop: Step = verb<Action>((model, draw) => ({
  operation: 'dropAction',
  records: model.actions,
  matches: (by, action) =>
    isAvailable(model, by, action) && mayChange(model, by, action) && !by.needsApproval,
  nearly: (by, action) =>
    isClaimedOnlyByAnother(model, by, action) || (by.needsApproval && mayChange(model, by, action)),
  make: (by, action, isStale) => {
    const hasReason = !draw.chance(10);
    const body = { reason: 'Nobody needs it.' };
    return {
      ...(hasReason ? { body } : {}),
      // Agents must send a reason.
      isInvalid: by.kind === 'agent' && !hasReason,
      predict: () => {
        const gated = { payload: { ...body, id: action.id }, approval: undefined };
        dropAction(model, by, action, { ...gated, isStale });
        return { status: 200, record: action };
      },
    };
  },
}));

type NamedClaim = Pick<Guard, 'generation' | 'worker'>;

/** The claim generation and the worker to send, if any; sometimes wrong ones. */
export function pickNamedClaim(draw: Draw, { generation, claim }: Action): NamedClaim {
  const wanted = generation + (draw.chance(15) ? 1 : 0);
  return {
    generation: draw.chance(25) && wanted > 0 ? wanted : undefined,
    worker: draw.chance(85) ? (claim?.worker ?? null) : draw.oneOf(null, 'the third'),
  };
}

/** What a body says about the claim. */
export function namedFields({ generation, worker }: NamedClaim): object {
  return {
    ...(generation === undefined ? {} : { claim_generation: generation }),
    ...(worker === null ? {} : { worker }),
  };
}

/** Whether the claim of another agent is the only obstacle. */
export function isClaimedOnlyByAnother(model: Model, by: Actor, action: Action): boolean {
  if (by.kind === 'user' || !isOpen(action)) return false;
  return mayChange(model, by, action) && isClaimedByAnother(model, by, action);
}

function isAvailable(model: Model, by: Actor, action: Action): boolean {
  return isOpen(action) && (by.kind === 'user' || !isClaimedByAnother(model, by, action));
}
