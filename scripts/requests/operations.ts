import { operationFacts } from '../../generated/handlers';
import document from '../../generated/openapi.json';
import { asList, asObject, below, follow } from '../generate/json';
import { operationsOf } from '../generate/operations';
import type { JsonRecord } from '../../src/platform/json';
import type { OperationFacts, OperationId, PlainOperationId } from '../../src/platform/operation';
import { recordKinds, type RecordKind } from './record-kinds';

/** The ids of all operations, in the contract's order. */
export const allOperationIds = Object.keys(operationFacts).filter((id): id is OperationId =>
  Object.hasOwn(operationFacts, id),
);

/**
 * The ids of the operations that the rules of the contract apply to, in its order. Those that speak
 * another protocol (`x-protocol`) have tests of their own.
 */
export const operationIds = allOperationIds.filter((id): id is PlainOperationId => !isProtocol(id));

/** The ids of the operations that speak another protocol. */
export const protocolOperationIds = allOperationIds.filter((id) => isProtocol(id));

function isProtocol(id: OperationId): boolean {
  return factsOf(id).protocol !== null;
}

/** The facts of an operation that the contract states. */
export function factsOf(id: OperationId): OperationFacts {
  return operationFacts[id];
}

/** Whether people may call it. */
export const forPeople = (id: OperationId): boolean => factsOf(id).permission.people !== 'none';

/** Whether agents may call it. */
export const forAgents = (id: OperationId): boolean => factsOf(id).permission.agents !== 'none';

/** Whether sysadmins are the only agents that may call it. */
export const forSysadmins = (id: OperationId): boolean =>
  factsOf(id).permission.agents === 'sysadmin';

/** Whether an agent needs `can_review` to call it. */
export const forReviewers = (id: OperationId): boolean =>
  factsOf(id).permission.agents === 'reviewer';

/** The kind of record whose id is in the operation's path, or which its list contains. */
export function recordKindOf(id: OperationId): RecordKind {
  const [, , plural = ''] = factsOf(id).path.split('/');
  const kind = recordKinds.find((each) => plural.replaceAll('-', '_') === `${each}s`);
  if (kind === undefined) {
    throw new Error(
      `No test makes records for /${plural}: add the kind to scripts/requests/record-kinds.ts.`,
    );
  }
  return kind;
}

/** A small body from the contract's examples; undefined where the operation takes none. */
export function bodyOf(id: OperationId): object | undefined {
  return bodies.get(id);
}

/** The required query parameters with the contract's examples. */
export function queryOf(id: OperationId): Readonly<Record<string, string>> {
  return queries.get(id) ?? {};
}

const operations = operationsOf(document).map((found) => ({
  ...found,
  id: String(found.operation['operationId']),
}));

/**
 * The example of a parameter for an operation: the one of `examples` that has the operation's name,
 * or else the one that is for all.
 */
export function exampleOf(parameter: JsonRecord, id?: OperationId): unknown {
  const examples = asObject(parameter['examples']);
  const own = id === undefined ? undefined : examples[id];
  return parameter['example'] ?? asObject(own ?? examples['example'])['value'];
}

/** The prefixes of ids by the plural in a path: `actions` gives `act`. */
export const idPrefixes: ReadonlyMap<string, string> = new Map(
  operations.flatMap(({ path, parameters }) =>
    parameters
      .filter(({ value }) => value['in'] === 'path' && value['name'] === 'id')
      .map(({ value }) => [path.split('/')[2] ?? '', String(exampleOf(value)).split('_')[0] ?? '']),
  ),
);

const bodies: ReadonlyMap<string, object> = new Map(
  operations.flatMap(({ id, pointer, operation }) =>
    'requestBody' in operation ? [[id, smallBodyAt(below(pointer, 'requestBody'))]] : [],
  ),
);

const queries: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  operations.map(({ id, parameters }) => [
    id,
    Object.fromEntries(
      parameters
        .filter(({ value }) => value['in'] === 'query' && value['required'] === true)
        .map(({ value }) => [String(value['name']), String([exampleOf(value)].flat()[0])]),
    ),
  ]),
);

/** The required fields of the shortest example, or that example when no field is required. */
function smallBodyAt(pointer: string): object {
  const media = below(follow(document, pointer).pointer, 'content', 'application/json');
  const shown = below(media, 'examples');
  const examples = Object.keys(follow(document, shown).value)
    .map((name) => asObject(follow(document, below(shown, name)).value['value']))
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  const [shortest = {}] = examples;
  const required = requiredFields(below(media, 'schema'));
  if (required.length === 0) return shortest;
  return Object.fromEntries(Object.entries(shortest).filter(([name]) => required.includes(name)));
}

function requiredFields(at: string): readonly unknown[] {
  const { pointer, value } = follow(document, at);
  const parts = asList(value['allOf']).flatMap((_, index) =>
    requiredFields(below(pointer, 'allOf', index)),
  );
  return [...asList(value['required']), ...parts];
}
