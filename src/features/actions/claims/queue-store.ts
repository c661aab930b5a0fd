import type { Knex } from 'knex';
import type { Dialect, ReadHand, WriteHand } from '../../../platform/db/hands';
import { keepStatement } from '../../../platform/db/statements/kept-statement';
import { actionable, coveredBy, queueOrder, ready, unclaimed } from '../lists/action-scopes-store';
import { actionsOf } from '../action-store';
import { keepSearch, within, type Search } from './queue-search-store';

/** Where an agent finds work: its own, or nobody's. */
export type LaneName = 'own' | 'pool';

const lockOfSearcher = keepStatement<'workspaceId' | 'actorId'>((db, given) =>
  db('agents')
    .where({ workspace_id: given('workspaceId'), actor_id: given('actorId') })
    .select('id')
    .forNoKeyUpdate(),
);

/** Lets another search of the same agent wait until the transaction ends, so that it does not claim two actions. */
export async function lockSearcher(
  hand: WriteHand,
  { workspaceId, actorId }: Pick<Search, 'workspaceId' | 'actorId'>,
): Promise<void> {
  await hand.lock(lockOfSearcher({ workspaceId, actorId }));
}

const anyHeld = keepSearch((db, search) => heldBy(db, search).limit(1).select('actions.id'));

/** Whether the agent holds a ready action of the asked place under a live claim. */
export async function holdsAny(hand: ReadHand, search: Search): Promise<boolean> {
  return (await hand.first(anyHeld(hand, search))) !== undefined;
}

const offered = keepSearch((db, search, dialect) => {
  const [head, ...rest] = [
    firstOf(db, 'current', heldBy(db, search)),
    firstOf(db, 'own', laneOf(db, dialect, search, 'own')),
    firstOf(db, 'pool', laneOf(db, dialect, search, 'pool')),
  ];
  return db
    .from(head.unionAll(rest).as('actions'))
    .orderByRaw(queueOrder)
    .select('actions.id', 'actions.lane');
});

/** What an agent finds in the asked place: what it holds already, and the lanes in which there is something to claim. */
export interface Offer {
  /** The id of the first ready action under a live claim of the agent. */
  readonly current: string | undefined;
  /** The one with the first action first. */
  readonly lanes: readonly LaneName[];
}

/** Looks for work in one statement. */
export async function findOffer(hand: ReadHand, search: Search): Promise<Offer> {
  const rows = await hand.rows<{ id: string; lane: LaneName | 'current' }>(offered(hand, search));
  return {
    current: rows.find(({ lane }) => lane === 'current')?.id,
    lanes: rows.flatMap(({ lane }) => (lane === 'current' ? [] : [lane])),
  };
}

const lockOf = (lane: LaneName, wait: boolean) =>
  keepSearch((db, search, dialect) => {
    const query = laneOf(db, dialect, search, lane)
      .orderByRaw(queueOrder)
      .limit(1)
      .select('actions.id')
      .forNoKeyUpdate();
    return wait || dialect === 'sqlite' ? query : query.skipLocked();
  });

const locks = {
  own: { waiting: lockOf('own', true), passing: lockOf('own', false) },
  pool: { waiting: lockOf('pool', true), passing: lockOf('pool', false) },
} as const;

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
  return hand.first(locks[lane][wait ? 'waiting' : 'passing'](hand, search));
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
  const [, found] = await Promise.all([hand.write((db) => db.raw('savepoint search')), search()]);
  if (found === undefined) await hand.write((db) => db.raw('rollback to savepoint search'));
  return found;
}

function heldBy(db: Knex, search: Search): Knex.QueryBuilder {
  return within(actionsOf(db, search.workspaceId), search)
    .where(ready())
    .where('actions.claimed_by_actor_id', search.actorId)
    .where('actions.claim_expires_at', '>', search.now);
}

/** The first action of a part of the search, with the part's name. */
function firstOf(
  db: Knex,
  part: LaneName | 'current',
  among: Knex.QueryBuilder,
): Knex.QueryBuilder {
  const first = among.orderByRaw(queueOrder).limit(1).select('actions.*');
  return db.from(first.as(part)).select('*', db.raw(`'${part}' as lane`));
}

function laneOf(db: Knex, dialect: Dialect, search: Search, lane: LaneName): Knex.QueryBuilder {
  const query = within(actionsOf(db, search.workspaceId), search)
    .where(actionable(search))
    .where(unclaimed(search));
  return lane === 'own'
    ? query.where('actions.assigned_actor_id', search.actorId)
    : query.whereNull('actions.assigned_actor_id').where(coveredBy(dialect, search.capabilities));
}
