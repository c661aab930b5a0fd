import type { Knex } from 'knex';
import type { Dialect } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import { actionable, claimablePool, unclaimed } from '../lists/action-scopes-store';
import { claimedByWorker, leased } from '../lists/claim-scopes-store';
import { queueOrder } from '../lists/queue-order';
import { actionsOf } from '../action-store';
import { compiledSearchQuery, withinSearch, type Search } from './queue-search-store';

/** The queues of an agent: its own actions, and pool work. */
export type QueueName = 'own' | 'pool';

type Part = QueueName | 'current' | 'elsewhere';

const lockOfSearcher = compiledStatement<'workspaceId' | 'actorId'>((db, given) =>
  db('agents')
    .where({ workspace_id: given('workspaceId'), actor_id: given('actorId') })
    .select('id')
    .forNoKeyUpdate(),
);

/**
 * Locks the agent row, so that a concurrent search of the same agent waits and claims nothing more.
 */
export async function lockSearcher(
  transaction: Transaction,
  { workspaceId, actorId }: Pick<Search, 'workspaceId' | 'actorId'>,
): Promise<void> {
  await transaction.lock(lockOfSearcher({ workspaceId, actorId }));
}

const offered = compiledSearchQuery((db, search, dialect) => {
  const head = firstOf(db, 'current', claimedBy(db, search));
  const rest = [
    firstOf(db, 'own', queueQuery(db, dialect, search, 'own')),
    firstOf(db, 'pool', queueQuery(db, dialect, search, 'pool')),
  ];
  if (search.project_id !== undefined || search.domain_id !== undefined) {
    const anywhere = { ...search, project_id: undefined, domain_id: undefined };
    rest.push(firstOf(db, 'elsewhere', claimedBy(db, anywhere)));
  }
  return db
    .from(head.unionAll(rest).as('actions'))
    .orderByRaw(queueOrder)
    .select('actions.id', 'actions.queue');
});

/** The result of a search: the worker's current action, and the queues that have work to claim. */
export interface Offer {
  /** The id of the first actionable action under a live claim of the worker. */
  readonly current: string | undefined;
  /** Whether the worker has another actionable action under a live claim, outside the search. */
  readonly isElsewhere: boolean;
  /** In the order of their first actions. */
  readonly queues: readonly QueueName[];
}

/** Searches for work with one statement. */
export async function findOffer(reader: Reader, search: Search): Promise<Offer> {
  const rows = await reader.rows<{ id: string; queue: Part }>(offered(reader, search));
  return {
    current: rows.find(({ queue }) => queue === 'current')?.id,
    isElsewhere: rows.some(({ queue }) => queue === 'elsewhere'),
    queues: rows.flatMap(({ queue }) => (queue === 'own' || queue === 'pool' ? [queue] : [])),
  };
}

const lockOf = (queue: QueueName, wait: boolean) =>
  compiledSearchQuery((db, search, dialect) => {
    const query = queueQuery(db, dialect, search, queue)
      .orderByRaw(queueOrder)
      .limit(1)
      .select('actions.id')
      .forNoKeyUpdate();
    return wait || dialect === 'sqlite' ? query : query.skipLocked();
  });

const locks = {
  own: { waiting: lockOf('own', true), skipping: lockOf('own', false) },
  pool: { waiting: lockOf('pool', true), skipping: lockOf('pool', false) },
} as const;

/**
 * The first action of a queue, locked until the transaction ends. Skips actions that other
 * transactions have locked, unless `wait` is set.
 */
export async function lockFirstOfQueue(
  transaction: Transaction,
  search: Search,
  queue: QueueName,
  wait: boolean,
): Promise<{ id: string } | undefined> {
  return transaction.first(locks[queue][wait ? 'waiting' : 'skipping'](transaction, search));
}

/**
 * Runs a search that skips locked actions, and releases its own locks when it returns undefined.
 * Postgres also locks rows that turn out to be claimed since, and waiting for other rows with such
 * a lock could deadlock.
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
    .where(actionable(search))
    .where(leased(search))
    .where(claimedByWorker(search));
}

/** The first action of a part of the search, with the part's name. */
function firstOf(db: Knex, part: Part, query: Knex.QueryBuilder): Knex.QueryBuilder {
  const first = query.orderByRaw(queueOrder).limit(1).select('actions.*');
  return db.from(first.as(part)).select('*', db.raw(`'${part}' as queue`));
}

function queueQuery(
  db: Knex,
  dialect: Dialect,
  search: Search,
  queue: QueueName,
): Knex.QueryBuilder {
  const query = withinSearch(actionsOf(db, search.workspaceId), search).where(actionable(search));
  return queue === 'own'
    ? query.where('actions.assigned_actor_id', search.actorId).where(unclaimed(search))
    : query.where(claimablePool(dialect, search));
}
