import type { components } from '../../../generated/types';
import { emit, type NewEvent, type Related } from '../events';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf, type PageRequest } from '../../platform/db/statements/page';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { ReadContext, WriteContext } from '../../platform/operation';
import { truncate } from '../../platform/text';
import { toNote } from './note-mapping';
import {
  getNoteRow,
  insertNotes,
  notesOn,
  selectNote,
  type NoteOn,
  type NoteRow,
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
      items: rows.map(toNote),
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
  body: string,
) {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const id = newId('not');
  await insertNotes(transaction, [
    { id, workspaceId, kind: 'note', ...on, createdByActorId: actor.id, body, now },
  ]);
  emit(ctx, {
    kind: 'note.created',
    subject: { type: 'note', id, title },
    summary: `${actor.name}: ${truncate(body)}`,
    about,
    related,
    noteId: id,
  });
  const note: components['schemas']['Note'] = toNote(
    await getNoteRow(transaction, workspaceId, id),
  );
  const headers = { Location: `/v1/notes/${id}`, ETag: etagOf(note.version) };
  return { status: 201, body: note, headers } as const;
}
