import document from '../../generated/openapi.json';
import { asList, asObject } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import { permissions } from '../../src/features/auth';
import type { JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import { DAY, shift } from '../../src/platform/time';
import type { ApiClient, RawInput } from './client';
import { factsOf, operationIds, thingOf } from './operations';
import type { Furniture } from './given';

/** What the requests of `readsOf` may name. */
export interface Known {
  /** Ids for paths and filters, by kind of thing. */
  readonly things: Readonly<Record<keyof Furniture, readonly string[]>>;
  readonly actors: readonly string[];
  /** What to search for. */
  readonly words: readonly string[];
}

/** Each of the things alone. */
export function thingsOf(furniture: Furniture): Known['things'] {
  const of = (thing: keyof Furniture): readonly string[] => [furniture[thing]];
  return {
    action: of('action'),
    note: of('note'),
    project: of('project'),
    domain: of('domain'),
    order: of('order'),
    checkin: of('checkin'),
    question: of('question'),
    proposal: of('proposal'),
    agent: of('agent'),
    token: of('token'),
    document: of('document'),
    user: of('user'),
    invitation: of('invitation'),
    revision: of('revision'),
    link: of('link'),
  };
}

/** A GET request. */
export interface Read {
  readonly id: OperationId;
  readonly input: RawInput;
}

/** The operations that read something and ask for a credential. */
const reads = operationIds.filter(
  (id) => factsOf(id).method === 'get' && factsOf(id).security.length > 0,
);

const parametersOf = new Map(
  operationsOf(document).map(({ operation, parameters }) => [
    operation['operationId'],
    parameters.map(({ value }) => value).filter((value) => value['in'] === 'query'),
  ]),
);

/**
 * Every read of the contract, with each of its query parameters at each of the values that it can
 * have, and at what `known` offers for ids and words. Throws for a parameter that nobody knows
 * values for, so that a new one is not forgotten.
 */
export function readsOf(known: Known): Read[] {
  return reads.flatMap((id) => {
    const parameters = parametersOf.get(id) ?? [];
    const required = Object.fromEntries(
      parameters
        .filter((parameter) => parameter['required'] === true)
        .map((parameter) => [nameOf(parameter), valuesFor(id, parameter, known)[0]]),
    );
    const queries = [
      required,
      ...parameters.flatMap((parameter) =>
        valuesFor(id, parameter, known).map((value) => ({
          ...required,
          [nameOf(parameter)]: value,
        })),
      ),
      ...wordsBeside(parameters, known),
    ];
    const paths = factsOf(id).path.includes('{id}')
      ? known.things[thingOf(id)].map((thing) => ({ id: thing }))
      : [{}];
    return paths.flatMap((path) => queries.map((query) => ({ id, input: { path, query } })));
  });
}

// A page of one and each order, of whatever the words find: a cursor and `has_more` tell as much as
// a count.
function wordsBeside(parameters: readonly JsonRecord[], { words }: Known): object[] {
  if (!parameters.some((parameter) => nameOf(parameter) === 'q')) return [];
  const sort = parameters.find((parameter) => nameOf(parameter) === 'sort');
  const sorts = asList(asObject(sort?.['schema'])['enum']);
  return words.flatMap((q) => [
    { q, limit: 1 },
    ...sorts.map((each) => ({ q, sort: each, limit: 2 })),
  ]);
}

const nameOf = (parameter: JsonRecord): string => String(parameter['name']);

/**
 * What a query parameter can be: each value that the contract enumerates, or what `known` offers.
 */
export function valuesFor(
  id: OperationId,
  parameter: JsonRecord,
  known: Known,
): readonly unknown[] {
  const name = nameOf(parameter);
  const schema = schemaOf(parameter['schema']);
  const choices = asList(schema['enum'] ?? schemaOf(schema['items'])['enum']);
  if (name === 'kind' && schema['type'] === 'array') return kindsBySubject(choices);
  if (choices.length > 0) return choices;
  if (schema['type'] === 'boolean') return [true, false];
  const named = byName[name];
  if (named === undefined) throw new Error(`Nobody knows values for ${name} of ${id}.`);
  return named(known);
}

// All kinds of one type of subject at once: there are sixty of them.
function kindsBySubject(kinds: readonly unknown[]): readonly string[][] {
  const all = kinds.map(String);
  const types = new Set(all.map((kind) => kind.split('.')[0]));
  return [...types].map((type) => all.filter((kind) => kind.startsWith(`${type}.`)));
}

/** The public id of a token, for whoever makes one to look for. */
export const knownPublicId = '0123456789ab0123456789ab';

const byName: Readonly<Record<string, (known: Known) => readonly unknown[]>> = {
  limit: () => [1],
  offset: () => [1],
  // Cursors come from answers, which are compared.
  after: () => [],
  q: ({ words }) => words,
  ids: ({ things }) => [things.action],
  source_key: () => ['a key'],
  due_before: () => ['2100-01-01T00:00:00.000Z'],
  updated_since: () => ['2020-01-01T00:00:00.000Z', shift(new Date().toISOString(), -15 * DAY)],
  action_id: ({ things }) => things.action,
  project_id: ({ things }) => things.project,
  domain_id: ({ things }) => things.domain,
  order_id: ({ things }) => things.order,
  agent_id: ({ things }) => things.agent,
  document_id: ({ things }) => things.document,
  assigned_actor_id: ({ actors }) => [...actors, 'me', 'none'],
  created_by_actor_id: ({ actors }) => actors,
  public_id: () => [knownPublicId],
};

/** A schema of the contract, its reference followed. */
export function schemaOf(schema: unknown): JsonRecord {
  const given = asObject(schema);
  const { $ref: ref } = given;
  if (typeof ref !== 'string') return given;
  const name = ref.replace('#/components/schemas/', '');
  return asObject(asObject(document.components.schemas)[name]);
}

/** A caller of the reads. */
export interface Caller {
  readonly name: string;
  readonly api: ApiClient;
  readonly kind: 'person' | 'agent';
}

/** The reads that the caller may call at all. */
export function readsBy({ kind }: Caller, all: readonly Read[]): readonly Read[] {
  return all.filter(
    ({ id }) => permissions[id][kind === 'person' ? 'people' : 'agents'] !== 'none',
  );
}

const atOnce = 8;

/**
 * Status, entity tag and body of each answer, by its request. What only the clock moves is left
 * out, and the cursors of the event feed.
 */
export async function answersTo(
  { api }: Caller,
  all: readonly Read[],
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const left = [...all];
  const ask = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { id, input } = next;
      const { status, headers, body } = await api.send(id, input);
      const tag = String(headers['etag']);
      answers.set(`${id} ${JSON.stringify(input)}`, `${status} ${tag} ${text(id, body)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return answers;
}

function text(id: OperationId, body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (name === 'last_seen_at' || name === 'last_used_at') return 'a time';
    return id === 'readEvents' && name === 'next' ? 'a cursor' : value;
  });
}

/** The requests that two runs answered differently, each with the places where the answers part. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { readonly request: string; readonly before: string; readonly after: string }[] {
  return [...after].flatMap(([request, now]) => {
    const then = before.get(request) ?? '';
    if (then === now) return [];
    const at = Array.from({ length: now.length }).findIndex(
      (_, index) => now[index] !== then[index],
    );
    const around = (text: string): string => text.slice(Math.max(0, at - 80), at + 120);
    return [{ request, before: around(then), after: around(now) }];
  });
}
