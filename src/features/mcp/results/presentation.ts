import { isDeepStrictEqual } from 'node:util';
import { asList, isRecord, type JsonRecord } from '../../../platform/json';

/** The author of a text: its kind and name, and the id of its actor if that is known. */
interface Author {
  readonly id: unknown;
  readonly from: string;
}

/** The kinds of actors, as results name them. */
const actorKinds: Readonly<Record<string, string>> = { user: 'person', agent: 'agent' };

const unknownAuthor: Author = { id: undefined, from: 'the workspace' };

/** The prefixes of the fields of the actors that wrote a text, where it is not the creator. */
const writers: Readonly<Record<string, string>> = {
  result_summary: 'completed_by',
  response: 'responded_by',
  response_comment: 'responded_by',
  decision_comment: 'decided_by',
  permitted_payload: 'decided_by',
};

/** The texts of records that a result frames with their author. */
const framed: ReadonlySet<string> = new Set([
  'details',
  'details_preview',
  'description',
  'description_preview',
  'rejection_reason',
  'body',
  'content',
  'summary',
  'snippet',
  'question',
  'on_answer',
  'result_summary',
  'response',
  'response_comment',
  'decision_comment',
  'permitted_payload',
  'input_payload',
  'payload',
  // Of a usage: a name, but any text fits.
  'model',
]);

/** The values that are what somebody wrote, so nothing is left out of them. */
const verbatim: ReadonlySet<string> = new Set([
  'content',
  'input_payload',
  'payload',
  'permitted_payload',
  'from',
  'to',
]);

/** The author of a usage of an action, which sums the reports of several agents. */
const someAgent: Author = { id: undefined, from: 'an agent' };

/** Fields that another field or the frame says, or that no parameter takes. */
const repeated =
  /^(workspace_id|updated_by_actor_id|(created|responded|decided)_by_(actor_id|actor_kind|actor_name|agent_id|user_id)|assigned_(agent_id|agent_name|actor_kind)|\w+_author|last_activity_note|icon|webhook_url|mcp_url)$/;

/** What every page of a list has, and what the next call does not need. */
const ofLists: ReadonlySet<string> = new Set(['sort', 'filters']);
const ofPages: ReadonlySet<string> = new Set(['offset', 'limit']);

/** Values that say nothing, because they are what one expects. */
const defaults: Readonly<Record<string, unknown>> = {
  is_template: false,
  is_working: false,
  is_blocked: false,
  archived: false,
  timed_out: false,
  checkin_overdue: false,
  has_more: false,
  at_rest: false,
  interval: 0,
  priority: 0,
};

/** The objects of counts, whose zeros are left out. */
const counts: ReadonlySet<string> = new Set(['counts', 'withheld', 'truncated', 'metrics']);

/** The kinds of records, by the prefix of the id. */
const types: Readonly<Record<string, string>> = {
  act: 'action',
  agt: 'agent',
  chk: 'checkin',
  doc: 'document',
  dom: 'domain',
  lnk: 'link',
  not: 'note',
  ord: 'order',
  ppl: 'proposal',
  prj: 'project',
  qst: 'question',
  rev: 'revision',
};

/** The lists of an overview that have only what the agent wrote. */
const own: ReadonlySet<string> = new Set(['my_open_questions', 'my_open_proposals']);

/**
 * A result as an agent reads it, because models pay for every byte: without members that are null,
 * empty, a default or a repetition. A text that the agent did not write is `{from, text}`, and
 * `from` of a record says who created it. What people wrote stays as it is.
 */
export function present(result: JsonRecord, me: string): JsonRecord {
  const shown = presented(withNotesOnce(result), unknownAuthor, me);
  const { record, ...others } = shown;
  if (!isRecord(record)) return { ...typeOf(shown['items'] ?? shown['records']), ...shown };
  const { kind, ...fields } = record;
  const type = typeOf([record]);
  return { record: { ...type, ...(kind === type.type ? fields : record) }, ...others };
}

/** The kind of all these records, which a list says once; none if the records say it. */
function typeOf(rows: unknown): { readonly type?: string } {
  const records = asList(rows).filter(isRecord);
  const [type, ...others] = new Set(
    records.map((row) => ('type' in row ? undefined : types[String(row['id']).slice(0, 3)])),
  );
  return type === undefined || others.length > 0 ? {} : { type };
}

// An action has its newest note, which its notes have too, and so has its result.
function withNotesOnce(result: JsonRecord): JsonRecord {
  const { record, context, notes } = result;
  if (!isRecord(record) || (context === undefined && notes === undefined)) return result;
  const { latest_note: _, ...action } = record;
  if (!isRecord(context) || !Array.isArray(context['notes'])) return { ...result, record: action };
  const others = context['notes'].filter(
    (note) => !isRecord(note) || note['body'] !== record['result_summary'],
  );
  return { ...result, record: action, context: { ...context, notes: others } };
}

function presented(value: JsonRecord, outer: Author, me: string): JsonRecord {
  const creator = creatorOf(value);
  const members = Object.entries(value)
    .filter(([name, each]) => !repeated.test(name) && !saysNothing(name, each, value, me))
    .map(([name]) => [name, memberOf(name, value, creator ?? outer, me)] as const)
    .filter(([, each]) => !isEmpty(each));
  const shown = Object.fromEntries(members);
  if (creator === undefined) return shown;
  const { actor: _, ...fields } = shown;
  return creator.id === me ? fields : { ...fields, from: creator.from };
}

function memberOf(name: string, owner: JsonRecord, creator: Author, me: string): unknown {
  const value = owner[name];
  if (isEmpty(value)) return undefined;
  if (isText(name, owner)) {
    const author = authorOf(name, owner, creator, me);
    return author.id === me ? value : { from: author.from, text: value };
  }
  if (verbatim.has(name)) return value;
  const outer = own.has(name) ? { id: me, from: '' } : (reporterOf(name, owner) ?? creator);
  if (Array.isArray(value)) {
    return value.map((each) => (isRecord(each) ? presented(each, outer, me) : each));
  }
  if (!isRecord(value)) return value;
  const inner = presented(value, outer, me);
  if (counts.has(name)) return withoutZeros(inner);
  return name === 'page' ? without(inner, ofPages) : inner;
}

// Only a check-in has the usage of its author alone.
function reporterOf(name: string, { id }: JsonRecord): Author | undefined {
  return name === 'usage' && !String(id).startsWith('chk_') ? someAgent : undefined;
}

/** Whether a member is a text that gets a frame. A title has its author in `from` of the record. */
function isText(name: string, owner: JsonRecord): boolean {
  const value = owner[name];
  if (name === 'title' || name === 'name') return isRecord(owner[`${name}_author`]);
  // The service writes the summary of an event.
  if (name === 'summary' && isRecord(owner['actor'])) return false;
  return framed.has(name) && (typeof value === 'string' || verbatim.has(name));
}

function authorOf(name: string, owner: JsonRecord, creator: Author, me: string): Author {
  // News have what the agent wrote in its question.
  if (name === 'on_answer' && namedBy('created_by', owner) === undefined) {
    return { id: me, from: '' };
  }
  return authorAt(owner[`${name}_author`]) ?? writerOf(name, owner) ?? creator;
}

function creatorOf(value: JsonRecord): Author | undefined {
  const { actor } = value;
  return isRecord(actor) ? authorAt(actor) : namedBy('created_by', value);
}

function namedBy(prefix: string, value: JsonRecord): Author | undefined {
  const kind = value[`${prefix}_actor_kind`];
  const name = value[`${prefix}_actor_name`];
  if (typeof name !== 'string') return undefined;
  return { id: value[`${prefix}_actor_id`], from: nameOf(kind, name) };
}

function writerOf(name: string, owner: JsonRecord): Author | undefined {
  const prefix = writers[name];
  if (prefix === undefined) return undefined;
  const id = owner[`${prefix}_actor_id`];
  const named = namedBy(prefix, owner);
  if (named !== undefined || typeof id !== 'string') return named;
  return (
    (owner['assigned_actor_id'] === id ? namedBy('assigned', owner) : undefined) ?? { id, from: id }
  );
}

function authorAt(value: unknown): Author | undefined {
  if (!isRecord(value)) return undefined;
  const { id, actor_id: actorId, kind, name } = value;
  return typeof name === 'string' ? { id: actorId ?? id, from: nameOf(kind, name) } : undefined;
}

function nameOf(kind: unknown, name: string): string {
  const known = actorKinds[String(kind)];
  return known === undefined ? name : `${known} ${name}`;
}

function saysNothing(name: string, value: unknown, owner: JsonRecord, me: string): boolean {
  if (Object.hasOwn(defaults, name) && defaults[name] === value) return true;
  if (ofLists.has(name)) return Array.isArray(owner['items']);
  if (name === 'review') return isRecord(value) && value['state'] === 'none';
  if (name === 'repeat_rule') return isRecord(value) && value['type'] === 'none';
  if (name === 'kind') return value === 'note';
  if (name === 'permitted_payload') return isDeepStrictEqual(value, owner['payload']);
  if (name === 'assigned_actor_name') return owner['assigned_actor_id'] === me;
  const { created_at: created, updated_at: updated } = owner;
  if (name === 'updated_at' || name === 'edited_at') return value === created;
  const isTime = name === 'assigned_at' || name === 'last_activity_at';
  return isTime && (value === created || value === updated);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function without(value: JsonRecord, names: ReadonlySet<string>): JsonRecord {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

function withoutZeros(value: JsonRecord): JsonRecord {
  const counted = Object.entries(value)
    .map(([name, each]) => [name, isRecord(each) ? withoutZeros(each) : each] as const)
    .filter(([, each]) => each !== 0 && !isEmpty(each));
  return Object.fromEntries(counted);
}
