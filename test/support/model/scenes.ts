import { aheadOf, covers, isActionable, isHeldByAnother, isOpen } from './action-facts';
import * as actions from './action-steps';
import { usualWish } from './action-wish';
import * as claims from './claim-steps';
import { Draw } from './draw';
import type { Plan, Scene } from './plan';
import * as projects from './project-steps';
import * as proposals from './proposal-steps';
import { checkQueues } from './reads';
import * as reviews from './review-steps';
import type { Action, Actor, Model } from './state';

// No stale version, no id of nothing.
const plain = new Draw([]);

/**
 * An agent finishes what comes first in a sequential project. The queues offer nothing of what follows until somebody has approved it.
 */
export const finishFirst: Scene = function* (model, draw) {
  const line = draw.pick(lines(model)) ?? (yield* makeLine(model, draw));
  if (line === undefined) return;
  const { first, next, finisher } = line;
  yield actions.complete.about(model, plain, finisher, first);
  yield checkQueues;
  const asker = draw.pick(agentsFor(model, next));
  if (asker === undefined) return;
  if (draw.chance(50)) yield claims.claim.about(model, plain, asker, next);
  const place = draw.chance(70) && next.project !== null ? { project: next.project } : {};
  yield claims.askNext(model, asker, place);
  if (draw.chance(40)) return;
  const [person] = model.cast.people;
  const verdict = draw.oneOf(reviews.approve, reviews.approve, reviews.reject);
  yield verdict.about(model, plain, person, first);
  yield checkQueues;
  yield claims.askNext(model, asker, place);
};

/** The first action of a sequential project, the one that waits for nothing else, and who may finish the first. */
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
  const [person] = model.cast.people;
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
      ...usualWish,
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

/** Who needs leave for it gives away work of its own: in vain without leave, then with it. */
export const giveAwayByLeave: Scene = function* (model, draw) {
  const by = activeAgents(model).find(({ mustAsk }) => mustAsk);
  if (by === undefined) return;
  const own = (): Action | undefined =>
    model.actions.findLast((action) => isOpen(action) && action.assignee === by);
  if (own() === undefined || draw.chance(30)) {
    const title = `action ${model.made + 1}`;
    yield actions.creation(model, by, { ...usualWish, title, assignee: by });
  }
  const action = own();
  if (action === undefined) return;
  yield actions.giveAway.about(model, draw, by, action);
  if (draw.chance(50)) return;
  const [person] = model.cast.people;
  const payload = { id: action.id, assigned_actor_id: draw.oneOf(null, null, person.id) };
  yield proposals.ask(model, by, { operation: 'updateAction', payload });
  const leave = model.proposals.at(-1);
  if (leave === undefined) return;
  yield proposals.permit.about(model, plain, person, leave);
  yield proposals.useOf(model, by, leave, payload);
};

function activeAgents({ cast }: Model): Actor[] {
  return cast.agents.filter(({ state }) => state === 'active');
}

// Whose work it is; of the pool's, who can do it.
function agentsFor(model: Model, action: Action): Actor[] {
  return activeAgents(model).filter(
    (agent) =>
      !isHeldByAnother(model, agent, action) &&
      (action.assignee === null ? covers(agent, action) : action.assignee === agent),
  );
}
