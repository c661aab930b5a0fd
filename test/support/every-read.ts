import document from '../../generated/openapi.json';
import { asList, asObject } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import type { JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import type { ApiClient, RawInput } from '../../scripts/requests/client';
import { exampleOf, factsOf, operationIds, recordKindOf } from '../../scripts/requests/operations';
import { recordKinds, type RecordKind } from '../../scripts/requests/record-kinds';
import { kindOfId } from '../../src/platform/ids';

/** The values that the requests of `readsOf` may use. */
export interface Known {
  /** Ids for paths and filters, by kind of record. */
  readonly ids: (kind: RecordKind) => readonly string[];
  readonly actors: readonly string[];
  /** Words to search for. */
  readonly words: readonly string[];
}

/** A GET request. */
export interface Read {
  readonly id: OperationId;
  readonly input: RawInput;
}

/** The operations that read and require a credential. */
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
 * All reads of the contract, with each query parameter at each of its enumerated values, or at each
 * value that `known` has for it. Throws for a parameter without known values, so that a new one is
 * not forgotten.
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
      ? known
          .ids(recordKindOf(id))
          .flatMap((thing) =>
            factsOf(id).path.includes('{delivery_id}')
              ? known.ids('delivery').map((delivery) => ({ id: thing, delivery_id: delivery }))
              : [{ id: thing }],
          )
      : [{}];
    return paths.flatMap((path) => queries.map((query) => ({ id, input: { path, query } })));
  });
}

// A page of one and each order, for all words: a cursor and `has_more` disclose as much as a count.
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

/** The values of a query parameter: those that the contract enumerates, or those of `known`. */
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
  const values = byName[name]?.(known) ?? derivedValues(id, parameter, schema, known);
  if (values === undefined || values.includes(undefined)) throw new Error(noValues(id, name));
  return values;
}

function noValues(id: OperationId, name: string): string {
  return (
    `No values are known for the query parameter ${name} of ${id}. ` +
    'Give it an `example` in the contract, or `x-id-of` in its schema.'
  );
}

// All event kinds of one type of subject at once, because there are about sixty kinds.
function kindsBySubject(kinds: readonly unknown[]): readonly string[][] {
  const all = kinds.map(String);
  const types = new Set(all.map((kind) => kind.split('.')[0]));
  return [...types].map((type) => all.filter((kind) => kind.startsWith(`${type}.`)));
}

// The words are those of the records, and cursors come from responses.
const byName: Readonly<Record<string, (known: Known) => readonly unknown[]>> = {
  after: () => [],
  before: () => ['now'],
  q: ({ words }) => words,
};

function derivedValues(
  id: OperationId,
  parameter: JsonRecord,
  schema: JsonRecord,
  known: Known,
): readonly unknown[] {
  const items = schemaOf(schema['items']);
  const example = exampleOf(parameter, id);
  const kind = schema['x-id-of'] ?? items['x-id-of'];
  if (kind === 'actor') {
    const acceptsNone = String(parameter['description']).includes('`none`');
    return [...known.actors, 'me', ...(acceptsNone ? ['none'] : [])];
  }
  if (isRecordKind(kind)) return schema['type'] === 'array' ? [known.ids(kind)] : known.ids(kind);
  // The id of a record of any kind.
  if (kindOfId(String(example)) !== undefined) return recordKinds.flatMap(known.ids);
  if (items['type'] === 'integer') return [items['maximum'], items['minimum']];
  if (schema['type'] === 'integer') return [Math.max(1, Number(schema['minimum'] ?? 1))];
  if (schema['format'] === 'date-time') {
    return daysAgo.map((days) => addMilliseconds(new Date().toISOString(), -days * DAY));
  }
  return [example];
}

// The last half days tell apart the times of completion, which are close to each other.
const daysAgo = [15, 1.5, 1, 0.5];

const isRecordKind = (kind: unknown): kind is RecordKind =>
  recordKinds.some((each) => each === kind);
/** A schema of the contract with its reference resolved. */
export function schemaOf(schema: unknown): JsonRecord {
  const { $ref: ref, ...own } = asObject(schema);
  if (typeof ref !== 'string') return own;
  const name = ref.replace('#/components/schemas/', '');
  return { ...asObject(asObject(document.components.schemas)[name]), ...own };
}

/** A caller of the reads. */
export interface Caller {
  readonly name: string;
  readonly api: ApiClient;
  readonly kind: 'person' | 'agent';
}

/** The reads that the caller is permitted to call. */
export function readsBy({ kind }: Caller, all: readonly Read[]): readonly Read[] {
  return all.filter(
    ({ id }) => factsOf(id).permission[kind === 'person' ? 'people' : 'agents'] !== 'none',
  );
}

const atOnce = 8;

/**
 * Status, entity tag and body of each response, by its request. Values that change with the clock
 * and the cursors of the event feed are left out.
 */
export async function responsesTo(
  { api }: Caller,
  all: readonly Read[],
): Promise<ReadonlyMap<string, string>> {
  const responses = new Map<string, string>();
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { id, input } = next;
      const { status, headers, body } = await api.send(id, input);
      const tag = String(headers['etag']);
      responses.set(`${id} ${JSON.stringify(input)}`, `${status} ${tag} ${text(id, body)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return responses;
}

/** The lists whose cursors are positions of the event feed. */
const feeds: ReadonlySet<OperationId> = new Set(['readEvents', 'getAgentNews']);

function text(id: OperationId, body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (name === 'last_seen_at' || name === 'last_used_at') return 'a time';
    return feeds.has(id) && name === 'next' ? 'a cursor' : value;
  });
}

/**
 * The requests whose responses differ between two runs, with the text around the first difference.
 */
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
    const excerpt = (text: string): string => text.slice(Math.max(0, at - 80), at + 120);
    return [{ request, before: excerpt(then), after: excerpt(now) }];
  });
}
