import type { Reader } from '../../../platform/db/reader';
import { isKey } from '../../../platform/action-keys';
import { idKinds, type IdKind, kindOfId } from '../../../platform/ids';
import { asObject, isRecord, type JsonRecord } from '../../../platform/json';
import { adviceFor } from '../../../platform/near-names';
import type { Actor, Perform, PerformCall, PlainOperationId } from '../../../platform/operation';
import { invalidValue, Problem, problem } from '../../../platform/problems';
import { findActor } from '../../../shared/actor-store';
import { documentViewer } from '../../../shared/document-visibility';
import {
  findNamed,
  type NamedKind,
  type NamedRecord,
  recordsNamed,
} from '../../../shared/reference-store';
import type { InputSchema } from './arguments';
import { type Arguments, bodyOf, call, on, type Tool } from './tool';

/** What the records are read with that the arguments of a call name. */
export interface Lookup {
  readonly reader: Reader;
  readonly caller: Actor;
  readonly perform: Perform;
}

/** The words that stand for the caller and for nobody. They win against names. */
const words: ReadonlySet<string> = new Set(['me', 'none']);

const wholeId = /^[a-z]{3}_[0-9A-Z]{26}$/;

const nouns: Readonly<Record<NamedKind, string>> = {
  project: 'project',
  template: 'template',
  domain: 'domain',
  order: 'order',
  document: 'document',
  agent: 'agent',
  actor: 'person or agent',
  person: 'person',
};

/** A name among the arguments: the argument, and how to put the id in its place. */
interface GivenName {
  readonly argument: string;
  readonly name: string;
  readonly kinds: readonly NamedKind[];
  /** Whether it may also be a URL. */
  readonly orUrl: boolean;
  readonly put: (id: string) => void;
}

/**
 * The arguments with the ids of records that they name; one statement for each kind of which there
 * may be one. `none` clears a field that can be null. Throws 422 for a name that no record has, and
 * for one that several have.
 */
export async function withIds(
  parameters: Tool['parameters'],
  args: Arguments,
  schema: InputSchema,
  lookup: Lookup,
): Promise<Arguments> {
  const given: GivenName[] = [];
  const replaced = replaceIn(args, parameters, { schema, place: '', given });
  const found = await findAll(given, lookup);
  for (const each of given) each.put(await idOf(each, found, lookup));
  return replaced;
}

/** A copy of the arguments, or of an item among them. Collects the names in it. */
function replaceIn(
  args: Arguments,
  parameters: Tool['parameters'],
  at: { readonly schema: JsonRecord | InputSchema; readonly place: string; given: GivenName[] },
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...args };
  const { properties } = at.schema;
  const schemas = isRecord(properties) ? properties : {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const { names: kinds = [], filters, items, fields, orUrl } = parameter;
    const value = args[name];
    const schema = asObject(schemas[name] ?? parameter.schema);
    const argument = `${at.place}${name}`;
    if (items !== undefined && Array.isArray(value)) {
      copy[name] = value.map((item: unknown, index) => {
        if (!isRecord(item)) return item;
        const place = `${argument}/${index}/`;
        return replaceIn(item, items, { ...at, schema: asObject(schema['items']), place });
      });
    }
    if (fields !== undefined && isRecord(value)) {
      copy[name] = replaceIn(value, fields(args), { ...at, schema: {}, place: `${argument}/` });
    } else if (fields !== undefined && Array.isArray(value)) {
      copy[name] = value.map((item: unknown, index) => {
        const place = `${argument}/${index}/`;
        return isRecord(item) ? replaceIn(item, fields(args), { ...at, schema: {}, place }) : item;
      });
    }
    if (kinds.length === 0 || typeof value !== 'string') continue;
    if (orUrl === true && value.includes(':')) continue;
    // The pool is where work goes that nobody is assigned to.
    const isPool = value === 'pool' && kinds.includes('actor');
    const canBeNull = [schema['type']].flat().includes('null');
    if ((value === 'none' || isPool) && canBeNull) copy[name] = null;
    else if (isPool && filters !== undefined) copy[name] = 'none';
    else if (isName(value, kinds)) {
      const put = (id: string): void => {
        copy[name] = id;
      };
      at.given.push({ argument, name: value, kinds, orUrl: orUrl === true, put });
    }
  }
  return copy;
}

function isName(value: string, kinds: readonly NamedKind[]): boolean {
  const isOfActors = kinds.includes('actor') || kinds.includes('agent');
  const isWordHere = value === 'none' || (isOfActors && ['me', 'pool'].includes(value));
  return value.trim() !== '' && !isWordHere && !wholeId.test(value);
}

type Found = ReadonlyMap<NamedKind, readonly NamedRecord[]>;

async function findAll(given: readonly GivenName[], { reader, caller }: Lookup): Promise<Found> {
  const { workspaceId } = caller;
  const viewer = documentViewer(caller);
  const found = new Map<NamedKind, readonly NamedRecord[]>();
  for (const kind of new Set(given.flatMap(({ kinds }) => kinds))) {
    const wanted = given.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
    const names = [...new Set(wanted)];
    found.set(kind, await findNamed(reader, { workspaceId, kind, names, viewer }));
  }
  return found;
}

async function idOf(given: GivenName, found: Found, lookup: Lookup): Promise<string> {
  const { argument, name, kinds } = given;
  const matching = kinds.flatMap((kind) => recordsNamed(name, found.get(kind) ?? []));
  const [first, ...others] = matching;
  if (first === undefined) {
    // A text with the prefix of an id is one, which the operation refuses. A key names an action.
    if (kindOfId(name) !== undefined || (argument === 'id' && isKey(name))) return name;
    throw refused(argument, await unknownName(given, lookup));
  }
  if (others.length === 0) return first.id;
  const choice = matching
    .slice(0, maxChoices)
    .map(({ id, state }) => id + (state === null ? '' : ` (${state})`));
  const more = matching.length > maxChoices ? ' and others' : '';
  throw refused(
    argument,
    `${argument}: several records are named ${quoted(name)}. Send the id of one: ${choice.join(', ')}${more}.`,
  );
}

const maxChoices = 10;
const maxNameCharacters = 80;

/** A name in quotes, of at most 80 characters. */
export function quoted(name: string): string {
  const characters = Array.from(name);
  const shown = characters.slice(0, maxNameCharacters).join('');
  return JSON.stringify(characters.length > maxNameCharacters ? `${shown}…` : shown);
}

function refused(argument: string, message: string): Problem {
  const issue = { path: argument, code: 'INVALID_REFERENCE', message };
  return problem('INVALID_REFERENCE', message, { issues: [issue] });
}

async function unknownName(
  { argument, name, kinds, orUrl }: GivenName,
  { perform }: Lookup,
): Promise<string> {
  const needed = orUrl ? 'A URL with https://, an id' : 'An id';
  const noun = kinds.map((kind) => nouns[kind]).join(' or ');
  const lists = [...new Set(kinds.flatMap((kind) => listsOf[kind]))].map((list) => namePages[list]);
  const performed = await perform(...lists);
  const known = [...new Set(performed.flatMap(({ body }) => namesIn(body)).map(quoted))];
  const advice = known.length === 0 ? '' : ` ${adviceFor(quoted(name), known)}`;
  return `${argument}: no ${noun} that you can see is named ${quoted(name)}.${advice} ${needed} or an exact name is needed.`;
}

/** The lists that show names when none fits; each is one page. */
const namePages = {
  projects: call('listProjects', { query: { limit: 10, state: ['active'] } }),
  templates: call('listProjects', { query: { limit: 10, is_template: true } }),
  domains: call('listDomains', { query: { limit: 10 } }),
  orders: call('listOrders', { query: { limit: 10, state: 'active' } }),
  documents: call('listDocuments', { query: { limit: 10 } }),
  agents: call('listAgents', { query: { limit: 10 } }),
  people: call('listUsers', { query: { limit: 10, state: 'active' } }),
} satisfies Readonly<Record<string, PerformCall>>;

const listsOf: Readonly<Record<NamedKind, readonly (keyof typeof namePages)[]>> = {
  project: ['projects'],
  template: ['templates'],
  domain: ['domains'],
  order: ['orders'],
  document: ['documents'],
  agent: ['agents'],
  actor: ['people', 'agents'],
  person: ['people'],
};

function namesIn(body: unknown): string[] {
  const items = isRecord(body) ? body['items'] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    const name = isRecord(item) ? (item['name'] ?? item['title']) : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

/** The operation that reads a record, by the kind of its id. */
const readers: Readonly<Partial<Record<IdKind, PlainOperationId>>> = {
  action: 'getAction',
  project: 'getProject',
  order: 'getOrder',
  domain: 'getDomain',
  agent: 'getAgent',
  user: 'getUser',
  document: 'getDocument',
  question: 'getQuestion',
  proposal: 'getProposal',
  note: 'getNote',
  link: 'getLink',
  checkin: 'getCheckin',
  revision: 'getRevision',
};

/**
 * Throws 422 if a list is empty because a filter names a record that the caller cannot see. The
 * response is the same for one that does not exist.
 */
export async function checkFilters(
  { parameters }: Pick<Tool, 'parameters'>,
  args: Arguments,
  result: JsonRecord,
  lookup: Lookup,
): Promise<void> {
  const { items } = result;
  if (!Array.isArray(items) || items.length > 0) return;
  for (const [name, { filters }] of Object.entries(parameters)) {
    const value = args[name];
    if (filters === undefined || value === undefined) continue;
    if (typeof value !== 'string') throw invalidValue(name, `${name} must be text.`);
    if (isWord(filters, value)) continue;
    if (await exists(filters, value, lookup)) continue;
    const noun = filters === 'record' ? 'a record' : idKinds[filters].noun;
    throw refused(name, `${name}: ${quoted(value)} does not name ${noun} that you can see.`);
  }
}

function isWord(kind: IdKind | 'record', value: string): boolean {
  return kind === 'actor' ? words.has(value) : kind === 'agent' && value === 'me';
}

async function exists(
  filters: IdKind | 'record',
  id: string,
  { reader, caller, perform }: Lookup,
): Promise<boolean> {
  const kind = filters !== 'record' ? filters : isKey(id) ? 'action' : kindOfId(id);
  if (kind === undefined) return false;
  if (kind === 'actor') return (await findActor(reader, caller.workspaceId, id)) !== undefined;
  const operationId = readers[kind];
  // Such as a token: its events are shown, and the record itself is not.
  if (operationId === undefined) return true;
  try {
    await bodyOf(perform, call(operationId, on(id)));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
