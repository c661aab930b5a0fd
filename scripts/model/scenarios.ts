import { aheadOf, covers, isActionable, isClaimedByAnother, isOpen } from './action-facts';
import * as actions from './action-steps';
import { defaultFields } from './action-fields';
import * as claims from './claim-steps';
import { Draw } from './draw';
import type { Plan, Scenario } from './plan';
import * as projects from './project-steps';
import * as proposals from './proposal-steps';
import { checkQueues } from './reads';
import * as reviews from './review-steps';
import type { Action, Actor, Model } from './state';

// Neither old versions nor ids that do not exist.
const plain = new Draw([]);

/**
 * An agent completes the first action of a sequential project. The queues contain no later action
 * until the first one is approved.
 */
export const finishFirst: Scenario = function* (model, draw) {
  const line = draw.pick(lines(model)) ?? (yield* makeLine(model, draw));
  if (line === undefined) return;
  const { first, next, finisher } = line;
  yield actions.complete.about(model, plain, finisher, first);
  yield checkQueues;
  const proposer = draw.pick(agentsFor(model, next));
  if (proposer === undefined) return;
  if (draw.chance(50)) yield claims.claim.about(model, plain, proposer, next);
  const filter = draw.chance(70) && next.project !== null ? { project: next.project } : {};
  yield claims.planClaimNext(model, proposer, filter);
  if (draw.chance(40)) return;
  const [person] = model.participants.people;
  const verdict = draw.oneOf(reviews.approve, reviews.approve, reviews.reject);
  yield verdict.about(model, plain, person, first);
  yield checkQueues;
  yield claims.planClaimNext(model, proposer, filter);
};

/**
 * The first action of a sequential project, the next one, and the actors that may complete the
 * first.
 */
interface Line {
  readonly first: Action;
  readonly next: Action;
  readonly finisher: Actor;
}

function lines(model: Model): Line[] {
  return model.actions.flatMap((next) => {
    if (next.status !== 'ready') return [];
    const [first, ...others] = aheadOf(model, next);
    if (first === undefined || others.length > 0) return [];
    const isOffered = isActionable(model, first) && first.reviewChoice !== false;
    const [finisher] = agentsFor(model, first);
    return isOffered && finisher !== undefined ? [{ first, next, finisher }] : [];
  });
}

function* makeLine(model: Model, draw: Draw): Generator<Plan, Line | undefined> {
  const [person] = model.participants.people;
  const agents = activeAgents(model);
  const finisher = draw.pick(agents);
  const follower = draw.pick([...agents, null]);
  if (finisher === undefined || follower === undefined) return undefined;
  const title = `project ${model.projects.length + 1}`;
  const kind = { isTemplate: false, workMode: 'sequential', state: 'active' } as const;
  yield projects.creation(model, person, { title, ...kind });
  const project = model.projects.at(-1) ?? null;
  const [early, late] = draw.oneOf<readonly [number | null, number | null]>(
    [null, null],
    [0, 1],
    [1, null],
  );
  const make = (by: Actor, assignee: Actor | null, position: number | null) =>
    actions.creation(model, by, {
      ...defaultFields,
      title: `action ${model.made + 1}`,
      assignee,
      project,
      position,
    });
  yield make(draw.oneOf(finisher, person), finisher, early);
  const first = model.actions.at(-1);
  yield make(person, follower, late);
  const next = model.actions.at(-1);
  return first === undefined || next === undefined ? undefined : { first, next, finisher };
}

/**
 * An agent that needs approval reassigns its own work: refused without an approval, then with one.
 */
export const reassignWithApproval: Scenario = function* (model, draw) {
  const by = activeAgents(model).find(({ needsApproval }) => needsApproval);
  if (by === undefined) return;
  const own = (): Action | undefined =>
    model.actions.findLast((action) => isOpen(action) && action.assignee === by);
  if (own() === undefined || draw.chance(30)) {
    const title = `action ${model.made + 1}`;
    yield actions.creation(model, by, { ...defaultFields, title, assignee: by });
  }
  const action = own();
  if (action === undefined) return;
  yield actions.reassign.about(model, draw, by, action);
  if (draw.chance(50)) return;
  const [person] = model.participants.people;
  const payload = { id: action.id, assigned_actor_id: draw.oneOf(null, null, person.id) };
  yield proposals.planProposal(model, by, { operation: 'updateAction', payload });
  const approval = model.proposals.at(-1);
  if (approval === undefined) return;
  yield proposals.permit.about(model, plain, person, approval);
  yield proposals.useOf(model, by, approval, payload);
};

function activeAgents({ participants }: Model): Actor[] {
  return participants.agents.filter(({ state }) => state === 'active');
}

// The actors that may work on it: its assignee, or for pool work those that match.
function agentsFor(model: Model, action: Action): Actor[] {
  return activeAgents(model).filter(
    (agent) =>
      !isClaimedByAnother(model, agent, action) &&
      (action.assignee === null ? covers(agent, action) : action.assignee === agent),
  );
}
