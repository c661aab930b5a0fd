/**
 * Notes on actions, projects, orders, documents, questions and proposals: their rows, rules and
 * events. The operations are in features/notes-and-links. Emits note.*.
 */
import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import type { Reader } from '../platform/db/reader';
import { bytesOfTexts } from '../platform/db/statements/columns';
import {
  compiledStatement,
  insertRows,
  type RowChanges,
  updateVersioned,
} from '../platform/db/statements/compiled';
import { pageOf, type PageRequest } from '../platform/db/statements/page';
import type { Transaction } from '../platform/db/transaction';
import { etagOf } from '../platform/http/responses/response';
import type { Actor, ReadContext, WriteContext } from '../platform/operation';
import { problem, notFound } from '../platform/problems';
import { truncate } from '../platform/text-length';
import { type ActorRow, actorColumns, joinActor } from './actor-store';
import { emit, type NewEvent, type Related } from './events';
import { showWithFiles, storeFileIds } from './file-store';

/** A page of the notes on a record that the caller sees, newest first by default. */
export async function listNotesOn(
  { reader, workspaceId }: ReadContext,
  on: NoteOn,
  query: PageRequest & { readonly include_archived?: boolean },
) {
  const { limit, offset, after, sort, include_archived: withArchived = false } = query;
  const { rows, ...envelope } = await pageOf<NoteRow>(
    reader,
    {
      matching: (db) => {
        const notes = notesOn(db, workspaceId, on);
        return withArchived ? notes : notes.whereNull('notes.archived_at');
      },
      select: selectNote,
      id: 'notes.id',
      bytes: bytesOfTexts('notes.body'),
      sorts: { created_at: { column: 'notes.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: await showWithFiles({ reader, workspaceId }, rows, toNote),
      ...envelope,
      filters: { include_archived: withArchived },
      hidden_count: 0,
    },
  } as const;
}

/**
 * The subject of a note: a record that the caller sees, its title, and the records and actors that
 * the event names.
 */
interface NoteSubject {
  readonly on: NoteOn;
  readonly title: string;
  readonly about: NonNullable<NewEvent['about']>;
  readonly related: Related;
}

/** Stores a note of the caller and emits its event. Returns the reply 201. */
export async function writeNote(
  ctx: WriteContext,
  { on, title, about, related }: NoteSubject,
  { body, file_ids: files }: components['schemas']['NoteCreate'],
) {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const id = newId('not');
  const fileIds = await storeFileIds(ctx, files);
  await insertNotes(transaction, [
    { id, workspaceId, kind: 'note', ...on, createdByActorId: actor.id, body, fileIds, now },
  ]);
  emit(ctx, {
    kind: 'note.created',
    subject: { type: 'note', id, title },
    summary: `${actor.name}: ${truncate(body)}`,
    about,
    related,
    noteId: id,
  });
  const note = await toNoteWithFiles(ctx, await getNoteRow(transaction, workspaceId, id));
  const headers = { Location: `/v1/notes/${id}`, ETag: etagOf(note.version) };
  return { status: 201, body: note, headers } as const;
}

type NoteSource = Pick<ReadContext, 'reader' | 'workspaceId'>;

/** A note in the contract's shape, with its files. */
export async function toNoteWithFiles(
  source: NoteSource,
  row: NoteRow,
): Promise<components['schemas']['Note']> {
  const [note = toNote(row)] = await showWithFiles(source, [row], toNote);
  return note;
}

/** A note in the contract's shape, without its files. */
export function toNote(row: NoteRow): components['schemas']['Note'] {
  const { author_kind: kind, author_name: name } = row;
  const { author_agent_id: agent_id, author_user_id: user_id } = row;
  return toNoteBy(row, { kind, name, agent_id, user_id });
}

/** `toNote` for a note whose author was read by another query. */
export function toNoteBy(
  row: StoredNote,
  author:
    { readonly [Column in Exclude<keyof ActorRow, 'id'>]: ActorRow[Column] | null } | undefined,
): components['schemas']['Note'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    action_id: row.action_id,
    agent_request_id: row.agent_request_id,
    document_id: row.document_id,
    order_id: row.order_id,
    project_id: row.project_id,
    source_proposal_id: row.source_proposal_id,
    created_by_actor_id: row.created_by_actor_id,
    body: row.body,
    created_at: row.created_at,
    edited_at: row.edited_at,
    archived: row.archived_at !== null,
    version: row.version,
    created_by_actor_kind: author?.kind ?? null,
    created_by_actor_name: author?.name ?? null,
    created_by_agent_id: author?.agent_id ?? null,
    created_by_user_id: author?.user_id ?? null,
  };
}

/**
 * Throws 403 unless the actor wrote the note. Nobody changes a note that the service wrote for them
 * (another kind).
 */
export function checkMayChangeNote(
  actor: Actor,
  note: { readonly created_by_actor_id: string; readonly kind: string },
): void {
  if (note.created_by_actor_id !== actor.id) {
    throw problem('FORBIDDEN', 'You can change only notes that you wrote.');
  }
  if (note.kind !== 'note') {
    throw problem(
      'FORBIDDEN',
      `A note of kind ${note.kind} records an event and cannot be changed.`,
    );
  }
}

/** Why a note was written. */
export type NoteKind = 'note' | 'heartbeat' | 'completion' | 'system';

/** A note as it is stored, with its author. */
export interface NoteRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: NoteKind;
  readonly action_id: string | null;
  readonly agent_request_id: string | null;
  readonly document_id: string | null;
  readonly order_id: string | null;
  readonly project_id: string | null;
  readonly source_proposal_id: string | null;
  readonly created_by_actor_id: string;
  readonly body: string;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly archived_at: string | null;
  /** A JSON array of the ids of its files, null for none. */
  readonly file_ids: string | null;
  readonly version: number;
  readonly author_kind: ActorRow['kind'] | null;
  readonly author_name: string | null;
  readonly author_agent_id: string | null;
  readonly author_user_id: string | null;
}

/** A note without its author's columns. */
export type StoredNote = Omit<
  NoteRow,
  'author_kind' | 'author_name' | 'author_agent_id' | 'author_user_id'
>;

/** The record that a note is on. */
type NoteOn =
  | { readonly actionId: string }
  | { readonly projectId: string }
  | { readonly orderId: string }
  | { readonly documentId: string }
  | { readonly requestId: string };

/** A note to store. */
export type NewNote = NoteOn & {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: NoteKind;
  readonly createdByActorId: string;
  readonly body: string;
  readonly fileIds?: string | null;
  readonly now: string;
};

/** The notes on a record, archived ones too, to filter, count and page. */
export function notesOn(db: Knex, workspaceId: string, on: NoteOn): Knex.QueryBuilder {
  const notes = db('notes').where('notes.workspace_id', workspaceId);
  for (const [column, id] of Object.entries(columnsOf(on))) void notes.where(`notes.${column}`, id);
  return notes;
}

function columnsOf(on: NoteOn): Readonly<Record<string, string>> {
  if ('actionId' in on) return { action_id: on.actionId };
  if ('projectId' in on) return { project_id: on.projectId };
  if ('orderId' in on) return { order_id: on.orderId };
  if ('documentId' in on) return { document_id: on.documentId };
  return { agent_request_id: on.requestId };
}

/** Adds the columns of a NoteRow. */
export function selectNote<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(query, 'notes', 'created_by_actor_id', 'author').select(
    'notes.*',
    ...actorColumns('author'),
  );
  return query;
}

const noteOfId = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  selectNote(
    db('notes').where({ 'notes.workspace_id': given('workspaceId'), 'notes.id': given('id') }),
  ),
);

/** The note of an id; 404 when the workspace has none. */
export async function getNoteRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<NoteRow> {
  const note = await reader.first<NoteRow>(noteOfId({ workspaceId, id }));
  if (note === undefined) throw notFound('note', id);
  return note;
}

/**
 * Locks a note until the transaction ends. Read it again afterwards: a concurrent transaction may
 * have changed it.
 */
export async function lockNote(
  transaction: Transaction,
  { workspace_id, id }: Pick<NoteRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await transaction.lock((db) =>
    db('notes').where({ workspace_id, id }).select('id').forNoKeyUpdate(),
  );
}

/** Changes columns of a locked note and increments its version. Returns the changed row. */
export function updateNoteRow(
  transaction: Transaction,
  note: NoteRow,
  changes: Pick<RowChanges<NoteRow>, 'body' | 'edited_at' | 'archived_at' | 'file_ids'>,
): Promise<NoteRow> {
  return updateVersioned(transaction, 'notes', note, changes);
}

/** The newest notes on an action that are not archived: without heartbeats, and of any kind. */
export async function findNewestNotes(
  reader: Reader,
  workspaceId: string,
  actionId: string,
): Promise<{
  readonly latest_note_id: string | null;
  readonly last_activity_note_id: string | null;
}> {
  const found = await reader.first<{
    latest_note_id: string | null;
    last_activity_note_id: string | null;
  }>((db) => {
    const newest = (): Knex.QueryBuilder =>
      notesOn(db, workspaceId, { actionId })
        .whereNull('notes.archived_at')
        .orderBy([
          { column: 'notes.created_at', order: 'desc' },
          { column: 'notes.id', order: 'desc' },
        ])
        .limit(1)
        .select('notes.id');
    return db.select(
      newest().whereNot('notes.kind', 'heartbeat').as('latest_note_id'),
      newest().as('last_activity_note_id'),
    );
  });
  return found ?? { latest_note_id: null, last_activity_note_id: null };
}

/** The title of the record that a note is on. */
export async function findTitleOfSubject(
  reader: Reader,
  { workspace_id, id }: Pick<NoteRow, 'workspace_id' | 'id'>,
): Promise<string> {
  const row = await reader.first<{ title: string | null }>((db) => {
    const query = db('notes').where({ 'notes.workspace_id': workspace_id, 'notes.id': id });
    for (const table of ['actions', 'projects', 'orders', 'documents', 'agent_requests'] as const) {
      void query.leftJoin(table, (on) => {
        on.on(`${table}.workspace_id`, 'notes.workspace_id').on(
          `${table}.id`,
          `notes.${table.slice(0, -1)}_id`,
        );
      });
    }
    return query.select({
      title: db.raw(
        'coalesce(actions.title, projects.title, orders.name, documents.title, agent_requests.question)',
      ),
    });
  });
  return row?.title ?? '';
}

/** Stores notes in as few statements as the databases allow. */
export async function insertNotes(
  transaction: Transaction,
  notes: readonly NewNote[],
): Promise<void> {
  await insertRows(
    transaction,
    'notes',
    notes.map((note) => ({
      workspace_id: note.workspaceId,
      id: note.id,
      kind: note.kind,
      ...columnsOf(note),
      created_by_actor_id: note.createdByActorId,
      body: note.body,
      file_ids: note.fileIds ?? null,
      created_at: note.now,
    })),
  );
}
