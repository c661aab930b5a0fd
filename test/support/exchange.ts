import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { components } from '../../generated/types';
import { statusOf } from '../../src/platform/problems';
import { checkRawAnswer, lowerCased } from './response-check';
import type { TestApp } from './app';

/** An answer as it came over the wire. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What goes over the wire. A body without a Content-Length goes in chunks. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** Sends exactly this, with no header of its own but Host. The path is not touched. The answer is held against the contract. */
export async function exchange(
  app: Pick<TestApp, 'host'>,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<Answered> {
  const answer = await overTheWire(app, method, path, { headers, body, agent: false });
  checkRawAnswer(method, path, answer, lowerCased(headers));
  return answer;
}

/** Sends a request on a connection of its own, or on one of the agent's. Rejects when the server ends the connection. */
export function overTheWire(
  { host }: Pick<TestApp, 'host'>,
  method: string,
  path: string,
  { body, ...sent }: Sent & { readonly agent: Agent | false },
): Promise<Answered> {
  const [hostname, port] = host.split(':');
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, ...sent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/**
 * The envelope of an answer that must be this error, whole and with its status. Throws an Error that shows the
 * answer when it is not.
 */
export function problemOf(
  answer: Answered,
  code: components['schemas']['ErrorCode'],
): components['schemas']['Error'] {
  const wrong = new Error(`This is no ${code}: ${answer.status} ${answer.text}`);
  if (answer.status !== statusOf(code)) throw wrong;
  const type = answer.headers['content-type'];
  if (type !== 'application/json; charset=utf-8') throw wrong;
  if (answer.headers['x-request-id'] === undefined) throw wrong;
  if (answer.headers['cache-control'] !== 'no-store') throw wrong;
  const body: components['schemas']['Error'] = JSON.parse(answer.text);
  if (body.code !== code || body.message === '') throw wrong;
  if (Object.keys(body).toSorted().join(' ') !== 'code details issues message') throw wrong;
  return body;
}
