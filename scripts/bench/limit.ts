import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readContract } from '../../src/features/service/contract';
import { createAccess } from './limit/access';
import { createAttention } from './limit/attention';
import { createClaimNext, createHeartbeat, createRelease } from './limit/claims';
import { createCommand } from './limit/command';
import type { Driver } from './limit/driver';
import { createOverview } from './limit/overview';
import { openPostgres } from './limit/postgres';
import { createGetAction, createListActions } from './limit/read-actions';
import { Refusal, type Answer, type Body, type Call } from './limit/request';
import { openSqlite } from './limit/sqlite';
import { createWriter } from './limit/write';
import { createCompleteAction, createCreateAction } from './limit/write-actions';

/**
 * The limit server: what Callboard's operations cost at least. Bare node:http and the database's driver with prepared statements,
 * with the same check of tokens, the same statements and transactions, and the same answers. It reads DATABASE_URL and PORT.
 */
function main(): void {
  const url = process.env['DATABASE_URL'] ?? '';
  const driver = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length))
    : openPostgres(url, 10);
  const answer = createAnswers(driver);
  const server = createServer((request, response) => {
    const now = new Date().toISOString();
    answer(request, now).then(
      (answered) => send(request, response, answered),
      (error: unknown) => send(request, response, refused(error)),
    );
  });
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    process.exit();
  });
}

type Operation = (call: Call) => Promise<Answer>;

function createAnswers(driver: Driver): (request: IncomingMessage, now: string) => Promise<Answer> {
  const access = createAccess(driver);
  const writer = createWriter(driver);
  const contract = readContract().json;
  const contractAnswer: Answer = {
    status: 200,
    text: contract.bytes,
    headers: { ETag: contract.etag, Vary: 'Accept' },
  };
  const getAction = createGetAction(driver);
  const listActions = createListActions(driver);
  const createAction = writer('createAction', createCreateAction(driver));
  const ofAction = new Map<string, Operation>([
    ['complete', writer('completeAction', createCompleteAction(driver))],
    ['heartbeat', writer('heartbeatAction', createHeartbeat(driver))],
    ['release', writer('releaseAction', createRelease(driver))],
  ]);
  const ofAgent = new Map<string, Operation>([
    ['attention', createAttention(driver)],
    ['overview', createOverview(driver)],
    ['claim-next', writer('claimNextAction', createClaimNext(driver))],
  ]);
  const command = createCommand(driver);

  const find = (
    method: string | undefined,
    [room, id, verb]: readonly string[],
  ): Operation | undefined => {
    if (room === 'actions') {
      if (id === undefined) return method === 'POST' ? createAction : listActions;
      return verb === undefined ? getAction : ofAction.get(verb);
    }
    if (room === 'agents') return ofAgent.get(verb ?? '');
    return room === 'views' && id === 'command' ? command : undefined;
  };

  return async (request, now) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
    if (path === '/openapi.json') return contractAnswer;
    const parts = path.slice('/v1/'.length).split('/');
    const operation = find(request.method, parts);
    if (operation === undefined) throw new Refusal(404, 'There is nothing here.');
    const actor = await access(request, now);
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    return operation({
      request,
      id: parts[1] ?? '',
      query: new URLSearchParams(query),
      body,
      now,
      actor,
    });
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null)
    throw new Refusal(400, 'The body is an object.');
  return { ...parsed };
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: { message: error.message } };
  console.error(error);
  return { status: 500, body: { message: 'It failed.' } };
}

function send(
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  { status, body, text = JSON.stringify(body), headers = {} }: Answer,
): void {
  const etag = headers['ETag'];
  const head: Record<string, string | number> = {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': etag === undefined ? 'no-store' : 'private, no-cache',
    ...headers,
  };
  if (method === 'GET' && etag !== undefined && asked['if-none-match'] === etag) {
    response.writeHead(304, head).end();
    return;
  }
  head['Content-Type'] = 'application/json; charset=utf-8';
  head['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(status, head).end(text);
}

main();
