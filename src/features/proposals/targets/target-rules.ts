import { createHash } from 'node:crypto';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import type { GatedOperation } from '../proposal-rules';

/**
 * What a permission depends on besides its payload. `closing`: the project, and the open actions
 * that it loses. `template`: the project, its open actions, and their links and blockers.
 */
export type TargetKind = 'none' | 'action' | 'closing' | 'document' | 'template';

/** The target of each gated operation; the `id` of its payload names the record. */
export const targetKinds: Readonly<Record<GatedOperation, TargetKind>> = {
  createAction: 'none',
  createProject: 'none',
  dropAction: 'action',
  duplicateProject: 'template',
  updateAction: 'action',
  updateDocument: 'document',
  updateProject: 'closing',
};

/**
 * The state of a target: digests by keys such as `action act_1 title`, or `action act_1` for a
 * record as a whole.
 */
export type TargetState = ReadonlyMap<string, string>;

/** A key of a state, with its digest. */
type Entry = readonly [key: string, digest: string];

/** A difference between two states. */
type TargetChange = components['schemas']['TargetChange'];

type RecordType = TargetChange['type'];

/** The columns of a record that a person sees, and that a permission depends on. */
export const seenColumns = {
  action: [
    'title',
    'details',
    'assigned_actor_id',
    'project_id',
    'order_id',
    'requirements',
    'status',
  ],
  document: ['title', 'content'],
  link: ['title', 'url', 'document_id', 'action_id', 'project_id'],
  project: ['title', 'description', 'domain_id', 'work_mode', 'due_at'],
} as const;

/** The columns of an action without its status, which work on it changes. */
export const meaningColumns = seenColumns.action.filter((name) => name !== 'status');

/** The columns of an action that a copy of its template takes. */
export const copiedColumns = [
  ...seenColumns.action,
  'delegate_label',
  'due_at',
  'defer_until',
  'priority',
  'label_ids',
  'file_ids',
  'position',
  'requires_review',
  'requested_reviewer_actor_id',
  'repeat_type',
  'repeat_unit',
  'repeat_interval',
  'repeat_day',
  'domain_id',
] as const;

/** A row with the columns that a permission depends on. */
export type Seen<Type extends RecordType> = Readonly<
  Record<(typeof seenColumns)[Type][number], string | null>
> & { readonly id: string };

/** The entries of a record's fields. */
export function fieldsOf<Type extends RecordType>(type: Type, row: Seen<Type>): Entry[] {
  return seenColumns[type].map((name) => [
    `${type} ${row.id} ${name}`,
    digestOf(valuesOf(row, [name])[0]),
  ]);
}

/** The entry of a record as a whole, by these columns. */
export function wholeOf<Type extends RecordType>(
  type: Type,
  row: Seen<Type>,
  columns: readonly string[] = seenColumns[type],
): Entry {
  return [keyOfRecord(type, row.id), digestOf(valuesOf(row, columns))];
}

/** The key of a record as a whole. */
export function keyOfRecord(type: RecordType, id: string): string {
  return `${type} ${id}`;
}

/** The entry of the blockers that an action has in its template. */
function blockersEntry(actionId: string, blockerIds: readonly string[]): Entry {
  return [`action ${actionId} blocked_by`, digestOf(blockerIds.toSorted())];
}

// SQLite has numbers for booleans.
function valuesOf(row: object, columns: readonly string[]): unknown[] {
  const values = new Map<string, unknown>(Object.entries(row));
  return columns.map((name) => {
    const value = values.get(name);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** A state as it is stored: JSON, with its keys in order. */
export function stateText(state: TargetState): string {
  const sorted = [...state].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

/** Parses a stored state. Undefined for any other text: it permits nothing. */
export function parseState(text: string): TargetState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).map(([key, digest]) => [key, String(digest)]));
}

const hashCharacters = 43;
/** The entries of a state that a digest has tags of; a digest has at most 100 characters. */
const maxTags = 9;
/** Half of them for the key, and half for the value. */
const tagCharacters = 6;

/**
 * The digest of a state, which a person sends back with the decision: a hash, and a short tag of
 * each of the first entries. Only the hash decides. The tags tell what has changed.
 */
export function digestOfState(state: TargetState): string {
  const tags = [...state].slice(0, maxTags).map(([key, digest]) => keyTag(key) + valueTag(digest));
  return hashOf(state) + tags.join('');
}

/** Whether a digest is that of the state. */
export function isDigestOf(digest: string, state: TargetState): boolean {
  return digest.slice(0, hashCharacters) === hashOf(state);
}

/**
 * What has changed since a person saw a state, as far as its digest tells: no change if it is of
 * another record. Records that are no longer there count as omitted, because a tag has no id.
 */
export function changesSinceDigest(digest: string, present: TargetState): TargetChanges {
  const tags = digest.slice(hashCharacters).match(/.{6}/g) ?? [];
  const seen = new Map(tags.map((tag) => [keyPart(tag), tag.slice(tagCharacters / 2)]));
  const isWhole = tags.length < maxTags;
  // Two keys may have one tag, which then says nothing about either.
  const shared = new Set([
    ...repeated(tags.map(keyPart)),
    ...repeated([...present.keys()].map(keyTag)),
  ]);
  const clear = [...present].filter(([key]) => !shared.has(keyTag(key)));
  const known = clear.filter(([key]) => seen.has(keyTag(key)));
  if (known.length === 0) return { changes: [], changes_omitted: 0 };
  const changes = clear.flatMap(([key, value]) => {
    const before = seen.get(keyTag(key));
    if (before === undefined) return isWhole ? [changeOf('added', key)] : [];
    return before === valueTag(value) ? [] : [changeOf('changed', key)];
  });
  const missing = [...seen.keys()].filter((tag) => !shared.has(tag)).length - known.length;
  const removed = isWhole ? missing : 0;
  return capped(changes, removed);
}

function hashOf(state: TargetState): string {
  return createHash('sha256').update(stateText(state)).digest('base64url');
}

function repeated(tags: readonly string[]): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const tag of tags) (once.has(tag) ? twice : once).add(tag);
  return twice;
}

function keyPart(tag: string): string {
  return tag.slice(0, tagCharacters / 2);
}

function keyTag(key: string): string {
  return digestOf(key).slice(0, tagCharacters / 2);
}

function valueTag(digest: string): string {
  return digest.slice(0, tagCharacters / 2);
}

/** The differences between two states, and the number of those that the list omits. */
export interface TargetChanges {
  readonly changes: readonly TargetChange[];
  readonly changes_omitted: number;
}

/**
 * Compares what a person saw with the present state; undefined when the permission still stands.
 * For `closing`, an action that is open no more changes nothing: the permission covers those that
 * were listed.
 */
export function changesSince(
  kind: TargetKind,
  seen: TargetState,
  present: TargetState,
): TargetChanges | undefined {
  const changes: TargetChange[] = [];
  for (const [key, digest] of present) {
    const before = seen.get(key);
    if (before === undefined) changes.push(changeOf('added', key));
    else if (before !== digest) changes.push(changeOf('changed', key));
  }
  if (kind !== 'closing') {
    for (const key of seen.keys()) if (!present.has(key)) changes.push(changeOf('removed', key));
  }
  return changes.length === 0 ? undefined : capped(changes, 0);
}

function capped(changes: readonly TargetChange[], omitted: number): TargetChanges {
  return {
    changes: changes.slice(0, limits.target_changes),
    changes_omitted: omitted + Math.max(changes.length - limits.target_changes, 0),
  };
}

const types: Readonly<Record<string, RecordType>> = {
  action: 'action',
  document: 'document',
  link: 'link',
  project: 'project',
};

function changeOf(change: TargetChange['change'], key: string): TargetChange {
  const [type = '', id = '', field] = key.split(' ');
  return { change, type: types[type] ?? 'action', id, field: field ?? null };
}

/** An action of a template that waits for another action, the blocker. */
export interface TemplateBlocker {
  readonly action_id: string;
  readonly blocker_id: string;
}

/** An action with the columns that a copy of its template takes. */
export type CopiedAction = Seen<'action'> &
  Readonly<Record<(typeof copiedColumns)[number], unknown>>;

/**
 * Collects the state of a template from its rows. A copy passes the rows that it copies, so the
 * permission is compared with exactly what was copied, whatever changes meanwhile.
 */
export class TemplateState {
  private readonly entries = new Map<string, string>();
  private readonly blockerIds = new Map<string, string[]>();

  /** Adds the project itself. */
  addProject(row: Seen<'project'>): void {
    for (const [key, digest] of fieldsOf('project', row)) this.entries.set(key, digest);
  }

  /** Adds open actions of the template. */
  addActions(rows: readonly CopiedAction[]): void {
    for (const row of rows) this.entries.set(...wholeOf('action', row, copiedColumns));
  }

  /** Adds links of the project or of its actions. */
  addLinks(rows: readonly Seen<'link'>[]): void {
    for (const row of rows) this.entries.set(...wholeOf('link', row));
  }

  /** Adds blockers of its actions. Blockers outside the template are not copied. */
  addBlockers(edges: readonly TemplateBlocker[]): void {
    for (const { action_id: action, blocker_id: blocker } of edges) {
      const ids = this.blockerIds.get(action) ?? [];
      ids.push(blocker);
      this.blockerIds.set(action, ids);
    }
  }

  /** The blockers of an action in the template. */
  blockersOf(actionId: string): string[] {
    const ids = this.blockerIds.get(actionId) ?? [];
    return ids.filter((id) => this.entries.has(keyOfRecord('action', id))).toSorted();
  }

  /** The state of everything that was added. */
  state(): TargetState {
    const state = new Map(this.entries);
    for (const action of this.blockerIds.keys()) {
      const ids = this.blockersOf(action);
      if (ids.length > 0) state.set(...blockersEntry(action, ids));
    }
    return state;
  }
}
