import { findActors, type ActorRow } from '../../../shared/actors';
import type { StoredNote } from '../../../shared/notes';
import { historyStart } from '../../../shared/plans';
import type { Reader } from '../../../platform/db/reader';
import { isCachedRow, maxCharacters } from '../../../platform/db/statements/row-cache';
import { cacheJson } from '../../../platform/http/responses/json-body';
import {
  byAction,
  idsOf,
  noteIdsOf,
  toActionResponse,
  type Action,
  type ActionRelations,
  type RequestTime,
  type SignedNote,
  type ActionSource,
} from '../action-mapping';
import { findStoredNotes } from '../action-notes-store';
import type { ListedRow } from '../action-store';
import { findBlockers, type BlockerRow } from '../blockers/blocker-store';
import { heldBy, type ProjectSequence } from './held-by-mapping';
import { findSequences } from './held-by-store';
import { isWorking } from '../activity-rules';
import { areSameRelations } from './same-relations';

// The notes that kept rows show, unless they are long, and what was made of both. A note does not
// change without its action's version.
const notesOfKept = new WeakMap<ListedRow, readonly StoredNote[]>();
const shownOfKept = new WeakMap<
  ListedRow,
  { readonly action: Action; readonly around: ActionRelations }
>();

/**
 * Rows of a list in the contract's shape, with their newest notes, their blockers, what holds them
 * and those who are named: four statements more, whatever their number.
 */
export async function toListedActions(
  source: ActionSource,
  rows: readonly ListedRow[],
): Promise<Action[]> {
  const { reader, workspaceId } = source;
  const [notes, blockers, sequences] = await Promise.all([
    findShownNotes(source, rows),
    findBlockers(reader, workspaceId, idsOf(rows)),
    findSequences(reader, source, rows),
  ]);
  const actors = await findActors(reader, workspaceId, actorIdsOf(rows, notes));
  return mapListed(rows, { notes, blockers, sequences, actors }, source);
}

async function findShownNotes(
  { reader, workspaceId }: { readonly reader: Reader; readonly workspaceId: string },
  rows: readonly ListedRow[],
): Promise<StoredNote[]> {
  const unknown = rows.filter((row) => !notesOfKept.has(row));
  const read = await findStoredNotes(reader, workspaceId, noteIdsOf(unknown));
  const byId = new Map(read.map((note) => [note.id, note]));
  for (const row of unknown.filter(isCachedRow)) {
    const notes = noteIdsOf([row]).flatMap((id) => byId.get(id) ?? []);
    const characters = notes.reduce((sum, { body }) => sum + body.length, 0);
    if (characters <= maxCharacters) notesOfKept.set(row, notes);
  }
  return [...read, ...rows.flatMap((row) => notesOfKept.get(row) ?? [])];
}

/** Those whom the answer about the actions names, each once. */
export function actorIdsOf(rows: readonly ListedRow[], notes: readonly StoredNote[]): string[] {
  const ids = new Set(notes.map((note) => note.created_by_actor_id));
  for (const { assigned_actor_id: assignee, created_by_actor_id: creator } of rows) {
    if (assignee !== null) ids.add(assignee);
    ids.add(creator);
  }
  return [...ids];
}

/** The rows of a list in the contract's shape, of what was read about them. */
export function mapListed(
  rows: readonly ListedRow[],
  about: {
    readonly notes: readonly StoredNote[];
    readonly blockers: readonly BlockerRow[];
    readonly sequences: ReadonlyMap<string, ProjectSequence>;
    readonly actors: ReadonlyMap<string, ActorRow>;
  },
  time: RequestTime,
): Action[] {
  const { actors, sequences } = about;
  const { now } = time;
  const start = historyStart(time);
  const notes = new Map(about.notes.map((note) => [note.id, note]));
  const blockers = byAction(about.blockers);
  const signed = (id: string | null): SignedNote | undefined => {
    const note = notes.get(id ?? '');
    return note && { note, author: actors.get(note.created_by_actor_id) };
  };
  return rows.map((row) => {
    const own = blockers.get(row.id) ?? [];
    const sequence = sequences.get(row.project_id ?? '');
    return toListed(row, {
      isWorking: isWorking(row, time),
      blockers: own,
      held: heldBy(row, { blockers: own, sequence, now, start }),
      assignee: actors.get(row.assigned_actor_id ?? ''),
      creator: actors.get(row.created_by_actor_id),
      latest: signed(row.latest_note_id),
      last: signed(row.last_activity_note_id),
    });
  });
}

// Of a row that is kept the action is the same object as long as everything around it is the same:
// then its text is too.
function toListed(row: ListedRow, around: ActionRelations): Action {
  if (!notesOfKept.has(row)) return toActionResponse(row, around);
  const before = shownOfKept.get(row);
  if (before !== undefined && areSameRelations(before.around, around)) return before.action;
  const action = cacheJson(toActionResponse(row, around));
  shownOfKept.set(row, { action, around });
  return action;
}
