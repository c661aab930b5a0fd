import type { Knex } from 'knex';
import type { Dialect, Reader, Transaction } from '../../../platform/db/transaction';
import { compiledStatement } from '../../../platform/db/statements/compiled-statement';
import { actionable, coveredBy, queueOrder, ready, unclaimed } from '../lists/action-scopes-store';
import { actionsOf } from '../action-store';
import { compiledSearchQuery, withinSearch, type Search } from './queue-search-store';

/** Where an agent finds work: its own, or nobody's. */
export type QueueName = 'own' | 'pool';

const lockOfSearcher = compiledStatement<'workspaceId' | 'actorId'>((db, given) =>
  db('agents')
    .where({ workspace_id: given('workspaceId'), actor_id: given('actorId') })
    .select('id')
    .forNoKeyUpdate(),
);

/** Lets another search of the same agent wait until the transaction ends, so that it does not claim two actions. */
export async function lockSearcher(
  transaction: Transaction,
  { workspaceId, actorId }: Pick<Search, 'workspaceId' | 'actorId'>,
): Promise<void> {
  await transaction.lock(lockOfSearcher({ workspaceId, actorId }));
}

const anyClaimed = compiledSearchQuery((db, search) =>
  claimedBy(db, search).limit(1).select('actions.id'),
);

/** Whether the agent holds a ready action of the asked place under a live claim. */
export async function hasClaim(reader: Reader, search: Search): Promise<boolean> {
  return (await reader.first(anyClaimed(reader, search))) !== undefined;
}

const offered = compiledSearchQuery((db, search, dialect) => {
  const [head, ...rest] = [
    firstOf(db, 'current', claimedBy(db, search)),
    firstOf(db, 'own', queueQuery(db, dialect, search, 'own')),
    firstOf(db, 'pool', queueQuery(db, dialect, search, 'pool')),
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
  readonly queues: readonly QueueName[];
}

/** Looks for work in one statement. */
export async function findOffer(reader: Reader, search: Search): Promise<Offer> {
  const rows = await reader.rows<{ id: string; lane: QueueName | 'current' }>(
    offered(reader, search),
  );
  return {
    current: rows.find(({ lane }) => lane === 'current')?.id,
    queues: rows.flatMap(({ lane }) => (lane === 'current' ? [] : [lane])),
  };
}

const lockOf = (lane: QueueName, wait: boolean) =>
  compiledSearchQuery((db, search, dialect) => {
    const query = queueQuery(db, dialect, search, lane)
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
export async function lockFirstOfQueue(
  transaction: Transaction,
  search: Search,
  lane: QueueName,
  wait: boolean,
): Promise<{ id: string } | undefined> {
  return transaction.first(locks[lane][wait ? 'waiting' : 'passing'](transaction, search));
}

/**
 * Runs a search that passes over what others have locked, and lets go of what it has locked itself when it answers undefined: Postgres also
 * locks what it then finds claimed since, and who waits while holding such a row may wait for somebody who waits for it.
 */
export async function releaseLocksUnlessFound<T>(
  transaction: Transaction,
  search: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (transaction.dialect === 'sqlite') return search();
  const [, found] = await Promise.all([
    transaction.write((db) => db.raw('savepoint search')),
    search(),
  ]);
  if (found === undefined) await transaction.write((db) => db.raw('rollback to savepoint search'));
  return found;
}

function claimedBy(db: Knex, search: Search): Knex.QueryBuilder {
  return withinSearch(actionsOf(db, search.workspaceId), search)
    .where(ready())
    .where('actions.claimed_by_actor_id', search.actorId)
    .where('actions.claim_expires_at', '>', search.now);
}

/** The first action of a part of the search, with the part's name. */
function firstOf(
  db: Knex,
  part: QueueName | 'current',
  among: Knex.QueryBuilder,
): Knex.QueryBuilder {
  const first = among.orderByRaw(queueOrder).limit(1).select('actions.*');
  return db.from(first.as(part)).select('*', db.raw(`'${part}' as lane`));
}

function queueQuery(
  db: Knex,
  dialect: Dialect,
  search: Search,
  lane: QueueName,
): Knex.QueryBuilder {
  const query = withinSearch(actionsOf(db, search.workspaceId), search)
    .where(actionable(search))
    .where(unclaimed(search));
  return lane === 'own'
    ? query.where('actions.assigned_actor_id', search.actorId)
    : query.whereNull('actions.assigned_actor_id').where(coveredBy(dialect, search.capabilities));
}
