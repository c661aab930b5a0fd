/**
 * Closed workspaces: those that `callboard workspace delete` has begun to delete, and those that
 * move to another server. Neither timers nor webhooks nor operators' commands change them.
 */
import type { Knex } from 'knex';
import type { Reader } from '../platform/db/reader';
import type { Condition } from '../platform/db/statements/columns';
import type { Transaction } from '../platform/db/transaction';
import { problem, type Problem } from '../platform/problems';

/** Seconds. A move of most workspaces takes about as long. */
const RETRY_AFTER = '5';

/** Throws if the workspace is closed. The transaction then knows that it is open until it ends. */
export async function checkOpen(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed !== undefined) throw movedTo(closed) ?? unavailable(closed);
}

/**
 * The same for clients of OAuth, whose protocol cannot name another server: 503 also for a workspace
 * that has moved.
 */
export async function checkOpenForClient(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed !== undefined) throw unavailable(closed);
}

/**
 * 410 with the new address of the workspace that a credential names, if it has moved. Its rows, and
 * with them the credential, may be deleted here.
 */
export async function movedProblem(
  reader: Reader,
  workspaceId: string | undefined,
): Promise<Problem | undefined> {
  const closed = workspaceId === undefined ? undefined : await findClosed(reader, workspaceId);
  return closed && movedTo(closed);
}

function movedTo({ state, address }: ClosedWorkspace): Problem | undefined {
  if (state !== 'moved' || address === null) return undefined;
  return problem('MOVED', `The workspace has moved to ${address}. Send requests there.`, {
    details: { address },
  });
}

function unavailable({ state, address }: ClosedWorkspace): Problem {
  const messages: Readonly<Record<ClosedState, string>> = {
    deleting: 'The workspace is being deleted.',
    frozen: 'The workspace is about to move, so it can be read but not changed. Try again.',
    arriving: 'The workspace is arriving at this address. Try again.',
    moved: `The workspace has moved to ${address ?? 'another address'}. Connect to it there.`,
  };
  return problem('UNAVAILABLE', messages[state], { headers: { 'Retry-After': RETRY_AFTER } });
}

/**
 * Why a workspace is closed: its rows are being deleted; it may be read but not written, before it
 * moves; it has come from another server, which still serves it; it has moved to another server.
 */
export type ClosedState = 'deleting' | 'frozen' | 'arriving' | 'moved';

/** A closed workspace. */
export interface ClosedWorkspace {
  readonly state: ClosedState;
  /** The address that the workspace has moved to; null before. */
  readonly address: string | null;
  /** When it was closed. A move keeps the time of the freeze, which tells one move from another. */
  readonly closed_at: string;
}

/** True for rows whose column names no closed workspace. */
export function notClosed(db: Knex, column: string): Condition {
  // No anti-join, so that the rows stay in the order of their index.
  return (query) => void query.whereNotIn(column, db('closed_workspaces').select('workspace_id'));
}

/** True for rows whose column names no workspace that another server serves. */
export function servedHere(db: Knex, column: string): Condition {
  const elsewhere = db('closed_workspaces')
    .whereRaw('closed_workspaces.workspace_id = ??', [column])
    .whereRaw("closed_workspaces.state in ('arriving', 'moved')")
    .select(db.raw('1'));
  return (query) => void query.whereNotExists(elsewhere);
}

/** True for rows whose column names no workspace that is being deleted or served elsewhere. */
export function readableHere(db: Knex, column: string): Condition {
  const unreadable = db('closed_workspaces').whereNot('state', 'frozen').select('workspace_id');
  return (query) => void query.whereNotIn(column, unreadable);
}

/** A column `closed_state` with the state of the closed workspace that a column names, or null. */
export function closedState(db: Knex, column: string): Knex.QueryBuilder {
  return db('closed_workspaces')
    .whereRaw('closed_workspaces.workspace_id = ??', [column])
    .select('state')
    .as('closed_state');
}

/** Why the workspace is closed; undefined if it is not. */
export function findClosed(
  reader: Reader,
  workspaceId: string,
): Promise<ClosedWorkspace | undefined> {
  return reader.first<ClosedWorkspace>((db) =>
    db('closed_workspaces')
      .where({ workspace_id: workspaceId })
      .select('state', 'address', 'closed_at'),
  );
}

/** Freezes a workspace that is open. Returns why it is closed now. */
export async function storeFrozen(
  transaction: Transaction,
  workspaceId: string,
  now: string,
): Promise<ClosedWorkspace> {
  await transaction.write((db) =>
    db('closed_workspaces')
      .insert({ workspace_id: workspaceId, closed_at: now, state: 'frozen' })
      .onConflict('workspace_id')
      .ignore(),
  );
  const closed = await findClosed(transaction, workspaceId);
  return closed ?? { state: 'frozen', address: null, closed_at: now };
}

/**
 * Closes a workspace that this transaction imports, until it is activated. It may have moved away
 * from here before.
 */
export async function storeArriving(
  transaction: Transaction,
  workspaceId: string,
  frozenAt: string,
): Promise<void> {
  await transaction.write((db) =>
    db('closed_workspaces')
      .insert({ workspace_id: workspaceId, closed_at: frozenAt, state: 'arriving' })
      .onConflict('workspace_id')
      .merge({ closed_at: frozenAt, state: 'arriving', address: null }),
  );
}

/**
 * Stores that a workspace has moved that was frozen at this time, or, without a time, another address
 * of one that has moved. Returns false if it is in another state.
 */
export async function storeMoved(
  transaction: Transaction,
  workspaceId: string,
  { address, frozenAt }: { readonly address: string; readonly frozenAt?: string | undefined },
): Promise<boolean> {
  const before =
    frozenAt === undefined ? { state: 'moved' } : { state: 'frozen', closed_at: frozenAt };
  const moved = await transaction.write((db) =>
    db('closed_workspaces')
      .where({ workspace_id: workspaceId, ...before })
      .update({ state: 'moved', address }),
  );
  return moved > 0;
}

/** Begins to delete a workspace that has not been activated. Returns false if it has been. */
export async function storeDeleting(
  transaction: Transaction,
  workspaceId: string,
): Promise<boolean> {
  const taken = await transaction.write((db) =>
    db('closed_workspaces')
      .where({ workspace_id: workspaceId, state: 'arriving' })
      .update({ state: 'deleting' }),
  );
  return taken > 0;
}

/**
 * Opens a workspace that is closed for this reason, and since this time if one is given. Returns
 * false if it is not.
 */
export async function storeOpen(
  transaction: Transaction,
  workspaceId: string,
  state: ClosedState,
  closedAt?: string,
): Promise<boolean> {
  const time = closedAt === undefined ? {} : { closed_at: closedAt };
  const opened = await transaction.write((db) =>
    db('closed_workspaces')
      .where({ workspace_id: workspaceId, state, ...time })
      .delete(),
  );
  return opened > 0;
}

/** The transactions of Postgres that may not know yet that a workspace is closed, by their names. */
export async function findEarlierTransactions(reader: Reader): Promise<readonly string[]> {
  if (reader.dialect === 'sqlite') return [];
  const rows = await reader.rows<{ name: string }>((db) =>
    db.raw(
      `select distinct virtualtransaction as name from pg_locks
         where locktype = 'relation' and relation = 'closed_workspaces'::regclass
           and database = (select oid from pg_database where datname = current_database())
         limit 10000`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** Those of the workspaces that are closed. */
export async function findClosedAmong(
  reader: Reader,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ workspace_id: string }>((db) =>
    db('closed_workspaces')
      .whereIn('workspace_id', [...workspaceIds])
      .select('workspace_id'),
  );
  return new Set(rows.map(({ workspace_id: id }) => id));
}

/** The first closed workspaces that still exist, for one of these reasons, in the order of their ids. */
export function findClosedWorkspaces(
  reader: Reader,
  limit: number,
  states: readonly ClosedState[] = ['deleting', 'frozen', 'arriving', 'moved'],
): Promise<{ id: string; name: string; state: ClosedState; closed_at: string }[]> {
  return reader.rows((db) =>
    db('closed_workspaces')
      .join('workspaces', 'workspaces.id', 'closed_workspaces.workspace_id')
      .whereIn('closed_workspaces.state', [...states])
      .orderBy('workspaces.id')
      .limit(limit)
      .select(
        'workspaces.id',
        'workspaces.name',
        'closed_workspaces.state',
        'closed_workspaces.closed_at',
      ),
  );
}
