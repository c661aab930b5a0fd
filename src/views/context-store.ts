import { notesOn, selectNote, type NoteRow } from '../notes';
import type { ReadContext } from '../platform/operation';
import { questionsOf, type QuestionRow } from '../questions';
import { selectRequest } from '../requests';
import { readCapped, type Capped } from './capped-store';

/** The newest notes of an action. */
export function readNotesOf(
  { hand, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<NoteRow>> {
  return readCapped(
    hand,
    {
      matching: (db) => notesOn(db, workspaceId, { actionId }).whereNull('notes.archived_at'),
      select: selectNote,
      order: 'notes.created_at desc, notes.id desc',
    },
    limit,
  );
}

/** The newest open questions about an action. */
export function readQuestionsAbout(
  { hand, workspaceId }: ReadContext,
  actionId: string,
  limit: number,
): Promise<Capped<QuestionRow>> {
  return readCapped(
    hand,
    {
      matching: (db) =>
        questionsOf(db, workspaceId).where({
          'agent_requests.action_id': actionId,
          'agent_requests.status': 'open',
        }),
      select: selectRequest,
      order: 'agent_requests.created_at desc, agent_requests.id desc',
    },
    limit,
  );
}
