import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import { isOneOf, isTrue } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import type { TimerKind } from '../../shared/timer-store';

/** The actions that one statement names, so that each part is small. */
export const pageSize = 50;

/** Work that ended before the cutoff. Whether something still refers to it is not known yet. */
export interface EndedAction {
  readonly id: string;
  readonly last_activity_at: string;
  /** When it ended, ISO 8601 UTC. */
  readonly ended_at: string;
}

/** Actions of one workspace that may be archived together. */
export interface Part {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  /** Work with a later change stays, ISO 8601 UTC. */
  readonly cutoff: string;
  readonly now: string;
}

/**
 * The next page of ended actions without activity since the cutoff, the latest first: work refers to
 * earlier work, so what refers to an action is archived before it.
 */
export function findEndedActions(
  reader: Reader,
  { workspaceId, cutoff }: Pick<Part, 'workspaceId' | 'cutoff'>,
  after: EndedAction | undefined,
): Promise<EndedAction[]> {
  return reader.rows<EndedAction>((db) => {
    const query = db('actions')
      .where('workspace_id', workspaceId)
      .where('last_activity_at', '<', cutoff)
      .where(isOneOf('status', ['done', 'dropped']))
      .orderBy([
        { column: 'last_activity_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(pageSize)
      .select('id', 'last_activity_at')
      .select(db.raw('coalesce(completed_at, updated_at) as ended_at'));
    if (after === undefined) return query;
    return query.whereRaw('(last_activity_at, id) < (?, ?)', [after.last_activity_at, after.id]);
  });
}

/** Those of the ids that are actions of the workspace. */
export async function findActionIds(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>((db) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .select('id'),
  );
  return rows.map(({ id }) => id);
}

/**
 * The actions of a part to which nothing outside of it refers. Exact in a transaction that has
 * locked them.
 */
export async function findUnreferenced(reader: Reader, part: Part): Promise<string[]> {
  let ids = without(part.ids, await idsOf(reader, part, holds));
  for (let before = -1; before !== ids.length;) {
    before = ids.length;
    if (ids.length > 0) ids = without(ids, await idsOf(reader, { ...part, ids }, referrers));
  }
  return ids;
}

function without(ids: readonly string[], held: ReadonlySet<string>): string[] {
  return ids.filter((id) => !held.has(id));
}

/** A query for a column `id` with the actions that stay. */
type Hold = (db: Knex, part: Part, reader: Reader) => Knex.QueryBuilder;

async function idsOf(
  reader: Reader,
  part: Part,
  queries: readonly Hold[],
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const query of queries) {
    const rows = await reader.rows<{ id: string }>((db) => query(db, part, reader));
    for (const { id } of rows) held.add(id);
  }
  return held;
}

const holds: readonly Hold[] = [
  // What opened again or changed since, templates, and work in review or with files.
  (db, { workspaceId, ids, cutoff }) =>
    db('actions')
      .leftJoin('projects', (on) => {
        on.on('projects.workspace_id', 'actions.workspace_id').on(
          'projects.id',
          'actions.project_id',
        );
      })
      .where('actions.workspace_id', workspaceId)
      .whereIn('actions.id', [...ids])
      .where((either) => {
        void either
          .whereNotIn('actions.status', ['done', 'dropped'])
          .orWhere('actions.last_activity_at', '>=', cutoff)
          .orWhere('actions.updated_at', '>=', cutoff)
          .orWhere(isTrue('actions.is_template'))
          .orWhere(isTrue('projects.is_template'))
          .orWhere('actions.review_state', 'pending')
          .orWhereNotNull('actions.file_ids');
      })
      .select('actions.id'),
  // Its questions and proposals that are open, have files, still permit something, or changed since.
  (db, { workspaceId, ids, cutoff, now }) =>
    db('agent_requests')
      .where('workspace_id', workspaceId)
      .whereIn('action_id', [...ids])
      .where((either) => {
        void either
          .where('status', 'open')
          .orWhereNotNull('file_ids')
          .orWhere('updated_at', '>=', cutoff)
          .orWhere((permitted) => {
            void permitted
              .where({ kind: 'proposal', response: 'permit' })
              .whereNull('consumed_at')
              .whereNull('stale_at')
              .where('expires_at', '>', now);
          });
      })
      .distinct({ id: 'action_id' }),
  // Open proposals whose request names it.
  (db, { workspaceId, ids }, { dialect }) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .whereExists(
        db('agent_requests')
          .where({ workspace_id: workspaceId, kind: 'proposal', status: 'open' })
          .whereRaw(
            dialect === 'sqlite'
              ? 'instr(agent_requests.payload, actions.id) > 0'
              : 'position(actions.id in agent_requests.payload) > 0',
          )
          .select(db.raw('1')),
      )
      .select('id'),
  // Events that the feed still has: the purge deletes them in the order of the feed.
  (db, { workspaceId, ids }) =>
    db('events')
      .where('workspace_id', workspaceId)
      .whereIn('action_id', [...ids])
      .distinct({ id: 'action_id' }),
  // News of agents that show one of its notes.
  ...withNote((notes) =>
    notes.whereExists((news) => {
      void news
        .from('agent_news')
        .whereRaw('agent_news.workspace_id = notes.workspace_id and agent_news.note_id = notes.id');
    }),
  ),
  // Files of its notes: an archive has no bytes, and the server deletes what no record refers to.
  ...withNote((notes) => notes.whereNotNull('notes.file_ids')),
  // The last action of a standing order that is not dropped.
  (db, { workspaceId, ids }) =>
    db('actions')
      .join('orders', (on) => {
        on.on('orders.workspace_id', 'actions.workspace_id').on('orders.id', 'actions.order_id');
      })
      .where('actions.workspace_id', workspaceId)
      .whereIn('actions.id', [...ids])
      .whereNot('orders.state', 'dropped')
      .whereNotExists(
        db('actions as later')
          .where('later.workspace_id', workspaceId)
          .whereRaw('later.order_id = actions.order_id')
          .whereRaw('(later.created_at, later.id) > (actions.created_at, actions.id)')
          .select(db.raw('1')),
      )
      .select('actions.id'),
];

/** Actions with a note, on them or on their questions and proposals, that the condition holds. */
function withNote(
  held: (notes: Knex.QueryBuilder) => Knex.QueryBuilder,
): readonly [ofActions: Hold, ofRequests: Hold] {
  return [
    (db, { workspaceId, ids }) =>
      held(
        db('notes')
          .where('notes.workspace_id', workspaceId)
          .whereIn('notes.action_id', [...ids]),
      ).distinct({ id: 'notes.action_id' }),
    (db, { workspaceId, ids }) =>
      held(
        db('agent_requests')
          .join('notes', (on) => {
            on.on('notes.workspace_id', 'agent_requests.workspace_id').on(
              'notes.agent_request_id',
              'agent_requests.id',
            );
          })
          .where('agent_requests.workspace_id', workspaceId)
          .whereIn('agent_requests.action_id', [...ids]),
      ).distinct({ id: 'agent_requests.action_id' }),
  ];
}

// Other actions that refer to it by a foreign key. They may leave together with it.
const referrers: readonly Hold[] = [
  (db, { workspaceId, ids }) =>
    db('action_blockers')
      .where('workspace_id', workspaceId)
      .whereIn('blocker_id', [...ids])
      .whereNotIn('action_id', [...ids])
      .distinct({ id: 'blocker_id' }),
  (db, { workspaceId, ids }) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereIn('spawned_from_action_id', [...ids])
      .whereNotIn('id', [...ids])
      .distinct({ id: 'spawned_from_action_id' }),
  (db, { workspaceId, ids }) =>
    db('agent_requests')
      .join('actions', (on) => {
        on.on('actions.workspace_id', 'agent_requests.workspace_id').on(
          'actions.source_agent_request_id',
          'agent_requests.id',
        );
      })
      .where('agent_requests.workspace_id', workspaceId)
      .whereIn('agent_requests.action_id', [...ids])
      .whereNotIn('actions.id', [...ids])
      .distinct({ id: 'agent_requests.action_id' }),
];

/** Locks the actions of a part, and what may change without them, until the transaction ends. */
export async function lockPart(transaction: Transaction, part: Part): Promise<void> {
  const { workspaceId, ids } = part;
  await transaction.lock((db) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id')
      .forUpdate(),
  );
  for (const table of ['agent_requests', 'notes', 'links'] as const) {
    await transaction.lock((db) =>
      db(table)
        .where('workspace_id', workspaceId)
        .whereIn('action_id', [...ids])
        .orderBy('id')
        .select('id')
        .forUpdate(),
    );
  }
  await transaction.lock((db) =>
    db('notes')
      .where('workspace_id', workspaceId)
      .whereIn('agent_request_id', requestsOf(db, part))
      .orderBy('id')
      .select('id')
      .forUpdate(),
  );
}

function requestsOf(
  db: Knex,
  { workspaceId, ids }: Pick<Part, 'workspaceId' | 'ids'>,
): Knex.QueryBuilder {
  return db('agent_requests')
    .where('workspace_id', workspaceId)
    .whereIn('action_id', [...ids])
    .select('id');
}

/** A column that names the action, or the question or proposal about one, that a row belongs to. */
interface Owner {
  readonly column: string;
  readonly of: 'action' | 'request';
}

/** The tables of an archive in the order of the file, and the owners of their rows. */
export const archivedTables = {
  actions: [{ column: 'id', of: 'action' }],
  action_blockers: [{ column: 'action_id', of: 'action' }],
  usage_reports: [{ column: 'action_id', of: 'action' }],
  agent_requests: [{ column: 'action_id', of: 'action' }],
  permitted_targets: [{ column: 'id', of: 'request' }],
  notes: [
    { column: 'action_id', of: 'action' },
    { column: 'agent_request_id', of: 'request' },
  ],
  links: [{ column: 'action_id', of: 'action' }],
  earlier_texts: [{ column: 'subject_id', of: 'action' }],
} as const satisfies Readonly<Record<string, readonly Owner[]>>;

/** The name of a table of `archivedTables`. */
export type ArchivedTable = keyof typeof archivedTables;

/** The names of `archivedTables`, in the order of the file. */
export const archivedTableNames = Object.keys(archivedTables).filter(isArchivedTable);

/** Whether archives have rows of this table. */
export function isArchivedTable(name: string): name is ArchivedTable {
  return Object.hasOwn(archivedTables, name);
}

/** Queries for the rows of a table that belong to a part. */
export function belongingTo(part: Part, table: ArchivedTable): ((db: Knex) => Knex.QueryBuilder)[] {
  const { workspaceId, ids } = part;
  return archivedTables[table].map(({ column, of }) => (db) => {
    const rows = db(table).where('workspace_id', workspaceId);
    return of === 'action'
      ? rows.whereIn(column, [...ids])
      : rows.whereIn(column, requestsOf(db, part));
  });
}

/** The number of notes that belong to a part, to divide a large one. */
export async function countNotes(reader: Reader, part: Part): Promise<number> {
  let count = 0;
  for (const notes of belongingTo(part, 'notes')) {
    const row = await reader.first<{ count: number | string }>((db) =>
      notes(db).count({ count: '*' }),
    );
    count += Number(row?.count ?? 0);
  }
  return count;
}

/**
 * Deletes a part and all that belongs to it. Returns the number of deleted rows of each table. The
 * triggers delete the entries of the search index and count the stored bytes.
 */
export async function deletePart(
  transaction: Transaction,
  part: Part,
): Promise<ReadonlyMap<string, number>> {
  const { workspaceId, ids } = part;
  await deleteTimers(transaction, part);
  // The actions refer to their notes and requests, which are deleted first.
  const references = ['latest_note_id', 'last_activity_note_id', 'source_agent_request_id'];
  await transaction.write((db) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .where((either) => {
        for (const column of references) void either.orWhereNotNull(column);
      })
      .update(Object.fromEntries(references.map((column) => [column, null]))),
  );
  const counts = new Map<string, number>();
  for (const table of archivedTableNames.toReversed()) {
    let count = 0;
    for (const rows of belongingTo(part, table)) {
      count += await transaction.write((db) => rows(db).delete());
    }
    counts.set(table, count);
  }
  return counts;
}

const timersOfActions: readonly TimerKind[] = [
  'action.offered_again',
  'action.undeferred',
  'claim.expired',
];
const timersOfRequests: readonly TimerKind[] = ['question.reminder_due', 'proposal.expired'];

// No trigger deletes the timers of deleted rows.
async function deleteTimers(transaction: Transaction, part: Part): Promise<void> {
  const { workspaceId, ids } = part;
  await transaction.write((db) =>
    db('timers')
      .where('workspace_id', workspaceId)
      .whereIn('kind', [...timersOfActions])
      .whereIn('subject_id', [...ids])
      .delete(),
  );
  await transaction.write((db) =>
    db('timers')
      .where('workspace_id', workspaceId)
      .whereIn('kind', [...timersOfRequests])
      .whereIn('subject_id', requestsOf(db, part))
      .delete(),
  );
}
