import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { components } from '../../generated/types';
import { statusOf } from '../../src/platform/problems';
import { checkRawResponse, lowerCased } from './response-check';
import type { TestApp } from '../servers/app';

/** A response as it was received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The parts of a request. A body without a Content-Length is sent in chunks. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
}

/**
 * Sends exactly this request, with no additional header except Host and with the path unchanged.
 * The response is checked against the contract.
 */
export async function exchange(
  app: Pick<TestApp, 'host'>,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<RawResponse> {
  const response = await overTheWire(app, method, path, { headers, body, agent: false });
  checkRawResponse(method, path, response, lowerCased(headers));
  return response;
}

/**
 * Sends a request on a connection of its own, or on one of the agent's. Rejects when the server
 * closes the connection.
 */
export function overTheWire(
  { host }: Pick<TestApp, 'host'>,
  method: string,
  path: string,
  { body, ...sent }: Sent & { readonly agent: Agent | false },
): Promise<RawResponse> {
  const [hostname, port] = host.split(':');
  return new Promise((resolve, reject) => {
    const sending = request({ hostname, port, method, path, ...sent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/**
 * The body of a response that must be this error, with its status. Throws an Error that shows the
 * response when it is not.
 */
export function problemOf(
  response: RawResponse,
  code: components['schemas']['ErrorCode'],
): components['schemas']['Error'] {
  const wrong = new Error(`This is no ${code}: ${response.status} ${response.text}`);
  if (response.status !== statusOf(code)) throw wrong;
  const type = response.headers['content-type'];
  if (type !== 'application/json; charset=utf-8') throw wrong;
  if (response.headers['x-request-id'] === undefined) throw wrong;
  if (response.headers['cache-control'] !== 'no-store') throw wrong;
  const body: components['schemas']['Error'] = JSON.parse(response.text);
  if (body.code !== code || body.message === '') throw wrong;
  if (Object.keys(body).toSorted().join(' ') !== 'code details issues message') throw wrong;
  return body;
}
