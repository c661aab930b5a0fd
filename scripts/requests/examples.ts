import document from '../../generated/openapi.json';
import { asObject, below, follow } from '../generate/json';
import { operationsOf } from '../generate/operations';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import type { CredentialShown } from './client';
import { credentials } from './example-records';
import { people } from './example-workspace';
import { exampleOf, factsOf, operationIds } from './operations';

/** An example request of the contract, with its example response. */
export interface ExampleRequest {
  readonly id: OperationId;
  /** The name of the body's example; `example` for a request without a body. */
  readonly name: string;
  readonly method: string;
  /** With the examples of its parameters, and `limit=1` where that shortens a list. */
  readonly path: string;
  /** The sender. */
  readonly credential: CredentialShown;
  /** The sender if the first one is refused. */
  readonly otherCredential: CredentialShown;
  readonly body: unknown;
  /** Whether the operation requires `If-Match`. */
  readonly conditional: boolean;
  /** The media type for Accept; undefined if the response has no body. */
  readonly accept: string | undefined;
  /** The example response; undefined if this request has none. */
  readonly shown: { readonly status: number; readonly value: unknown } | undefined;
}

const found = new Map(
  operationsOf(document).map((each) => [String(each.operation['operationId']), each]),
);

/**
 * All example requests, in the contract's order: one for each example of a body or, without a body,
 * one for each media type of the response.
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
      const responses = shownResponses(id, produces[0]);
      const shown = responses.find((response) => response.name === name);
      const senders = sendersOf(id, shown ?? responses[0]);
      return { ...request, ...senders, name, body: value, accept: produces[0], shown };
    });
  }
  return (produces.length === 0 ? [undefined] : produces).map((accept) => {
    const [shown] = shownResponses(id, accept);
    return { ...request, ...sendersOf(id, shown), name: 'example', body: undefined, accept, shown };
  });
});

/** The names of the examples of an operation's JSON responses. */
export function responseExampleNames(id: OperationId): readonly string[] {
  return shownResponses(id, 'application/json').map(({ name }) => name);
}

// An agent sends the request if it may, unless the response shows that a person made the change.
function sendersOf(id: OperationId, response: { readonly value: unknown } | undefined) {
  const { security, method, permission } = factsOf(id);
  const none = { credential: undefined, otherCredential: undefined };
  if (security.length === 0) return none;
  const { agents, people: persons } = permission;
  const person = { cookie: credentials.cookie };
  const agent = { bearer: credentials.bearer };
  if (agents !== 'worker') return { ...none, credential: person };
  if (persons === 'none') return { ...none, credential: agent };
  const byPerson = method !== 'get' && authorOf(response?.value) === people.owner;
  return byPerson
    ? { credential: person, otherCredential: agent }
    : { credential: agent, otherCredential: person };
}

/** The actor of the last change of the record in a response. */
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
 * The operation's path with the examples of its parameters, or `{NAME}` for a required parameter
 * without an example.
 */
function examplePath(id: OperationId): string {
  let { path } = factsOf(id);
  const query = new URLSearchParams();
  for (const { value } of operationOf(id).parameters) {
    const name = String(value['name']);
    const example = exampleOf(value, id) ?? (name === 'limit' ? 1 : undefined);
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
function shownResponses(id: OperationId, type: string | undefined) {
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
