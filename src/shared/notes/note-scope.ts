import type { components } from '../../../generated/types';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf, type PageRequest } from '../../platform/db/statements/page';
import { etagOf } from '../../platform/http/responses/response';
import type { Actor, ReadContext, WriteContext } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { truncate } from '../../platform/text-length';
import type { ActorRow } from '../actors';
import { showWithFiles, storeFileIds } from '../files';
import { emit, type NewEvent, type Related } from '../events';
import {
  getNoteRow,
  insertNotes,
  type NoteOn,
  type NoteRow,
  notesOn,
  selectNote,
  type StoredNote,
} from './note-store';

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
export interface NoteSubject {
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
