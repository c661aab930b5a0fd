import document from '../../generated/openapi.json';
import { asObject, below, follow } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import { permissions } from '../../src/features/auth/access/permissions';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import type { CredentialShown } from './client';
import { credentials, people } from './example-world';
import { factsOf, operationIds } from './operations';

/** A request as the contract shows it, and what the contract shows of its answer. */
export interface ExampleRequest {
  readonly id: OperationId;
  /** The name of the body's example; `example` for a request without a body. */
  readonly name: string;
  readonly method: string;
  /** With the examples of its parameters, and `limit=1` where that shortens a list. */
  readonly path: string;
  /** Who sends it. */
  readonly credential: CredentialShown;
  /** Who sends it where that one is refused. */
  readonly otherCredential: CredentialShown;
  readonly body: unknown;
  /** Whether the contract refuses it without `If-Match`. */
  readonly conditional: boolean;
  /** The media type to ask for; undefined where the answer has no body. */
  readonly accept: string | undefined;
  /** The answer that the contract shows; undefined where it shows none to this request. */
  readonly shown: { readonly status: number; readonly value: unknown } | undefined;
}

const found = new Map(
  operationsOf(document).map((each) => [String(each.operation['operationId']), each]),
);

/**
 * Every request that the contract shows, in its order: one for each example of a body; where there
 * is no body, one for each media type that the operation answers with.
 */
export const exampleRequests: readonly ExampleRequest[] = operationIds.flatMap((id) => {
  const { method, hasBody, errorCodes, produces } = factsOf(id);
  const request = {
    id,
    method,
    path: examplePath(id),
    conditional: errorCodes.includes('VERSION_REQUIRED'),
  };
  if (hasBody) {
    const bodies = examplesAt(below(operationOf(id).pointer, 'requestBody'), 'application/json');
    return bodies.map(({ name, value }) => {
      const answers = shownAnswers(id, produces[0]);
      const shown = answers.find((answer) => answer.name === name);
      const senders = sendersOf(id, shown ?? answers[0]);
      return { ...request, ...senders, name, body: value, accept: produces[0], shown };
    });
  }
  return (produces.length === 0 ? [undefined] : produces).map((accept) => {
    const [shown] = shownAnswers(id, accept);
    return { ...request, ...sendersOf(id, shown), name: 'example', body: undefined, accept, shown };
  });
});

/** The names of the examples of an operation's JSON answers. */
export function responseExampleNames(id: OperationId): readonly string[] {
  return shownAnswers(id, 'application/json').map(({ name }) => name);
}

// Agents are who the contract is for: where they may send a request, it is theirs, unless the
// answer says that a person did it.
function sendersOf(id: OperationId, answer: { readonly value: unknown } | undefined) {
  const { security, method } = factsOf(id);
  const none = { credential: undefined, otherCredential: undefined };
  if (security.length === 0) return none;
  const { agents, people: persons } = permissions[id];
  const person = { cookie: credentials.cookie };
  const agent = { bearer: credentials.bearer };
  if (agents !== 'worker') return { ...none, credential: person };
  if (persons === 'none') return { ...none, credential: agent };
  const byPerson = method !== 'get' && authorOf(answer?.value) === people.owner;
  return byPerson
    ? { credential: person, otherCredential: agent }
    : { credential: agent, otherCredential: person };
}

/** Who made the last change to the record of an answer, or to the one inside it. */
function authorOf(value: unknown): unknown {
  const record = asObject(value);
  const { updated_by_actor_id: changed, created_by_actor_id: made } = record;
  return changed ?? made ?? authorOfPart(record);
}

function authorOfPart(record: JsonRecord): unknown {
  const part = record['action'] ?? record['question'];
  return isRecord(part) ? authorOf(part) : undefined;
}

/**
 * The operation's path with the examples of its parameters. A required one without an example
 * leaves its name in braces.
 */
function examplePath(id: OperationId): string {
  let { path } = factsOf(id);
  const query = new URLSearchParams();
  for (const { value } of operationOf(id).parameters) {
    const name = String(value['name']);
    const example = value['example'] ?? (name === 'limit' ? 1 : undefined);
    if (value['in'] === 'path' && example !== undefined) {
      path = path.replace(`{${name}}`, encodeURIComponent(textOf(example)));
    }
    if (value['in'] !== 'query') continue;
    if (example !== undefined) for (const one of [example].flat()) query.append(name, textOf(one));
    else if (value['required'] === true) query.append(name, `{${name}}`);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/**
 * The examples of the operation's successes in a media type; a success without a body has no value.
 */
function shownAnswers(id: OperationId, type: string | undefined) {
  const { pointer } = operationOf(id);
  return factsOf(id).successStatuses.flatMap((status) => {
    const at = below(pointer, 'responses', status);
    const examples =
      type === undefined ? [{ name: 'example', value: undefined }] : examplesAt(at, type);
    return examples.map((example) => ({ status, ...example }));
  });
}

function examplesAt(carrier: string, type: string): { name: string; value: unknown }[] {
  const at = below(follow(document, carrier).pointer, 'content', type, 'examples');
  const names = Object.keys(asObject(follow(document, at).value));
  return names.map((name) => ({ name, value: follow(document, below(at, name)).value['value'] }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function operationOf(id: OperationId) {
  const operation = found.get(id);
  if (operation === undefined) throw new Error(`The contract has no ${id}.`);
  return operation;
}
