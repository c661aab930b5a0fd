import { keyOf } from '../../../platform/action-keys';
import type { Reader } from '../../../platform/db/reader';
import { isCachedRow, maxCharacters } from '../../../platform/db/statements/cached-rows';
import { cacheJson } from '../../../platform/http/responses/response';
import { type ActorRow, findActors } from '../../../shared/actor-store';
import { type FilesOf, findFilesOf } from '../../../shared/file-store';
import type { StoredNote } from '../../../shared/note-store';
import { historyStart } from '../../../shared/plans';
import {
  type Action,
  type ActionRelations,
  type ActionSource,
  byAction,
  idsOf,
  type NamedActor,
  noteIdsOf,
  otherActorIds,
  type RequestTime,
  type SignedNote,
  toActionResponse,
} from '../action-mapping';
import { findStoredNotes } from '../action-activity-store';
import { isWorking } from '../action-rules';
import type { ListedRow } from '../action-store';
import { type BlockerRow, findBlockers } from '../blockers/blocker-store';
import { findLabelNames } from '../../../shared/reference-store';
import { findSequences, heldBy, isSameHeldBy, type ProjectSequence } from './held-by-store';

// Cached rows with their notes, unless the notes are long, and with the responses built from both.
// Every change of a note increments the version of its action.
const cachedNotes = new WeakMap<ListedRow, readonly StoredNote[]>();
const cachedActions = new WeakMap<
  ListedRow,
  { readonly action: Action; readonly relations: ActionRelations }
>();

/**
 * Rows of a list in the contract's shape, with their newest notes, their blockers, the reasons that
 * hold them and their actors. Runs six statements at most, whatever the number of rows.
 */
export async function toListedActions(
  source: ActionSource,
  rows: readonly ListedRow[],
): Promise<Action[]> {
  const { reader, workspaceId } = source;
  const [[notes, filesOf], blockers, sequences, labelsOf] = await Promise.all([
    findNotesAndFiles(source, rows),
    findBlockers(reader, workspaceId, idsOf(rows)),
    findSequences(reader, source, rows),
    findLabelNames(reader, workspaceId, rows),
  ]);
  const actors = await findActors(reader, workspaceId, actorIdsOf(rows, notes));
  return mapListed(rows, { notes, blockers, sequences, actors, labelsOf, filesOf }, source);
}

async function findNotesAndFiles(
  source: ActionSource,
  rows: readonly ListedRow[],
): Promise<[StoredNote[], FilesOf]> {
  const notes = await findListedNotes(source, rows);
  return [notes, await findFilesOf(source.reader, source.workspaceId, [...rows, ...notes])];
}

async function findListedNotes(
  { reader, workspaceId }: { readonly reader: Reader; readonly workspaceId: string },
  rows: readonly ListedRow[],
): Promise<StoredNote[]> {
  const uncached = rows.filter((row) => !cachedNotes.has(row));
  const read = await findStoredNotes(reader, workspaceId, noteIdsOf(uncached));
  const byId = new Map(read.map((note) => [note.id, note]));
  for (const row of uncached.filter(isCachedRow)) {
    const notes = noteIdsOf([row]).flatMap((id) => byId.get(id) ?? []);
    const characters = notes.reduce((sum, { body }) => sum + body.length, 0);
    if (characters <= maxCharacters) cachedNotes.set(row, notes);
  }
  return [...read, ...rows.flatMap((row) => cachedNotes.get(row) ?? [])];
}

/** The distinct ids of the actors that the response names. */
function actorIdsOf(rows: readonly ListedRow[], notes: readonly StoredNote[]): string[] {
  const ids = new Set(notes.map((note) => note.created_by_actor_id));
  for (const row of rows) {
    if (row.assigned_actor_id !== null) ids.add(row.assigned_actor_id);
    ids.add(row.created_by_actor_id);
    for (const id of otherActorIds(row)) ids.add(id);
  }
  return [...ids];
}

/** The rows of a list in the contract's shape, made from the rows that were read for them. */
function mapListed(
  rows: readonly ListedRow[],
  related: {
    readonly notes: readonly StoredNote[];
    readonly blockers: readonly BlockerRow[];
    readonly sequences: ReadonlyMap<string, ProjectSequence>;
    readonly actors: ReadonlyMap<string, ActorRow>;
    readonly labelsOf: (row: ListedRow) => readonly string[];
    readonly filesOf: FilesOf;
  },
  time: RequestTime,
): Action[] {
  const { actors, sequences } = related;
  const { now } = time;
  const start = historyStart(time);
  const notes = new Map(related.notes.map((note) => [note.id, note]));
  const blockers = byAction(related.blockers);
  const signed = (id: string | null): SignedNote | undefined => {
    const note = notes.get(id ?? '');
    return (
      note && { note, author: actors.get(note.created_by_actor_id), files: related.filesOf(note) }
    );
  };
  return rows.map((row) => {
    const own = blockers.get(row.id) ?? [];
    const sequence = sequences.get(row.project_id ?? '');
    return toListed(row, {
      key: keyOf(time, row),
      isWorking: isWorking(row, time),
      labels: related.labelsOf(row),
      files: related.filesOf(row),
      blockers: own,
      held: heldBy(row, { blockers: own, sequence, now, start }),
      assignee: actors.get(row.assigned_actor_id ?? ''),
      creator: actors.get(row.created_by_actor_id),
      titleAuthor: actors.get(row.title_by_actor_id ?? ''),
      detailsAuthor: actors.get(row.details_by_actor_id ?? ''),
      chosenReviewer: actors.get(row.requested_reviewer_actor_id ?? ''),
      latest: signed(row.latest_note_id),
      last: signed(row.last_activity_note_id),
    });
  });
}

// Returns the same object for a cached row while its relations are the same, so its JSON text is
// cached too.
function toListed(row: ListedRow, relations: ActionRelations): Action {
  if (!cachedNotes.has(row)) return toActionResponse(row, relations);
  const cached = cachedActions.get(row);
  if (cached !== undefined && areSameRelations(cached.relations, relations)) return cached.action;
  const action = cacheJson(toActionResponse(row, relations));
  cachedActions.set(row, { action, relations });
  return action;
}

/** A comparison for every field, so a new field cannot be forgotten. */
type Comparisons<T> = {
  readonly [Field in keyof T]-?: (one: T[Field], other: T[Field]) => boolean;
};

const actorFields: Comparisons<NamedActor> = {
  kind: Object.is,
  name: Object.is,
  agent_id: Object.is,
  user_id: Object.is,
};

const noteFields: Comparisons<SignedNote> = {
  note: Object.is,
  author: isSameActor,
  // They are those of the note, and a file never changes.
  files: () => true,
};

const blockerFields: Comparisons<BlockerRow> = {
  // The same for all blockers of an action.
  action_id: () => true,
  id: Object.is,
  status: Object.is,
  review_state: Object.is,
};

const relationFields: Comparisons<ActionRelations> = {
  key: Object.is,
  isWorking: Object.is,
  labels: isSameList,
  // A file never changes, and the version of the row changes with its files.
  files: (one, other) => one?.length === other?.length,
  blockers: areSameBlockers,
  held: isSameHeldBy,
  assignee: isSameActor,
  creator: isSameActor,
  titleAuthor: isSameActor,
  detailsAuthor: isSameActor,
  chosenReviewer: isSameActor,
  latest: isSameNote,
  last: isSameNote,
};

/** Whether an action with these relations has the same representation with the others. */
function areSameRelations(one: ActionRelations, other: ActionRelations): boolean {
  return areSame(relationFields, one, other);
}

function areSame<T>(comparisons: Comparisons<T>, one: T, other: T): boolean {
  for (const field in comparisons) {
    if (!comparisons[field](one[field], other[field])) return false;
  }
  return true;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function areSameBlockers(one: readonly BlockerRow[], other: readonly BlockerRow[]): boolean {
  return (
    one.length === other.length &&
    one.every((blocker, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && areSame(blockerFields, blocker, counterpart);
    })
  );
}

function isSameActor(one: NamedActor | undefined, other: NamedActor | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && areSame(actorFields, one, other);
}

function isSameNote(one: SignedNote | undefined, other: SignedNote | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && areSame(noteFields, one, other);
}
