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
import { Refusal, type Reply, type Body, type Call } from './limit/request';
import { createSearch } from './limit/search';
import { openSqlite } from './limit/sqlite';
import { createUpdateAction } from './limit/update-action';
import { createWriter } from './limit/write';
import { createCompleteAction, createCreateAction } from './limit/write-actions';

/**
 * The limit server: the minimum cost of Callboard's operations. It uses node:http and the database
 * driver directly, with prepared statements, but the same token check, statements, transactions and
 * responses. It reads DATABASE_URL and PORT.
 */
function main(): void {
  const url = process.env['DATABASE_URL'] ?? '';
  const driver = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length))
    : openPostgres(url, 10);
  const dispatch = createDispatcher(driver);
  const server = createServer((request, response) => {
    const now = new Date().toISOString();
    dispatch(request, now).then(
      (reply) => send(request, response, reply),
      (error: unknown) => send(request, response, toReply(error)),
    );
  });
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    process.exit();
  });
}

type Operation = (call: Call) => Promise<Reply>;

function createDispatcher(
  driver: Driver,
): (request: IncomingMessage, now: string) => Promise<Reply> {
  const access = createAccess(driver);
  const writer = createWriter(driver);
  const contract = readContract().json;
  const contractReply: Reply = {
    status: 200,
    text: contract.bytes,
    headers: { ETag: contract.etag, Vary: 'Accept, Accept-Encoding' },
  };
  const getAction = createGetAction(driver);
  const listActions = createListActions(driver);
  const createAction = writer('createAction', createCreateAction(driver));
  const updateAction = writer('updateAction', createUpdateAction(driver));
  const actionVerbs = new Map<string, Operation>([
    ['complete', writer('completeAction', createCompleteAction(driver))],
    ['heartbeat', writer('heartbeatAction', createHeartbeat(driver))],
    ['release', writer('releaseAction', createRelease(driver))],
  ]);
  const agentVerbs = new Map<string, Operation>([
    ['attention', createAttention(driver)],
    ['overview', createOverview(driver)],
    ['claim-next', writer('claimNextAction', createClaimNext(driver))],
  ]);
  const command = createCommand(driver);
  const search = createSearch(driver);

  const find = (
    method: string | undefined,
    [feature, id, verb]: readonly string[],
  ): Operation | undefined => {
    if (feature === 'actions') {
      if (id === undefined) return method === 'POST' ? createAction : listActions;
      if (verb !== undefined) return actionVerbs.get(verb);
      return method === 'PATCH' ? updateAction : getAction;
    }
    if (feature === 'agents') return agentVerbs.get(verb ?? '');
    if (feature === 'search') return search;
    return feature === 'views' && id === 'command' ? command : undefined;
  };

  return async (request, now) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
    if (path === '/openapi.json') return contractReply;
    const parts = path.slice('/v1/'.length).split('/');
    const operation = find(request.method, parts);
    if (operation === undefined) throw new Refusal(404, 'No such operation.');
    const actor = await access(request, now);
    const body = request.method === 'GET' ? undefined : await bodyOf(request);
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
    throw new Refusal(400, 'The body must be an object.');
  return { ...parsed };
}

function toReply(error: unknown): Reply {
  if (error instanceof Refusal) return { status: error.status, body: { message: error.message } };
  console.error(error);
  return { status: 500, body: { message: 'Internal error.' } };
}

function send(
  { headers: received, method }: IncomingMessage,
  response: ServerResponse,
  { status, body, text = JSON.stringify(body), headers = {} }: Reply,
): void {
  const etag = headers['ETag'];
  const head: Record<string, string | number> = {
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': etag === undefined ? 'no-store' : 'private, no-cache',
    ...headers,
  };
  if (method === 'GET' && etag !== undefined && received['if-none-match'] === etag) {
    response.writeHead(304, head).end();
    return;
  }
  head['Content-Type'] = 'application/json; charset=utf-8';
  head['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(status, head).end(text);
}

main();
