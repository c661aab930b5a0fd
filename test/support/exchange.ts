import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { components } from '../../generated/types';
import { statusOf } from '../../src/platform/problems';
import { checkRawAnswer } from './answer-check';
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
  readonly body?: string | Buffer;
}

/** Sends exactly this, with no header of its own but Host. The path is not touched. The answer is held against the contract. */
export async function exchange(
  app: Pick<TestApp, 'host'>,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<Answered> {
  const [hostname, port] = app.host.split(':');
  const sent = request({ hostname, port, method, path, headers, agent: false });
  const answered = once(sent, 'response');
  sent.end(body);
  const [response] = await answered;
  const { statusCode: status, headers: got } = response;
  const answer = { status, headers: got, text: await text(response) };
  checkRawAnswer(method, path, answer);
  return answer;
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
