import type { StoredAction } from '../../../src/features/actions/action-store';
import { DAY, addMilliseconds } from '../../../src/platform/time';
import type { Caller, People } from './people';
import type { Containers } from './containers';
import { historyDays, perFinished, type Sizes } from './proportions';
import { pickOne } from './choose';
import type { Environment } from './environment';

/** A row of the table `actions`, without the number of its key, which some schemas lack. */
export type ActionToStore = {
  readonly [Column in Exclude<keyof StoredAction, 'number'>]: string | number | boolean | null;
};

/** A seeded action. */
export interface SeededAction {
  readonly row: ActionToStore;
  /** The note on the action, if it has one. */
  readonly note: { readonly id: string; readonly at: string } | undefined;
}

/** The data from which actions are generated. */
export interface SeedContext {
  readonly environment: Environment;
  readonly people: People;
  readonly containers: Containers;
  readonly sizes: Sizes;
}

/** All actions, oldest first: the history, the recently ended ones, and the open ones. */
export function* makeActions(context: SeedContext): Generator<SeededAction> {
  const { history, recent } = context.sizes;
  for (let index = 0; index < history; index += 1)
    yield finished(context, index, index >= history - recent);
  yield* open(context);
}

function finished(context: SeedContext, index: number, isRecent: boolean): SeededAction {
  const { environment, people, containers, sizes } = context;
  const { daysAgo, random, id, words } = environment;
  const span = historyDays.to - historyDays.from;
  const created = isRecent
    ? daysAgo(historyDays.from - 1 - random())
    : daysAgo(historyDays.to - (span * index) / sizes.history);
  const ended = isRecent ? daysAgo(6 * random()) : addMilliseconds(created, random() * DAY * 0.9);
  const agent = pickOne(people.agents, random);
  const isDropped = random() < 0.04;
  const hasNote = random() < perFinished.notes;
  const inReview = !isDropped && index >= sizes.history - sizes.inReview;
  const row = actionOf(context, index, created, {
    project_id:
      random() < 0.7 && containers.endedProjects.length > 0
        ? pickOne(containers.endedProjects, random)
        : null,
    assigned_actor_id: agent.actorId,
    assigned_at: created,
    created_by_actor_id: random() < 0.5 ? agent.actorId : environment.owner.id,
    updated_by_actor_id: agent.actorId,
    status: isDropped ? 'dropped' : 'done',
    requires_review: true,
    result_summary: isDropped ? null : words.text(1),
    completed_at: isDropped ? null : ended,
    completed_by_actor_id: isDropped ? null : agent.actorId,
    review_state: isDropped ? 'none' : inReview ? 'pending' : 'approved',
    due_at: random() < 0.4 ? ended : null,
    last_activity_at: ended,
    updated_at: ended,
    version: 3,
  });
  return hasNote ? withNote(row, id('not', ended), ended) : { row, note: undefined };
}

function* open(context: SeedContext): Generator<SeededAction> {
  const { environment, people, containers, sizes } = context;
  const { random, daysAgo, now } = environment;
  const { inbox, pool, claimed, assigned, waiting } = sizes;
  const kinds: readonly [number, () => Partial<ActionToStore>][] = [
    [inbox, () => ({ status: 'inbox' })],
    [
      pool,
      () => ({
        status: 'ready',
        requirements: pickOne(['[]', '[]', '["light"]', '["paint"]'], random),
      }),
    ],
    [claimed, () => claimedBy(pickOne(people.callers.claimant, random), now)],
    [assigned, () => assignedTo(pickAssignee(people, random), daysAgo(random() * 5))],
    [
      waiting,
      () => ({
        ...assignedTo(pickAssignee(people, random), daysAgo(random() * 9)),
        status: 'waiting',
      }),
    ],
  ];
  let index = 0;
  for (const [count, make] of kinds) {
    for (let number = 0; number < count; number += 1) {
      const created = daysAgo(10 + random() * 40);
      const given = make();
      const row = actionOf(context, sizes.history + index, created, {
        project_id: random() < 0.7 ? pickOne(containers.activeProjects, random) : null,
        due_at: random() < 0.4 ? addMilliseconds(now, (random() * 30 - 3) * DAY) : null,
        position: index,
        defer_until:
          given.status === 'inbox' && random() < 0.1 ? addMilliseconds(now, 5 * DAY) : null,
        ...given,
      });
      index += 1;
      const hasNote = random() < 0.6;
      const at = String(row.last_activity_at);
      yield hasNote ? withNote(row, environment.id('not', at), at) : { row, note: undefined };
    }
  }
}

function withNote(row: ActionToStore, id: string, at: string): SeededAction {
  return { row: { ...row, latest_note_id: id, last_activity_note_id: id }, note: { id, at } };
}

function assignedTo({ actorId }: Pick<Caller, 'actorId'>, at: string): Partial<ActionToStore> {
  return {
    status: 'ready',
    assigned_actor_id: actorId,
    assigned_at: at,
    assignee_active_at: at,
    last_activity_at: at,
  };
}

// The claim outlasts every run.
function claimedBy(agent: Caller, now: string): Partial<ActionToStore> {
  return {
    ...assignedTo(agent, now),
    claimed_by_actor_id: agent.actorId,
    claim_generation: 1,
    claim_expires_at: addMilliseconds(now, DAY),
    claim_lease_seconds: 14_400,
    claim_worker: null,
  };
}

// No searching agent, because these agents find work only in the pool.
function pickAssignee({ callers, persons }: People, random: () => number): Pick<Caller, 'actorId'> {
  return random() < 0.7
    ? pickOne([...callers.reader, ...callers.claimant], random)
    : { actorId: pickOne(persons, random) };
}

function actionOf(
  { environment, containers }: SeedContext,
  index: number,
  created: string,
  given: Partial<ActionToStore>,
): ActionToStore {
  const { owner, id, random, words } = environment;
  const priority = random() < 0.6 ? 0 : 1 + Math.floor(random() * 4);
  return {
    workspace_id: owner.workspaceId,
    id: id('act', created),
    title: words.title(index),
    details: random() < 0.6 ? words.text(1 + Math.floor(random() * 6)) : null,
    title_by_actor_id: null,
    details_by_actor_id: null,
    project_id: null,
    domain_id: random() < 0.8 ? pickOne(containers.domains, random) : null,
    order_id: random() < 0.2 ? pickOne(containers.orders, random) : null,
    assigned_actor_id: null,
    assigned_at: null,
    created_by_actor_id: owner.id,
    updated_by_actor_id: owner.id,
    is_template: false,
    status: 'inbox',
    requires_review: false,
    review_chosen: false,
    delegate_label: null,
    requirements: '[]',
    repeat_type: 'none',
    repeat_unit: null,
    repeat_interval: 0,
    repeat_day: null,
    repeat_time_zone: null,
    repeat_due_local: null,
    repeat_defer_local: null,
    defer_until: null,
    due_at: null,
    priority,
    label_ids: random() < 1 / 3 ? JSON.stringify([pickOne(containers.labels, random)]) : null,
    file_ids: null,
    // The server counts what is overdue.
    queue_rank: 9 - priority,
    position: null,
    result_summary: null,
    spawned_from_action_id: null,
    source_key: random() < 0.1 ? `mail-${index}` : null,
    source_agent_request_id: null,
    input_payload: null,
    review_state: 'none',
    requested_reviewer_actor_id: null,
    reviewer_actor_id: null,
    reviewed_at: null,
    completed_by_actor_id: null,
    completed_at: null,
    last_activity_at: created,
    assignee_active_at: null,
    waits_for_answer: false,
    latest_note_id: null,
    last_activity_note_id: null,
    claimed_by_actor_id: null,
    claim_generation: 0,
    claim_expires_at: null,
    claim_lease_seconds: null,
    claim_worker: null,
    last_claimed_by_actor_id: null,
    released_until: null,
    usage: null,
    created_at: created,
    updated_at: created,
    version: 1,
    ...given,
  };
}
