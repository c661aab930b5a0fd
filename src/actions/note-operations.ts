import { emit } from '../events';
import { findNote, insertNotes, notesOfAction, selectNote, toNote, type NoteRow } from '../notes';
import { pageOf } from '../platform/db/page';
import type { ReadHandler, WriteHandler } from '../platform/operation';
import { notFound } from '../platform/problems';
import { getVisibleAction, lockAction } from './action-access';
import { shorten } from './action-operations';
import { updateActionRow } from './action-store';
import { assigneeActivity } from './claim-rules';

/** Lists the notes of an action, newest first. */
export const listActionNotes: ReadHandler<'listActionNotes'> = async ({ path, query }, ctx) => {
  const { hand, workspaceId } = ctx;
  await getVisibleAction(ctx, path.id);
  const { rows, ...envelope } = await pageOf<NoteRow>(
    hand,
    {
      matching: (db) => notesOfAction(db, workspaceId, path.id),
      select: selectNote,
      id: 'notes.id',
      sorts: { created_at: { column: 'notes.created_at', holds: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  return {
    status: 200,
    body: { items: rows.map(toNote), ...envelope, filters: {}, hidden_count: 0 },
  };
};

/** Writes a note on an action; also on one that is over. */
export const createActionNote: WriteHandler<'createActionNote'> = async ({ path, body }, ctx) => {
  const { hand, workspaceId, actor, newId, now } = ctx;
  const action = await lockAction(ctx, path.id);
  const id = newId('not');
  await insertNotes(hand, [
    {
      id,
      workspaceId,
      kind: 'note',
      actionId: action.id,
      createdByActorId: actor.id,
      body: body.body,
      now,
    },
  ]);
  await updateActionRow(hand, action, {
    latest_note_id: id,
    last_activity_note_id: id,
    last_activity_at: now,
    version: action.version + 1,
    ...assigneeActivity(action, actor.id, now),
  });
  emit(ctx, {
    kind: 'note.created',
    subject: { type: 'note', id, title: action.title },
    summary: `${actor.name}: ${shorten(body.body)}`,
    about: { actionId: action.id, projectId: action.project_id, orderId: action.order_id },
  });
  const note = await findNote(hand, workspaceId, id);
  if (note === undefined) throw notFound('note', id);
  return { status: 201, body: toNote(note), headers: { Location: `/v1/notes/${id}` } };
};

/** Reads a note. */
export const getNote: ReadHandler<'getNote'> = async ({ path }, ctx) => {
  const note = await findNote(ctx.hand, ctx.workspaceId, path.id);
  if (note === undefined) throw notFound('note', path.id);
  if (note.action_id !== null) await getVisibleAction(ctx, note.action_id);
  return { status: 200, body: toNote(note) };
};
