import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { Reader, Statement } from '../../../platform/db/reader';
import type { Dialect, Condition } from '../../../platform/db/statements/columns';
import { compiledQuery, compiledStatement } from '../../../platform/db/statements/compiled';
import { type Page, pageOf, type PageRequest } from '../../../platform/db/statements/page';
import type { Transaction } from '../../../platform/db/transaction';
import {
  actionable,
  assignedTo,
  claimablePool,
  queueOrder,
  queueSort,
  readyAssignedOrClaimedBy,
  unclaimed,
  blocked,
  coveredBy,
  deferred,
  notTemplate,
  ofProject,
  ready,
} from '../action-scopes-store';
import { type ActionRow, actionsOf, selectAction } from '../action-store';
import { behindInSequence } from '../blockers/sequence-scopes-store';
import { bytesOfAction } from '../lists/action-list-store';
import { claimedByWorker, leased, releasedBy } from './claim-scopes-store';

/** The queue of an agent at a point in time. */
interface QueueOf {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  /** The capabilities that must cover pool work. Undefined excludes the pool. */
  readonly capabilities: readonly string[] | undefined;
}

/** A page of an agent's queue, in the order in which `claim-next` offers it. */
export function readQueue(
  reader: Reader,
  queue: QueueOf,
  request: PageRequest,
): Promise<Page<ActionRow>> {
  return pageOf<ActionRow>(
    reader,
    {
      matching: (db) => queued(db, reader, queue),
      select: selectAction,
      id: 'actions.id',
      bytes: bytesOfAction,
      sorts: { queue: queueSort },
      defaultSort: 'queue',
    },
    request,
  );
}

function queued(db: Knex, { dialect }: Reader, queue: QueueOf): Knex.QueryBuilder {
  const { capabilities } = queue;
  const pool =
    capabilities === undefined
      ? undefined
      : claimablePool(dialect, { ...queue, capabilities: JSON.stringify(capabilities) });
  return readyAssignedOrClaimedBy(db, queue, pool).where(actionable(queue));
}

/**
 * A search for work by a worker of an agent. `now` is the request's; `capabilities` is a JSON array.
 */
export interface Search {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  readonly capabilities: string;
  /** Null for a search that names no worker. */
  readonly worker: string | null;
  readonly project_id: string | undefined;
  readonly domain_id: string | undefined;
}

/** A statement for a search, compiled once for each dialect and combination of filters. */
function compiledSearchQuery(
  make: (db: Knex, search: Search, dialect: Dialect) => Knex.QueryBuilder,
): (reader: Reader, search: Search) => Statement {
  return compiledQuery<Search>((db, search, { dialect }) => make(db, search, dialect));
}

/** Adds the filters of the search. */
function withinSearch(
  query: Knex.QueryBuilder,
  { project_id: project, domain_id: domain }: Search,
): Knex.QueryBuilder {
  if (project !== undefined) void query.where('actions.project_id', project);
  if (domain !== undefined) void query.where('actions.domain_id', domain);
  return query;
}

/** The queues of an agent: its own actions, and pool work. */
type QueueName = 'own' | 'pool';

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
    ? query.where(assignedTo(search)).where(unclaimed(search))
    : query.where(claimablePool(dialect, search));
}

/** The number of ready actions that no queue offers the agent, by cause. */
type Withheld = Record<
  | 'blocked'
  | 'deferred'
  | 'sequential'
  | 'missing_capability'
  | 'claimed'
  | 'paused_project'
  | 'released',
  number
>;

const maxExamined = limits.withheld_actions;
const maxBlockersRead = 1000;

/** The columns that decide whether an action is withheld. */
const examinedColumns = [
  'id',
  'workspace_id',
  'project_id',
  'assigned_actor_id',
  'position',
  'created_at',
  'requirements',
  'defer_until',
  'claim_expires_at',
  'claimed_by_actor_id',
  'claim_worker',
  'released_until',
  'last_claimed_by_actor_id',
  'updated_by_actor_id',
] as const;

const withheldWork = compiledSearchQuery((db, search, dialect) => {
  // `where` is cheap and false for most actions, so `condition` runs for the others only.
  const countOf = (cause: keyof Withheld, condition: Condition, where: Knex.Raw): Knex.Raw =>
    db.raw('count(case when ? then ? end) as ??', [
      where,
      db.select(db.raw('1')).where(condition),
      cause,
    ]);
  const hasRequirements = db.raw("actions.requirements <> '[]'");
  return joinProject(db, dialect, search)
    .where((cause) => {
      void cause
        .whereNotNull('actions.project_id')
        .orWhere(deferred(search))
        .orWhere(hasRequirements)
        .orWhere(claimedByOthers(search))
        .orWhere(releasedBy(search))
        .orWhereNotNull('actions.has_blockers');
    })
    .select([
      countOf('blocked', blocked(search.workspaceId), db.raw('actions.has_blockers is not null')),
      countOf('deferred', deferred(search), db.raw('actions.defer_until is not null')),
      countOf(
        'sequential',
        behindInSequence(db, search),
        db.raw("own_project.work_mode = 'sequential'"),
      ),
      countOf('missing_capability', uncovered(dialect, search), hasRequirements),
      countOf('claimed', claimedByOthers(search), db.raw('actions.claim_expires_at is not null')),
      db.raw("count(case when own_project.state <> 'active' then 1 end) as paused_project"),
      countOf('released', releasedBy(search), db.raw('actions.released_until is not null')),
    ]);
});

// The agent's ready actions and those of the pool, each by an index, `maxExamined` in all.
function examinedActions(db: Knex, search: Search): Knex.QueryBuilder {
  const readyOnes = (): Knex.QueryBuilder =>
    withinSearch(actionsOf(db, search.workspaceId), search)
      .where(ready())
      .where('actions.is_template', false)
      .where(
        (either) =>
          void either.whereNull('actions.project_id').orWhere(notTemplate(search.workspaceId)),
      )
      .select(...examinedColumns.map((column) => `actions.${column}`), hasBlockers(db, search));
  return readyOnes()
    .where('actions.assigned_actor_id', search.actorId)
    .unionAll([readyOnes().whereNull('actions.assigned_actor_id')])
    .limit(maxExamined);
}

// Loads all blockers once when there are few; otherwise queries them per action.
function hasBlockers(db: Knex, { workspaceId }: Search): Knex.Raw {
  const first = (limit: number): Knex.QueryBuilder =>
    db('action_blockers')
      .where('workspace_id', workspaceId)
      .orderBy('action_id')
      .limit(limit)
      .select('action_id');
  const own = db('action_blockers as held_by')
    .where('held_by.workspace_id', workspaceId)
    .whereRaw('held_by.action_id = actions.id')
    .limit(1)
    .select(db.raw('1'));
  return db.raw(
    'case when (select count(*) from ? as few) > ? then ? when actions.id in ? then 1 end as has_blockers',
    [first(maxBlockersRead + 1), db.raw(String(maxBlockersRead)), own, first(maxBlockersRead)],
  );
}

// For a plain join, Postgres would scan all projects. The limit of the lateral join makes it query
// the project of each action.
function joinProject(db: Knex, dialect: Dialect, search: Search): Knex.QueryBuilder {
  const query = db.from(examinedActions(db, search).as('actions'));
  if (dialect === 'postgres') {
    const project = ofProject(db.select('state', 'work_mode').limit(1), search.workspaceId);
    return query.leftJoin(db.raw('lateral ? as own_project', [project]), db.raw('true'));
  }
  return query.leftJoin('projects as own_project', (on) => {
    on.on('own_project.workspace_id', 'actions.workspace_id').on(
      'own_project.id',
      'actions.project_id',
    );
  });
}

/**
 * Counts the ready actions that are withheld from the agent, with one statement that examines 1,000
 * actions at most.
 */
export async function countWithheld(reader: Reader, search: Search): Promise<Withheld> {
  const row = await reader.first<Record<string, number>>(withheldWork(reader, search));
  const count = (cause: keyof Withheld): number => Number(row?.[cause] ?? 0);
  return {
    blocked: count('blocked'),
    deferred: count('deferred'),
    sequential: count('sequential'),
    missing_capability: count('missing_capability'),
    claimed: count('claimed'),
    paused_project: count('paused_project'),
    released: count('released'),
  };
}

function uncovered(dialect: Dialect, { capabilities }: Search): Condition {
  return (query) =>
    void query.whereNull('actions.assigned_actor_id').whereNot(coveredBy(dialect, capabilities));
}

function claimedByOthers(search: Search): Condition {
  return (query) => void query.where(leased(search)).whereNot(claimedByWorker(search));
}
