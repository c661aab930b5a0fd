import type { components } from '../../../generated/types';
import { type KeyPrefixes, keyOf } from '../../platform/action-keys';
import type { Reader } from '../../platform/db/reader';
import { bool, json, strings } from '../../platform/db/statements/columns';
import { etagOf } from '../../platform/http/responses/response';
import type { ReadContext, WriteContext } from '../../platform/operation';
import { type ActorRow, findActors } from '../../shared/actor-store';
import { type FilesOf, type FileSummary, findFilesOf } from '../../shared/file-store';
import { type NoteRow, type StoredNote, toNoteBy } from '../../shared/note-store';
import { type History, historyStart } from '../../shared/plans';
import { toUsage } from '../../shared/usage-store';
import { getVisibleAction } from './action-guard';
import { findNotes } from './action-activity-store';
import { type Clock, isBlocking, isWorking, requiresReview } from './action-rules';
import type { ActionRow, ListedRow, SingleRow } from './action-store';
import { findLabelNames } from '../../shared/reference-store';
import { type BlockerRow, findBlockers, findBlockersOf } from './blockers/blocker-store';
import { findSequences, heldBy, type HeldBy, type ProjectSequence } from './lists/held-by-store';

/** Reads the action again and replies with it and its entity tag. */
export async function replyWithAction(ctx: WriteContext, id: string) {
  return replyWithRow(ctx, await getVisibleAction(ctx, id));
}

/** Replies with an action that has been read, and its entity tag. */
export async function replyWithRow(ctx: ReadContext, row: SingleRow) {
  return {
    status: 200,
    body: await toActionWithNotes(ctx, row),
    headers: { ETag: etagOf(row.version) },
  } as const;
}

/** An action in the contract's shape. */
export type Action = components['schemas']['Action'];

/** The response depends on the time of the request, on the plan and on the prefix of keys. */
export type RequestTime = Clock & History & KeyPrefixes;

/** A request that reads the related records of actions. */
export type ActionSource = RequestTime & { readonly reader: Reader; readonly workspaceId: string };

/**
 * Actions in the contract's shape, with their newest notes, their blockers and the reasons that
 * hold them. Runs at most six statements, whatever the number of actions.
 */
export async function toActions(
  source: ActionSource,
  rows: readonly ActionRow[],
): Promise<Action[]> {
  const { reader, workspaceId } = source;
  const [[notes, filesOf], blockers, sequences, authors, labelsOf] = await Promise.all([
    findNotesAndFiles(source, rows),
    findBlockers(reader, workspaceId, idsOf(rows)),
    findSequences(reader, source, rows),
    findOtherActors(source, rows),
    findLabelNames(reader, workspaceId, rows),
  ]);
  const shared = { notes: byId(notes), sequences, authors, labelsOf, filesOf };
  const blockersOf = byAction(blockers);
  return rows.map((row) =>
    toAction(row, { ...shared, blockers: blockersOf.get(row.id) ?? [] }, source),
  );
}

/** The ids of the notes that the response contains. */
export function noteIdsOf(rows: readonly ListedRow[]): string[] {
  return rows.flatMap((row) =>
    [row.latest_note_id, row.last_activity_note_id].filter((id) => id !== null),
  );
}

function byId(notes: readonly NoteRow[]): ReadonlyMap<string, NoteRow> {
  return new Map(notes.map((note) => [note.id, note]));
}

/** The blockers of each action, by its id. */
export function byAction(blockers: readonly BlockerRow[]): ReadonlyMap<string, BlockerRow[]> {
  const found = new Map<string, BlockerRow[]>();
  for (const blocker of blockers) {
    const others = found.get(blocker.action_id);
    if (others === undefined) found.set(blocker.action_id, [blocker]);
    else others.push(blocker);
  }
  return found;
}

/** The ids of the rows, in their order. */
export function idsOf(rows: readonly ListedRow[]): string[] {
  return rows.map((row) => row.id);
}

/**
 * A single action in the contract's shape. Its newest notes, its blockers, the sequence of its
 * project and other authors of its texts are read only if it has any.
 */
async function toActionWithNotes(source: ActionSource, row: SingleRow): Promise<Action> {
  const { reader, workspaceId } = source;
  const [[notes, filesOf], blockers, sequences, authors, labelsOf] = await Promise.all([
    findNotesAndFiles(source, [row]),
    findBlockersOf(reader, row),
    findSequences(reader, source, [row]),
    findOtherActors(source, [row]),
    findLabelNames(reader, workspaceId, [row]),
  ]);
  const related = { notes: byId(notes), blockers, sequences, authors, labelsOf, filesOf };
  return toAction(row, related, source);
}

/** The newest notes of actions, and the files of both. */
async function findNotesAndFiles(
  { reader, workspaceId }: ActionSource,
  rows: readonly ActionRow[],
): Promise<[NoteRow[], FilesOf]> {
  const notes = await findNotes<NoteRow>(reader, workspaceId, noteIdsOf(rows));
  return [notes, await findFilesOf(reader, workspaceId, [...rows, ...notes])];
}

// Few texts have another author than the creator or the assignee, and few actions a chosen reviewer.
// Joins for these few would slow down the statement of every action.
function findOtherActors({ reader, workspaceId }: ActionSource, rows: readonly ActionRow[]) {
  const ids = rows.flatMap((row) =>
    otherActorIds(row).filter((id) => id !== row.assigned_actor_id),
  );
  return findActors(reader, workspaceId, [...new Set(ids)]);
}

/** The last authors of the texts, other than the creator, and the chosen reviewer. */
export function otherActorIds(row: ListedRow): string[] {
  return [row.title_by_actor_id, row.details_by_actor_id, row.requested_reviewer_actor_id].filter(
    (id) => id !== null,
  );
}

/** Whether the action, or its project, is a template. */
export function isTemplate(row: Pick<ActionRow, 'is_template' | 'project_is_template'>): boolean {
  return bool(row.is_template) || bool(row.project_is_template);
}

interface RelatedRows {
  readonly notes: ReadonlyMap<string, NoteRow>;
  readonly blockers: readonly BlockerRow[];
  /** By the ids of their projects. */
  readonly sequences: ReadonlyMap<string, ProjectSequence>;
  /** The other authors of texts and reviewers, by their ids. */
  readonly authors: ReadonlyMap<string, ActorRow>;
  readonly labelsOf: (row: ActionRow) => readonly string[];
  readonly filesOf: FilesOf;
}

/** An action in the contract's shape, made from the rows that were read for it. */
function toAction(
  row: ActionRow,
  { notes, blockers, sequences, authors, labelsOf, filesOf }: RelatedRows,
  time: RequestTime,
): Action {
  const assignee = {
    kind: row.assignee_kind,
    name: row.assignee_name,
    agent_id: row.assignee_agent_id,
    user_id: null,
  };
  const creator = {
    kind: row.creator_kind,
    name: row.creator_name,
    agent_id: row.creator_agent_id,
    user_id: row.creator_user_id,
  };
  const authorOf = (id: string | null): NamedActor | undefined =>
    id === row.assigned_actor_id ? assignee : authors.get(id ?? '');
  return toActionResponse(row, {
    key: keyOf(time, row),
    isWorking: isWorking(row, time),
    labels: labelsOf(row),
    files: filesOf(row),
    blockers,
    held: heldBy(row, {
      blockers,
      sequence: sequences.get(row.project_id ?? ''),
      now: time.now,
      start: historyStart(time),
    }),
    assignee,
    creator,
    titleAuthor: authorOf(row.title_by_actor_id),
    detailsAuthor: authorOf(row.details_by_actor_id),
    chosenReviewer: authorOf(row.requested_reviewer_actor_id),
    latest: withAuthor(notes.get(row.latest_note_id ?? ''), filesOf),
    last: withAuthor(notes.get(row.last_activity_note_id ?? ''), filesOf),
  });
}

function withAuthor(note: NoteRow | undefined, filesOf: FilesOf): SignedNote | undefined {
  if (note === undefined) return undefined;
  const { author_kind: kind, author_name: name } = note;
  const { author_agent_id: agent_id, author_user_id: user_id } = note;
  return { note, author: { kind, name, agent_id, user_id }, files: filesOf(note) };
}

/** The fields of an actor that responses contain. */
export type NamedActor = {
  readonly [Column in Exclude<keyof ActorRow, 'id'>]: ActorRow[Column] | null;
};

/** A note with its author and its files. */
export interface SignedNote {
  readonly note: StoredNote;
  readonly author: NamedActor | undefined;
  readonly files: readonly FileSummary[] | undefined;
}

/** Everything that a response contains about an action besides its row. */
export interface ActionRelations {
  readonly key: string;
  readonly isWorking: boolean;
  readonly labels: readonly string[];
  readonly files: readonly FileSummary[] | undefined;
  readonly blockers: readonly BlockerRow[];
  readonly held: HeldBy | undefined;
  readonly assignee: NamedActor | undefined;
  readonly creator: NamedActor | undefined;
  readonly titleAuthor: NamedActor | undefined;
  readonly detailsAuthor: NamedActor | undefined;
  readonly chosenReviewer: NamedActor | undefined;
  readonly latest: SignedNote | undefined;
  readonly last: SignedNote | undefined;
}

/** The repeat rule in the contract's shape. */
export function repeatRuleOf(
  row: Pick<ListedRow, 'repeat_type' | 'repeat_unit' | 'repeat_interval' | 'repeat_time_zone'>,
): Action['repeat_rule'] {
  return {
    type: row.repeat_type,
    unit: row.repeat_unit,
    interval: Number(row.repeat_interval),
    time_zone: row.repeat_type === 'none' ? null : (row.repeat_time_zone ?? 'UTC'),
  };
}

/** An action in the contract's shape, made from its row and its relations. */
export function toActionResponse(
  row: ListedRow,
  {
    key,
    isWorking,
    labels,
    files,
    blockers,
    held,
    assignee,
    creator,
    latest,
    last,
    ...texts
  }: ActionRelations,
): Action {
  const titleAuthor = toTextAuthor(row.title_by_actor_id, texts.titleAuthor);
  const detailsAuthor = toTextAuthor(row.details_by_actor_id, texts.detailsAuthor);
  const assigneeKind = assignee?.kind ?? null;
  const creatorKind = creator?.kind ?? null;
  const reviewer = reviewerOf(row, { assignee, creator, chosenReviewer: texts.chosenReviewer });
  return {
    id: row.id,
    key,
    workspace_id: row.workspace_id,
    title: row.title,
    details: row.details,
    project_id: row.project_id,
    domain_id: row.domain_id,
    order_id: row.order_id,
    assigned_actor_id: row.assigned_actor_id,
    assigned_agent_id: assignee?.agent_id ?? null,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    is_template: isTemplate(row),
    status: row.status,
    requires_review: requiresReview({
      requires_review: row.requires_review,
      review_chosen: row.review_chosen,
      creator_kind: creatorKind,
      assignee_kind: assigneeKind,
    }),
    delegate_label: row.delegate_label,
    requirements: strings(row.requirements),
    repeat_rule: repeatRuleOf(row),
    defer_until: row.defer_until,
    due_at: row.due_at,
    priority: row.priority,
    labels: [...labels],
    position: row.position === null ? null : Number(row.position),
    result_summary: row.result_summary,
    spawned_from_action_id: row.spawned_from_action_id,
    source_key: row.source_key,
    source_agent_request_id: row.source_agent_request_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    completed_at: row.completed_at,
    last_activity_at: row.last_activity_at,
    assigned_at: row.assigned_at,
    is_working: isWorking,
    blocked_by: blockers.map((blocker) => blocker.id),
    is_blocked: blockers.some(isBlocking),
    claimed_by_actor_id: row.claimed_by_actor_id,
    claim_expires_at: row.claim_expires_at,
    completed_by_actor_id: row.completed_by_actor_id,
    review: {
      state: row.review_state,
      reviewer_actor_id: row.reviewer_actor_id,
      reviewed_at: row.reviewed_at,
    },
    reviewer_actor_id: reviewer?.id ?? null,
    reviewer_actor_name: reviewer?.name ?? null,
    version: row.version,
    assigned_actor_kind: assigneeKind,
    assigned_actor_name: assignee?.name ?? null,
    assigned_agent_name: assignee?.kind === 'agent' ? assignee.name : null,
    created_by_actor_kind: creatorKind,
    created_by_actor_name: creator?.name ?? null,
    created_by_agent_id: creator?.agent_id ?? null,
    created_by_user_id: creator?.user_id ?? null,
    ...(titleAuthor === undefined ? {} : { title_author: titleAuthor }),
    ...(detailsAuthor === undefined ? {} : { details_author: detailsAuthor }),
    ...(files === undefined ? {} : { files: [...files] }),
    ...(held === undefined ? {} : { held_by: held }),
    ...(row.input_payload === null ? {} : { input_payload: json(row.input_payload) }),
    ...toUsage(row),
    ...(latest === undefined ? {} : { latest_note: toSignedNote(latest) }),
    ...(last === undefined ? {} : { last_activity_note: toSignedNote(last) }),
  };
}

function toSignedNote({ note, author, files }: SignedNote): ReturnType<typeof toNoteBy> {
  const shown = toNoteBy(note, author);
  return files === undefined ? shown : { ...shown, files: [...files] };
}

/**
 * The person who should review the work: the chosen one, else its creator, else its assignee. Agents
 * are never one. `reviewer` in views/waiting-store.ts is the same as SQL.
 */
function reviewerOf(
  row: ListedRow,
  {
    assignee,
    creator,
    chosenReviewer,
  }: Pick<ActionRelations, 'assignee' | 'creator' | 'chosenReviewer'>,
): { readonly id: string; readonly name: string | null } | undefined {
  const chosenId = row.requested_reviewer_actor_id;
  if (chosenId !== null) return { id: chosenId, name: chosenReviewer?.name ?? null };
  if (creator?.kind === 'user') return { id: row.created_by_actor_id, name: creator.name };
  const { assigned_actor_id: id } = row;
  return id !== null && assignee?.kind === 'user' ? { id, name: assignee.name } : undefined;
}

function toTextAuthor(
  actorId: string | null,
  author: NamedActor | undefined,
): components['schemas']['TextAuthor'] | undefined {
  const { kind = null, name = null } = author ?? {};
  if (actorId === null || kind === null || name === null) return undefined;
  return { actor_id: actorId, kind, name };
}
