import type { IdKind } from '../../../platform/ids';
import { asList, isRecord, type JsonRecord } from '../../../platform/json';
import type {
  Perform,
  PerformCall,
  Performed,
  PerformInput,
  PlainOperationId,
} from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import type { NamedKind } from '../../../shared/reference-store';

/** A parameter or a property of the contract. */
interface ParameterSource {
  readonly operationId: PlainOperationId;
  readonly location: 'query' | 'body';
  readonly name: string;
}

/**
 * A parameter of a tool. Its schema comes from a place in the contract, or is the tool's own. `text`
 * replaces the contract's description, because every client reads it with every conversation.
 */
export interface Parameter {
  readonly from?: ParameterSource;
  readonly schema?: JsonRecord;
  readonly text?: string;
  /** The parameters of each item, if it is a list of objects with these. */
  readonly items?: Readonly<Record<string, Parameter>>;
  readonly requiredItems?: readonly string[];
  /** The parameters that its members are read with, if it is an object or a list of them. */
  readonly fields?: (args: Arguments) => Readonly<Record<string, Parameter>>;
  /** The kinds of records whose names the argument may have in place of an id. */
  readonly names?: readonly NamedKind[];
  /** Whether it may also be a URL, which is no name. */
  readonly orUrl?: boolean;
  /** The kind of record that a filter names; `record` stands for any. */
  readonly filters?: IdKind | 'record';
}

/** The arguments of a call, by parameter. Absent ones are missing. */
export type Arguments = JsonRecord;

/**
 * What a host may assume about a tool when it decides whether to ask the person. A tool that only
 * reads needs no other hint, and an absent `idempotentHint` is false.
 */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: true;
  readonly openWorldHint: false;
}

/** A tool: what a client sees of it, and the operations that it performs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `read` is offered always, `usual` unless `?tools=read`, and `all` with `?tools=all`. */
  readonly offered: 'read' | 'usual' | 'all';
  readonly hints: Hints;
  /** The operations that it may perform. */
  readonly operationIds: readonly PlainOperationId[];
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly required: readonly string[];
  /** The most bytes of its result, if that is less than of any other. */
  readonly maxBytes?: number;
  /** How to get what a shortened result leaves out. */
  readonly more?: string;
  /** Leaves out fields of the records of a result that does not fit. */
  readonly condense?: (result: JsonRecord) => JsonRecord;
  /** Whether a permission can lift the refusal of a call; a call with `permitted_proposal_id` by default. */
  readonly isPermittable?: (args: Arguments) => boolean;
  /** Performs the operations of a call and returns its result. `now` is the time of the call. */
  readonly run: (args: Arguments, perform: Perform, now: string) => Promise<JsonRecord>;
}

/** The hints of a tool that only reads. */
export const reads: Hints = hints(true, false, true);
/** The hints of a tool that adds something with each call. */
export const adds: Hints = hints(false, false, false);
/** The hints of a tool that changes something, and that a repeated call changes no further. */
export const sets: Hints = hints(false, false, true);
/** The hints of a tool that ends something, which hosts should ask the person about. */
export const ends: Hints = hints(false, true, true);
/** The hints of a tool that adds something or ends it, by its arguments. */
export const addsOrEnds: Hints = hints(false, true, false);

function hints(read: boolean, destroys: boolean, repeats: boolean): Hints {
  return {
    readOnlyHint: read,
    ...(!read && { destructiveHint: destroys }),
    ...(repeats && !read && { idempotentHint: true }),
    openWorldHint: false,
  };
}

/** A parameter with the schema of a field of the operation's body. */
export function body(operationId: PlainOperationId, name: string, text?: string): Parameter {
  return { from: { operationId, location: 'body', name }, ...(text !== undefined && { text }) };
}

/** A parameter with the schema of a query parameter of the operation. */
export function query(operationId: PlainOperationId, name: string, text?: string): Parameter {
  return { from: { operationId, location: 'query', name }, ...(text !== undefined && { text }) };
}

/** A parameter that only the tool has. */
export function own(schema: JsonRecord, text: string): Parameter {
  return { schema, text };
}

/** A parameter with the usage of some work. Only `complete_action` lists its fields, to save bytes. */
export function usageLike(text: string): Parameter {
  return own({ type: 'object' }, `${text}; as in complete_action.`);
}

/** A parameter with an id. */
export function id(text: string): Parameter {
  return own({ type: 'string' }, text);
}

/** The parameter, which may also have the exact name of a record of one of these kinds. */
export function named(parameter: Parameter, ...kinds: readonly NamedKind[]): Parameter {
  return { ...parameter, names: kinds };
}

/** The parameter of a list that names a record: one that does not exist is an error. */
export function filter(parameter: Parameter, kind: IdKind | 'record'): Parameter {
  return { ...parameter, filters: kind };
}

/** The arguments of these names, as far as the call has them. */
export function pick(args: Arguments, names: readonly string[]): JsonRecord {
  return Object.fromEntries(
    names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]),
  );
}

/** An argument as text; empty when it is absent. Throws for another type. */
export function textOf(args: Arguments, name: string): string {
  const value = args[name] ?? '';
  if (typeof value === 'string') return value;
  throw invalidValue(name, `${name} must be text.`);
}

/** A call of an operation. Its input may depend on the successes of the calls before it. */
export function call(operationId: PlainOperationId, input: PerformCall['input'] = {}): PerformCall {
  return { operationId, input };
}

/** The path of an operation on one record. */
export function on(recordId: string): { readonly path: { readonly id: string } } {
  return { path: { id: recordId } };
}

/** Performs one operation and returns the body of its response. */
export async function bodyOf(perform: Perform, one: PerformCall): Promise<JsonRecord> {
  const [performed] = await perform(one);
  return recordOf(performed);
}

/** The body of a response; empty where it has none. */
export function recordOf(performed: Performed | undefined): JsonRecord {
  const { body: received } = performed ?? {};
  return typeof received === 'object' && received !== null ? { ...received } : {};
}

/** Asks a tool that writes for the whole record. */
export const include = own({ type: 'string', enum: ['record'] }, '');

/** A result of whole records with only what a write confirms of each. */
export function condenseRecords({ records, ...others }: JsonRecord): JsonRecord {
  const shown = asList(records).filter(isRecord);
  return { ...others, records: shown.map((record) => pick(record, ['ref', ...decided])) };
}

// What a write may have decided. A caller knows the rest, because it has sent or read it.
const decided = [
  'id',
  'key',
  'status',
  'state',
  'assigned_actor_id',
  'assigned_actor_name',
  'requires_review',
  'review',
  'review_state',
  'held_by',
  'due_at',
  'defer_until',
  'expires_at',
  'next_checkin_due_at',
  'version',
];

// By the prefix of the id. Only these tools take a key, so only their calls can be repeated.
const created: Readonly<Record<string, PlainOperationId>> = {
  act: 'getAction',
  qst: 'getQuestion',
};

// The caller may have sent them as local times.
const converted: ReadonlySet<string> = new Set(['due_at', 'defer_until', 'expires_at']);

/** The record that a call wrote. That of a repeated creation is not stored if it is long, so it is read again. */
export async function wholeOf(
  perform: Perform,
  [performed]: readonly Performed[],
): Promise<JsonRecord> {
  const { status, headers = {} } = performed ?? {};
  const recordId = headers['Location']?.split('/').at(-1) ?? '';
  const operationId = created[recordId.slice(0, 3)];
  if (status !== 204 || operationId === undefined) return recordOf(performed);
  return bodyOf(perform, call(operationId, on(recordId)));
}

/**
 * Performs one operation that writes, and returns what its caller does not know yet: the id, the
 * version and what the operation decided. `include` in the arguments asks for the whole record.
 */
export async function confirmationOf(
  perform: Perform,
  one: PerformCall,
  args: Arguments = {},
): Promise<JsonRecord> {
  return confirmed(await wholeOf(perform, await perform(one)), args);
}

/** What a write confirms of the body of its response. */
export function confirmed(written: JsonRecord, args: Arguments = {}): JsonRecord {
  const { claim, hint } = written;
  const inner = ['action', 'question'].map((name) => written[name]).find(isRecord) ?? written;
  const record =
    args['include'] === 'record'
      ? inner
      : Object.fromEntries(
          Object.entries(pick(inner, decided)).filter(
            ([name, each]) => args[name] !== each || converted.has(name),
          ),
        );
  return {
    record: { id: inner['id'], ...record },
    ...(claim !== undefined && { claim }),
    ...(hint !== undefined && { hint }),
  };
}

/** The `If-Match` header for an argument with a version; none without it. */
export function ifVersion(args: Arguments): Pick<PerformInput, 'header'> {
  const { version } = args;
  if (version === undefined) return {};
  if (typeof version === 'number' && Number.isSafeInteger(version)) {
    return { header: { 'If-Match': `"${version}"` } };
  }
  throw invalidValue('version', 'version must be the integer that you read.');
}

/**
 * Throws 400 for the first of these arguments that a call has, because it would seem to have an
 * effect. `where` ends the sentence, such as `without id`.
 */
export function refuseUnused(args: Arguments, names: readonly string[], where: string): void {
  const unused = names.find((name) => args[name] !== undefined && args[name] !== null);
  if (unused !== undefined) throw invalidValue(unused, `${unused} has no effect ${where}.`);
}

/** Whether a value has the form of the arguments of a call. */
export function isArguments(value: unknown): value is JsonRecord {
  return isRecord(value);
}
