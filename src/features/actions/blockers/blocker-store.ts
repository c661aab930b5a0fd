import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement, insertRows } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import type { SingleRow } from '../action-store';
import { Dependencies, type Dependency, dependencyCycle, maxDependencies } from './blocker-rules';
import { sequenceKey } from './sequence-scopes-store';

/** An action waits for another one, its blocker. */
interface Edge {
  readonly action_id: string;
  readonly blocker_id: string;
}

/** A blocker of an action, with the columns that decide whether it still blocks. */
export interface BlockerRow {
  readonly action_id: string;
  readonly id: string;
  readonly status: string;
  readonly review_state: string;
}

const blockersOf = compiledStatement<'workspaceId'>((db, given, actionIds) =>
  db('action_blockers as edge')
    .join('actions as blocker', (on) => {
      on.on('blocker.workspace_id', 'edge.workspace_id').on('blocker.id', 'edge.blocker_id');
    })
    .where('edge.workspace_id', given('workspaceId'))
    .whereIn('edge.action_id', [...actionIds])
    .orderBy(['edge.action_id', 'edge.blocker_id'])
    .select('edge.action_id', 'blocker.id', 'blocker.status', 'blocker.review_state'),
);

/** The blockers of the actions, oldest first, with one statement. An action has at most 50. */
export function findBlockers(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<BlockerRow[]> {
  if (actionIds.length === 0) return Promise.resolve([]);
  return reader.rows<BlockerRow>(blockersOf({ workspaceId }, actionIds));
}

/** `findBlockers` for a single action, without a statement if its row says that it has none. */
export function findBlockersOf(
  reader: Reader,
  row: Pick<SingleRow, 'workspace_id' | 'id' | 'has_blockers'>,
): Promise<BlockerRow[]> {
  return findBlockers(reader, row.workspace_id, bool(row.has_blockers) ? [row.id] : []);
}

/**
 * Locks the workspace row until the transaction ends, so that concurrent changes of dependencies
 * wait: two of them can form a cycle together. Call it before projects and actions are locked.
 */
export async function lockDependencies(
  transaction: Transaction,
  workspaceId: string,
): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/** Inserts blockers. */
export async function insertBlockers(
  transaction: Transaction,
  edges: readonly Edge[],
  by: { readonly workspaceId: string; readonly actorId: string; readonly now: string },
): Promise<void> {
  const key = { workspace_id: by.workspaceId };
  const created = { created_by_actor_id: by.actorId, created_at: by.now };
  await insertRows(
    transaction,
    'action_blockers',
    edges.map(({ action_id, blocker_id }) => ({ ...key, action_id, blocker_id, ...created })),
  );
}

/** Deletes a blocker. Returns false when there is none. */
export async function deleteBlocker(
  transaction: Transaction,
  workspaceId: string,
  { action_id, blocker_id }: Edge,
): Promise<boolean> {
  const deleted = await transaction.write((db) =>
    db('action_blockers').where({ workspace_id: workspaceId, action_id, blocker_id }).delete(),
  );
  return deleted > 0;
}

// The number of actions that one statement can take on both databases.
const BATCH = 500;

/**
 * Copies the blockers among actions that have been copied. `copyOfId` maps the id of an original to
 * the id of its copy. Returns the edges that were copied.
 */
export async function copyBlockers(
  { transaction, workspaceId, actor, now }: WriteContext,
  copyOfId: ReadonlyMap<string, string>,
): Promise<readonly Edge[]> {
  const originals = [...copyOfId.keys()];
  const copied: Edge[] = [];
  for (let start = 0; start < originals.length; start += BATCH) {
    const found = await findBlockers(
      transaction,
      workspaceId,
      originals.slice(start, start + BATCH),
    );
    const edges = found.flatMap(({ action_id: original, id }) => {
      const [copy, blocker] = [copyOfId.get(original), copyOfId.get(id)];
      if (copy === undefined || blocker === undefined) return [];
      copied.push({ action_id: original, blocker_id: id });
      return [{ action_id: copy, blocker_id: blocker }];
    });
    await insertBlockers(transaction, edges, { workspaceId, actorId: actor.id, now });
  }
  return copied;
}

type Scope = Pick<WriteContext, 'transaction' | 'workspaceId'>;

/** Throws 422 `DEPENDENCY_CYCLE` when a new blocker of an action would make it wait for itself. */
export async function checkMayWaitFor(
  { transaction, workspaceId }: Scope,
  id: string,
  blockerId: string,
): Promise<void> {
  const origin = { actionId: blockerId, goal: id };
  const found = new Dependencies(await findDependencies(transaction, workspaceId, origin));
  throwIfCycle(found.cycleWith(id, blockerId));
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` when an action that has joined a sequence, or has another place in
 * it, waits for itself. An action that neither has blockers nor blocks others never does: the
 * actions after it waited for those before it already. Lock the dependencies before.
 */
export async function checkPlace(
  { transaction, workspaceId }: Scope,
  row: Pick<SingleRow, 'id' | 'has_blockers' | 'blocks_others'>,
): Promise<void> {
  if (!bool(row.has_blockers) && !bool(row.blocks_others)) return;
  const origin = { actionId: row.id, goal: row.id };
  const found = new Dependencies(await findDependencies(transaction, workspaceId, origin));
  throwIfCycle(found.cycleThrough(row.id));
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` when the order of a project makes an action wait for itself.
 * `nameOf` replaces the ids of the path.
 */
export async function checkSequence(
  { transaction, workspaceId }: Scope,
  projectId: string,
  nameOf = (id: string): string => id,
): Promise<void> {
  const found = new Dependencies(await findDependencies(transaction, workspaceId, { projectId }));
  throwIfCycle(found.cycleInSequence(projectId)?.map(nameOf));
}

function throwIfCycle(path: readonly string[] | undefined): void {
  if (path !== undefined) throw dependencyCycle(path);
}

/**
 * The cycles that a workspace has stored, without actions in common. Undefined when it has too many
 * dependencies to search.
 */
export async function findCycles(
  reader: Reader,
  workspaceId: string,
): Promise<string[][] | undefined> {
  const rows = await findDependencies(reader, workspaceId, 'workspace');
  return rows.length > maxDependencies ? undefined : new Dependencies(rows).cycles();
}

/**
 * The actions whose dependencies are searched: one, or those of a project or of the whole workspace
 * that have blockers.
 */
type Origin =
  | { readonly actionId: string; readonly goal: string }
  | { readonly projectId: string }
  | 'workspace';

// An action in review may return to work, so it takes part like an open one. So does one that is
// deferred.
const inSequence = (table: string, project: string): string =>
  `${table}.is_template = false and ${project}.work_mode = 'sequential' and
   (${table}.status in ('inbox', 'ready', 'waiting')
     or (${table}.status = 'done' and ${table}.review_state = 'pending'))`;

const hasBlockers = (table: string): string =>
  `exists (select 1 from action_blockers as own
     where own.workspace_id = :workspaceId and own.action_id = ${table}.id)`;

// `cross join` prevents SQLite from scanning a table and searching each row in `waited`.
const blockers = `select edge.workspace_id, edge.blocker_id as id from action_blockers as edge
  where edge.workspace_id = :workspaceId and edge.action_id = waited.id`;

// Of the earlier actions of a sequence, only those lead further that have blockers themselves.
const earlier = `select earlier.workspace_id, earlier.id from actions as later
  cross join projects as sequence cross join actions as earlier
  where later.workspace_id = :workspaceId and later.id = waited.id
    and sequence.workspace_id = later.workspace_id and sequence.id = later.project_id
    and earlier.workspace_id = later.workspace_id and earlier.project_id = later.project_id
    and ${inSequence('later', 'sequence')} and ${inSequence('earlier', 'sequence')}
    and ${sequenceKey('earlier')} < ${sequenceKey('later')}
    and (earlier.id = :goal or ${hasBlockers('earlier')})`;

// SQLite has no lateral joins, and Postgres has only one recursive part.
const steps = {
  postgres: `select step.workspace_id, step.id from waited
    cross join lateral (${blockers} union all ${earlier}) as step`,
  sqlite: `${blockers.replace('from', 'from waited cross join')}
    union ${earlier.replace('from', 'from waited cross join')}`,
} as const;

/**
 * The dependencies behind the origin, direct and indirect ones, with one statement: at most one
 * more than `maxDependencies`.
 */
function findDependencies(
  reader: Reader,
  workspaceId: string,
  origin: Origin,
): Promise<Dependency[]> {
  const [start, id, goal] = startOf(workspaceId, origin);
  return reader.rows<Dependency>((db) =>
    db.raw(
      `with recursive waited (workspace_id, id) as (
         select origin.workspace_id, origin.id from actions as origin
           where origin.workspace_id = :workspaceId and ${start}
         union ${steps[reader.dialect]}
       )
       select action.id, action.position, action.created_at, edge.blocker_id,
           case when ${inSequence('action', 'project')} then action.project_id end as sequence_id
         from waited
         join actions as action
           on action.workspace_id = waited.workspace_id and action.id = waited.id
         left join projects as project
           on project.workspace_id = action.workspace_id and project.id = action.project_id
         left join action_blockers as edge
           on edge.workspace_id = action.workspace_id and edge.action_id = action.id
         limit ${maxDependencies + 1}`,
      { workspaceId, id, goal },
    ),
  );
}

function startOf(workspaceId: string, origin: Origin): readonly [string, string, string] {
  if (origin === 'workspace') {
    return [`origin.workspace_id = :id and ${hasBlockers('origin')}`, workspaceId, ''];
  }
  return 'actionId' in origin
    ? ['origin.id = :id', origin.actionId, origin.goal]
    : [`origin.project_id = :id and ${hasBlockers('origin')}`, origin.projectId, ''];
}

/** The workspaces that have blockers. */
export async function findWorkspacesWithBlockers(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ workspace_id: string }>((db) =>
    db('action_blockers').distinct('workspace_id').orderBy('workspace_id'),
  );
  return rows.map(({ workspace_id: id }) => id);
}
