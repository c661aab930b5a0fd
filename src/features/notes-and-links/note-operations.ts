import { etagOf, checkIfMatch } from '../../platform/http/responses/preconditions';
import type {
  Input,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { truncate } from '../../platform/text';
import { documentViewer } from '../../shared/document-visibility';
import { emit } from '../../shared/events';
import {
  checkMayChangeNote,
  findTitleOfSubject,
  getNoteRow,
  lockNote,
  toNote,
  updateNoteRow,
  type NoteRow,
} from '../../shared/notes';
import { findLockedAction, findVisibleAction, showLatestNote } from '../actions';
import { checkMayComment, findDocument } from '../documents';

/** Reads a note. */
export const getNote: ReadHandler<'getNote'> = async ({ path }, ctx) => {
  const note = await getNoteRow(ctx.reader, ctx.workspaceId, path.id);
  if (note.action_id !== null && (await findVisibleAction(ctx, note.action_id)) === undefined) {
    throw notFound('note', note.id);
  }
  await getDocumentOf(ctx, note);
  return reply(note);
};

/** Edits or archives a note. Its action then shows the newest note that is not archived. */
export const updateNote: WriteHandler<'updateNote'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const found = await getNoteRow(transaction, workspaceId, path.id);
  // Lock order: the action, then its notes. This prevents deadlocks.
  const action =
    found.action_id === null ? undefined : await findLockedAction(ctx, found.action_id);
  if (found.action_id !== null && action === undefined) throw notFound('note', found.id);
  const document = await getDocumentOf(ctx, found);
  checkMayChangeNote(actor, found);
  if (document !== undefined) checkMayComment(actor, document);
  await lockNote(transaction, found);
  const note = await getNoteRow(transaction, workspaceId, path.id);
  checkIfMatch(header['If-Match'], note.version);
  const changes = changesOf(ctx, note, body);
  if (Object.keys(changes).length === 0) return reply(note);
  const after = await updateNoteRow(transaction, note, changes);
  if (action !== undefined) await showLatestNote(ctx, action);
  await emitChange(ctx, note, changes);
  return reply(after);
};

type Changes = Partial<Pick<NoteRow, 'body' | 'edited_at' | 'archived_at'>>;

function changesOf(
  { now }: WriteContext,
  note: NoteRow,
  { body, archived }: Input<'updateNote'>['body'],
): Changes {
  const isArchived = note.archived_at !== null;
  return {
    ...(body === undefined || body === note.body ? {} : { body, edited_at: now }),
    ...(archived === undefined || archived === isArchived
      ? {}
      : { archived_at: archived ? now : null }),
  };
}

// A note on a document that the caller does not see is 404, like the document.
async function getDocumentOf({ reader, workspaceId, actor }: ReadContext, note: NoteRow) {
  if (note.document_id === null) return undefined;
  const key = { workspaceId, id: note.document_id };
  const document = await findDocument(reader, key, documentViewer(actor));
  if (document === undefined) throw notFound('note', note.id);
  return document;
}

async function emitChange(ctx: WriteContext, note: NoteRow, changes: Changes): Promise<void> {
  const { archived_at: archived } = changes;
  const title = truncate(await findTitleOfSubject(ctx.transaction, note));
  const isArchived = typeof archived === 'string';
  const verb = archived === null ? 'brought the note back' : 'changed the note';
  emit(ctx, {
    kind: isArchived ? 'note.archived' : 'note.updated',
    subject: { type: 'note', id: note.id, title },
    summary: `${ctx.actor.name} ${isArchived ? 'archived the note' : verb}.`,
    about: {
      actionId: note.action_id,
      projectId: note.project_id,
      orderId: note.order_id,
      documentId: note.document_id,
    },
  });
}

function reply(note: NoteRow) {
  return { status: 200, body: toNote(note), headers: { ETag: etagOf(note.version) } } as const;
}
