import { Agent, type IncomingHttpHeaders } from 'node:http';
import type { components } from '../../generated/types';
import { operationFacts } from '../../generated/handlers';
import type { Input, OperationId, Reply } from '../../src/platform/operation';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import type { TestApp } from '../servers/app';
import { eventsIn } from './stream-text';
import { checkResponse, lowerCased } from './response-check';
import { overTheWire, type RawResponse } from './exchange';

/** The credential that a request sends; undefined sends none. */
export type CredentialShown = { readonly bearer: string } | { readonly cookie: string } | undefined;

/** The input of a request, valid or not. Arrays in the query are sent as repeated parameters. */
export interface RawInput {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

type Part<Id extends OperationId, K extends 'path' | 'query' | 'header'> =
  Record<never, never> extends Input<Id>[K]
    ? { readonly [P in K]?: Input<Id>[P] }
    : { readonly [P in K]: Input<Id>[P] };

type Body<Id extends OperationId> = undefined extends Input<Id>['body']
  ? { readonly body?: Input<Id>['body'] }
  : { readonly body: Input<Id>['body'] };

/** The input that the contract admits for an operation; required parts are required here too. */
export type CallInput<Id extends OperationId> = RawInput &
  Part<Id, 'path'> &
  Part<Id, 'query'> &
  Part<Id, 'header'> &
  Body<Id>;

/** The input as the remaining arguments of a call; optional where nothing is required. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

/** The body of an operation's success. */
export type Success<Id extends OperationId> = Reply<Id>['body'];

/** The body of an error response. */
export type ErrorBody = components['schemas']['Error'];

/** A response that satisfies the contract. */
export interface Called {
  readonly status: number;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** Calls operations by their id. Every response is checked against the contract. */
export interface ApiClient {
  /** Sends a request that the contract admits and returns the response, whatever its status. */
  call<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<Called>;
  /** The same for requests that the contract does not admit. */
  send(id: OperationId, input?: RawInput): Promise<Called>;
  /** Returns the body of the success. Throws when the response is an error. */
  ok<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<Success<Id>>;
  /** Returns the body of the error. Throws unless the response has that status and code. */
  fails(
    id: OperationId,
    input: RawInput,
    status: number,
    code: components['schemas']['ErrorCode'],
  ): Promise<ErrorBody>;
}

/** A client that sends this credential with every request. */
export function client(
  app: Pick<TestApp, 'url' | 'logs'>,
  credential?: CredentialShown,
): ApiClient {
  const host = app.url.replace('http://', '');
  const shown = credentialHeaders(credential);
  const perform = async (id: OperationId, input: RawInput = {}): Promise<RawResponse> => {
    const { method, path } = operationFacts[id];
    const headers = { ...shown };
    for (const [name, value] of entries(input.header)) headers[name] = String(value);
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const url = `${fill(path, input.path)}${queryOf(input.query)}`;
    const response = await overTheWire({ host }, method.toUpperCase(), url, {
      headers,
      body,
      agent,
    });
    checkResponse(id, response, lowerCased(headers));
    return response;
  };
  const send = async (id: OperationId, input?: RawInput): Promise<Called> => {
    const response = await perform(id, input);
    return { status: response.status, body: bodyOf(response), headers: response.headers };
  };
  return {
    send,
    call: send,
    async ok<Id extends OperationId>(id: Id, ...[input]: CallArguments<Id>): Promise<Success<Id>> {
      const response = await perform(id, input);
      if (response.status >= 300) throw unexpected(id, response, app.logs);
      return bodyOf(response);
    },
    async fails(id, input, status, code) {
      const response = await perform(id, input);
      const body: ErrorBody = bodyOf(response);
      if (response.status !== status || body.code !== code) {
        throw unexpected(id, response, app.logs, `${status} ${code}`);
      }
      return body;
    },
  };
}

/** The headers that a browser or a program sends for the credential. */
export function credentialHeaders(credential: CredentialShown): Record<string, string> {
  if (credential === undefined) return {};
  return 'bearer' in credential
    ? { Authorization: `Bearer ${credential.bearer}` }
    : {
        Cookie: `${sessionCookieNames.secure}=${credential.cookie}`,
        'Sec-Fetch-Site': 'same-origin',
      };
}

// Reuses connections. This timeout is longer than the server's keep-alive, which ends them first.
const agent = new Agent({ keepAlive: true, timeout: 60_000 });

/** The JSON of a response, or the items of a stream; an empty object where it has no body. */
function bodyOf({ headers, text }: RawResponse) {
  if (headers['content-type']?.startsWith('text/event-stream') === true) {
    return { items: eventsIn(text) };
  }
  // Without the names of the columns.
  if (headers['content-type']?.startsWith('text/csv') === true) {
    return { items: text.split('\r\n').slice(1, -1) };
  }
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return isJson && text !== '' ? JSON.parse(text) : {};
}

function fill(path: string, values: object = {}): string {
  const given = new Map(entries(values));
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    given.has(name) ? encodeURIComponent(String(given.get(name))) : whole,
  );
}

function queryOf(query: object = {}): string {
  const parameters = entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
}

function entries(of: object = {}): [string, unknown][] {
  const all: [string, unknown][] = Object.entries(of);
  return all.filter(([, value]) => value !== undefined);
}

function unexpected(
  id: OperationId,
  { status, text, headers }: RawResponse,
  logs: readonly string[],
  wanted = 'a success',
): Error {
  const requestId = String(headers['x-request-id']);
  const logged = status < 500 ? [] : logs.filter((line) => line.includes(requestId));
  return new Error(
    [`${id} returned ${status} instead of ${wanted}: ${text}`, ...logged].join('\n'),
  );
}
