import type { Knex } from 'knex';
import type { Condition } from '../platform/db/columns';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import {
  actionable,
  behindOthers,
  blocked,
  coveredBy,
  deferred,
  inIdleProject,
  notTemplate,
  queueOrder,
  ready,
  unclaimed,
} from './action-scopes-store';
import { actionsOf } from './action-store';

/** An agent that looks for work, and where. `now` is the request's. */
export interface Search {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  readonly capabilities: readonly string[];
  readonly project_id: string | undefined;
  readonly domain_id: string | undefined;
}

/** Where an agent finds work: its own, or nobody's. */
export type LaneName = 'own' | 'pool';

/** Ready work in the agent's reach that it is not offered, by cause. */
export type Withheld = Record<
  'blocked' | 'deferred' | 'sequential' | 'missing_capability' | 'claimed' | 'paused_project',
  number
>;

const mostLookedAt = 1000;

/** Lets another search of the same agent wait until the transaction ends, so that it does not claim two actions. */
export async function lockSearcher(
  hand: WriteHand,
  { workspaceId, actorId }: Pick<Search, 'workspaceId' | 'actorId'>,
): Promise<void> {
  await hand.lock((db) =>
    db('agents')
      .where({ workspace_id: workspaceId, actor_id: actorId })
      .select('id')
      .forNoKeyUpdate(),
  );
}

/** The first ready action under a live claim of the agent, within the asked place. */
export function findCurrent(hand: ReadHand, search: Search): Promise<{ id: string } | undefined> {
  return hand.first((db) =>
    within(actionsOf(db, search.workspaceId), search)
      .where(ready())
      .where('actions.claimed_by_actor_id', search.actorId)
      .where('actions.claim_expires_at', '>', search.now)
      .orderByRaw(queueOrder)
      .limit(1)
      .select('actions.id'),
  );
}

/** The lanes in which there is something to claim, the one with the first action first. */
export async function findLanes(hand: ReadHand, search: Search): Promise<LaneName[]> {
  const rows = await hand.rows<{ assigned_actor_id: string | null }>((db) => {
    const first = (lane: LaneName): Knex.QueryBuilder =>
      db
        .from(
          laneOf(db, hand, search, lane)
            .orderByRaw(queueOrder)
            .limit(1)
            .select('actions.*')
            .as(lane),
        )
        .select('*');
    return db
      .from(first('own').unionAll(first('pool')).as('actions'))
      .orderByRaw(queueOrder)
      .select('actions.assigned_actor_id');
  });
  return rows.map((row) => (row.assigned_actor_id === null ? 'pool' : 'own'));
}

/**
 * The first action of a lane, locked until the transaction ends. It passes over what others have locked; with `wait` it waits for them, so
 * that "nothing" means nothing.
 */
export async function lockFirst(
  hand: WriteHand,
  search: Search,
  lane: LaneName,
  wait: boolean,
): Promise<{ id: string } | undefined> {
  return hand.first((db) => {
    const query = laneOf(db, hand, search, lane)
      .orderByRaw(queueOrder)
      .limit(1)
      .select('actions.id')
      .forNoKeyUpdate();
    return wait || hand.dialect === 'sqlite' ? query : query.skipLocked();
  });
}

/**
 * Runs a search that passes over what others have locked, and lets go of what it has locked itself when it answers undefined: Postgres also
 * locks what it then finds claimed since, and who waits while holding such a row may wait for somebody who waits for it.
 */
export async function unlockedUnlessFound<T>(
  hand: WriteHand,
  search: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (hand.dialect === 'sqlite') return search();
  await hand.write((db) => db.raw('savepoint search'));
  const found = await search();
  if (found === undefined) await hand.write((db) => db.raw('rollback to savepoint search'));
  return found;
}

/** Counts the ready work that is withheld from the agent, in one statement that looks at 1,000 actions at most, once each. */
export async function countWithheld(hand: ReadHand, search: Search): Promise<Withheld> {
  const row = await hand.first<Record<string, number>>((db) => {
    const { workspaceId, actorId } = search;
    const near = within(actionsOf(db, workspaceId), search)
      .where(ready())
      .where(notTemplate())
      .where((reach) => {
        void reach
          .whereNull('actions.assigned_actor_id')
          .orWhere('actions.assigned_actor_id', actorId);
      })
      .select('actions.*')
      .limit(mostLookedAt);
    // What most actions have nothing of is looked into only where there is something.
    const among = (cause: keyof Withheld, condition: Condition, where?: string): Knex.Raw => {
      const one = db.select(db.raw('1')).where(condition);
      return where === undefined
        ? db.raw('count(?) as ??', [one, cause])
        : db.raw(`count(case when ${where} then ? end) as ??`, [one, cause]);
    };
    const inProject = 'actions.project_id is not null';
    return db
      .from(near.as('actions'))
      .select([
        among('blocked', blocked()),
        among('deferred', deferred(search), 'actions.defer_until is not null'),
        among('sequential', behindOthers(search), inProject),
        among('missing_capability', uncovered(hand, search), "actions.requirements <> '[]'"),
        among('claimed', claimedByOthers(search), 'actions.claim_expires_at is not null'),
        among('paused_project', inIdleProject(), inProject),
      ]);
  });
  const count = (cause: keyof Withheld): number => Number(row?.[cause] ?? 0);
  return {
    blocked: count('blocked'),
    deferred: count('deferred'),
    sequential: count('sequential'),
    missing_capability: count('missing_capability'),
    claimed: count('claimed'),
    paused_project: count('paused_project'),
  };
}

function laneOf(
  db: Knex,
  { dialect }: ReadHand,
  search: Search,
  lane: LaneName,
): Knex.QueryBuilder {
  const query = within(actionsOf(db, search.workspaceId), search)
    .where(actionable(search))
    .where(unclaimed(search));
  return lane === 'own'
    ? query.where('actions.assigned_actor_id', search.actorId)
    : query.whereNull('actions.assigned_actor_id').where(coveredBy(dialect, search.capabilities));
}

function within(
  query: Knex.QueryBuilder,
  { project_id: project, domain_id: domain }: Search,
): Knex.QueryBuilder {
  if (project !== undefined) void query.where('actions.project_id', project);
  if (domain !== undefined) void query.where('actions.domain_id', domain);
  return query;
}

function uncovered({ dialect }: ReadHand, { capabilities }: Search): Condition {
  return (query) =>
    void query.whereNull('actions.assigned_actor_id').whereNot(coveredBy(dialect, capabilities));
}

function claimedByOthers({ now, actorId }: Search): Condition {
  return (query) =>
    void query
      .where('actions.claim_expires_at', '>', now)
      .whereNot('actions.claimed_by_actor_id', actorId);
}
