import type { Knex } from 'knex';
import { actorColumns, joinActor } from '../actors';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import { insertRows } from '../platform/db/insert';

/** Why a note was written. */
export type NoteKind = 'note' | 'heartbeat' | 'completion' | 'system';

/** A note as it is stored, with its author. */
export interface NoteRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: NoteKind;
  readonly action_id: string | null;
  readonly agent_request_id: string | null;
  readonly order_id: string | null;
  readonly project_id: string | null;
  readonly source_proposal_id: string | null;
  readonly created_by_actor_id: string;
  readonly body: string;
  readonly created_at: string;
  readonly author_name: string | null;
  readonly author_agent_id: string | null;
  readonly author_user_id: string | null;
}

/** A note to store. */
export interface NewNote {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: NoteKind;
  readonly actionId: string;
  readonly createdByActorId: string;
  readonly body: string;
  readonly now: string;
}

/** The notes of an action, to count and page. */
export function notesOfAction(db: Knex, workspaceId: string, actionId: string): Knex.QueryBuilder {
  return db('notes').where({ 'notes.workspace_id': workspaceId, 'notes.action_id': actionId });
}

/** Adds the columns of a NoteRow. */
export function selectNote<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(query, 'notes', 'created_by_actor_id', 'author').select(
    'notes.*',
    ...actorColumns('author'),
  );
  return query;
}

/** The note of an id, or undefined. */
export function findNote(
  hand: ReadHand,
  workspaceId: string,
  id: string,
): Promise<NoteRow | undefined> {
  return hand.first<NoteRow>((db) =>
    selectNote(db('notes').where({ 'notes.workspace_id': workspaceId, 'notes.id': id })),
  );
}

/** Stores notes in as few statements as the databases allow. */
export async function insertNotes(hand: WriteHand, notes: readonly NewNote[]): Promise<void> {
  await insertRows(
    hand,
    'notes',
    notes.map((note) => ({
      workspace_id: note.workspaceId,
      id: note.id,
      kind: note.kind,
      action_id: note.actionId,
      created_by_actor_id: note.createdByActorId,
      body: note.body,
      created_at: note.now,
    })),
  );
}
