import document from '../../generated/openapi.json';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { asObject, below, follow } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import { permissions } from '../../src/features/auth';
import type { OperationId } from '../../src/platform/operation';
import type { CredentialShown } from './client';
import { credentials, people } from './example-world';
import { factsOf, operationIds } from './operations';

/** A request that the contract shows, with the responses that it shows. */
export interface ExampleRequest {
  readonly id: OperationId;
  /**
   * The name of the body's example; for a request without a body, the name of its first response.
   */
  readonly name: string;
  readonly method: string;
  /** The path with the examples of its parameters. */
  readonly path: string;
  readonly credential: CredentialShown;
  readonly body: unknown;
  /** Whether the contract requires `If-Match`. */
  readonly conditional: boolean;
  /** The media type for Accept; undefined where the response has no body. */
  readonly accept: string | undefined;
  /** The documented responses, of which the service has to send one. */
  readonly documented: readonly DocumentedAnswer[];
}

/** A response that the contract shows. Without a body, `value` is undefined. */
export interface DocumentedAnswer {
  readonly name: string;
  readonly status: number;
  readonly value: unknown;
}

interface ShownAnswer extends DocumentedAnswer {
  readonly type: string | undefined;
}

const found = new Map(
  operationsOf(document).map((each) => [String(each.operation['operationId']), each]),
);

/**
 * All requests that the contract shows, in its order. An example of a body belongs to the example
 * of the same name among the successes, or to a success without a body. Without a body, there is
 * one request for each media type of the success, and any of its examples may be the response.
 */
export const exampleRequests: readonly ExampleRequest[] = operationIds.flatMap((id) => {
  const responses = shownAnswers(id);
  const { method, hasBody, errorCodes } = factsOf(id);
  const request = {
    id,
    method,
    path: examplePath(id),
    conditional: errorCodes.includes('VERSION_REQUIRED'),
  };
  if (!hasBody) {
    return [...new Set(responses.map(({ type }) => type))].map((type) => {
      const documented = responses.filter((response) => response.type === type);
      return {
        ...request,
        name: documented[0]?.name ?? '',
        credential: senderOf(id, documented),
        body: undefined,
        accept: type,
        documented,
      };
    });
  }
  return shownBodies(id).map(({ name, value }) => {
    const documented = responses.filter((each) => each.type === undefined || each.name === name);
    const credential = senderOf(id, documented);
    return { ...request, name, credential, body: value, accept: documented[0]?.type, documented };
  });
});

/** The names of all examples of the operation's successes. */
export function shownAnswerNames(id: OperationId): readonly string[] {
  return shownAnswers(id).map(({ name }) => name);
}

// Requests are sent by the agent where agents may call the operation, unless the response names a
// person as the author.
function senderOf(id: OperationId, [response]: readonly DocumentedAnswer[]): CredentialShown {
  const { security, method } = factsOf(id);
  if (security.length === 0) return undefined;
  const byPerson = method !== 'get' && authorOf(response?.value) === people.owner;
  return permissions[id].agents === 'worker' && !byPerson
    ? { bearer: credentials.bearer }
    : { cookie: credentials.cookie };
}

/** The author of the last change to the record of a response, or to the record inside it. */
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
 * The operation's path with the examples of its parameters. A required parameter without an example
 * leaves its name in braces.
 */
function examplePath(id: OperationId): string {
  let { path } = factsOf(id);
  const query = new URLSearchParams();
  for (const { value } of operationOf(id).parameters) {
    const example = value['example'];
    const name = String(value['name']);
    if (value['in'] === 'path' && example !== undefined) {
      path = path.replace(`{${name}}`, encodeURIComponent(textOf(example)));
    }
    if (value['in'] !== 'query') continue;
    if (example !== undefined) for (const one of [example].flat()) query.append(name, textOf(one));
    else if (value['required'] === true) query.append(name, `{${name}}`);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function shownBodies(id: OperationId): readonly { name: string; value: unknown }[] {
  return examplesAt(below(operationOf(id).pointer, 'requestBody'), 'application/json');
}

function shownAnswers(id: OperationId): readonly ShownAnswer[] {
  const { pointer, operation } = operationOf(id);
  return Object.keys(asObject(operation['responses']))
    .filter((status) => /^2\d\d$/.test(status))
    .flatMap((status): ShownAnswer[] => {
      const at = below(pointer, 'responses', status);
      const types = Object.keys(asObject(follow(document, at).value['content']));
      const shown = { status: Number(status), type: undefined, value: undefined, name: 'empty' };
      if (types.length === 0) return [shown];
      return types.flatMap((type) =>
        examplesAt(at, type).map((example) => ({ ...shown, type, ...example })),
      );
    });
}

function examplesAt(carrier: string, type: string): { name: string; value: unknown }[] {
  const at = below(follow(document, carrier).pointer, 'content', type, 'examples');
  const names = Object.keys(follow(document, at).value);
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
