import { contractVersion } from '../../../generated/handlers';
import { limits } from '../../../generated/limits';
import { escapeLineSeparators, isRecord, type JsonRecord } from '../../platform/json';
import { isDeeperThan } from '../../platform/http/requests/json-checks';
import { negotiateType } from '../../platform/http/responses/negotiation';
import { toProblem } from '../../platform/http/responses/error-to-problem';
import { problem } from '../../platform/problems';
import type {
  ProtocolContext,
  ProtocolHandler,
  ProtocolReply,
  ProtocolRequest,
} from '../../platform/operation';
import { collectResponse } from './collected-response';
import { hostFault, type HostConfig } from './host-policy';
import { instructions } from './instructions';
import { maxResultBytes, toRefusal, toResult, type ToolResult } from './results/tool-result';
import { isWriting, toolsOf, type OfferedTool } from './tool-set';
import { pick } from './tools/tool';
import { argumentsOf, isArguments } from './tools/tool-arguments';

type Library = Awaited<ReturnType<typeof loadLibrary>>;

const identity = { name: 'callboard', title: 'Callboard', version: contractVersion };
/** How long clients may keep the list of tools, which changes only with the program. */
const listMilliseconds = 3_600_000;

/** The media types of a success, in the contract's order. A client has to accept all of them. */
const responseTypes = ['application/json', 'text/event-stream'];

let library: Promise<Library> | undefined;

/** Creates the operation that answers messages of the Model Context Protocol. */
export function callMcpWith(config: HostConfig): ProtocolHandler {
  return async (request, ctx) => {
    const fault = hostFault(request.message, config);
    if (fault !== undefined) throw problem('FORBIDDEN', fault);
    const sent = parse(request.body ?? '');
    if (!isRecord(sent)) {
      return sent === undefined
        ? failure(400, null, -32_700, 'Parse error: the body is not JSON.')
        : failure(400, null, -32_600, 'Invalid request: send one message, not a batch.');
    }
    // The library refuses members that it does not know.
    const parsed = pick(sent, ['jsonrpc', 'id', 'method', 'params', 'result', 'error']);
    // The library would serve it from memory, where nothing ever happens.
    if (parsed['method'] === 'subscriptions/listen') {
      return failure(404, parsed['id'], -32_601, 'Method not found: there are no subscriptions.');
    }
    const offered = toolsOf(
      new URL(request.message.url ?? '/', 'http://localhost').searchParams.get('tools'),
    );
    checkScope(parsed, offered, ctx);
    library ??= loadLibrary();
    return serve(await library, request, parsed, offered, ctx);
  };
}

// At the first request, because loading it takes longer than the whole start of the server.
async function loadLibrary() {
  const [server, node] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { ...server, ...node };
}

async function serve(
  { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, toNodeHandler }: Library,
  { message }: ProtocolRequest,
  parsed: JsonRecord,
  offered: readonly OfferedTool[],
  ctx: ProtocolContext,
): Promise<ProtocolReply> {
  const onerror = (error: Error): void => {
    ctx.log.info({ err: error }, 'A message of the Model Context Protocol was refused');
  };
  const handler = createMcpHandler(
    () => {
      const server = new Server(identity, {
        // No listChanged: clients would open a stream for it, and wait.
        capabilities: { tools: {} },
        instructions,
        cacheHints: {
          'tools/list': { ttlMs: listMilliseconds, cacheScope: 'private' },
          'server/discover': { ttlMs: listMilliseconds, cacheScope: 'private' },
        },
      });
      server.setRequestHandler('tools/list', () => ({
        tools: offered.map(({ definition }) => definition),
      }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const found = offered.find(({ tool }) => tool.name === params.name);
        if (found === undefined) {
          const known = offered.map(({ tool }) => tool.name).join(', ');
          const text = `Unknown tool ${params.name}. The tools are ${known}.`;
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
        }
        return callTool(found, params.arguments ?? {}, ctx);
      });
      return server;
    },
    { onerror },
  );
  const { method = 'POST', url = '/' } = message;
  const headers = { ...message.headers, accept: acceptedBy(message) };
  const received = { method, url, headers, [Symbol.asyncIterator]: () => noBody() };
  return collectResponse((response) =>
    toNodeHandler(handler, { onerror })(received, response, parsed),
  );
}

// The library looks for the names of both media types, and knows no ranges such as `*/*`.
function acceptedBy(message: ProtocolRequest['message']): string {
  const accepted = responseTypes.filter((type) => negotiateType(message, [type]) === type);
  return accepted.join(', ');
}

// The body has been read.
async function* noBody(): AsyncGenerator {}

/** Calls a tool. Whatever is thrown becomes a result, so no text of an exception reaches a client. */
async function callTool(
  { tool, definition }: OfferedTool,
  given: JsonRecord,
  ctx: ProtocolContext,
): Promise<ToolResult> {
  try {
    const args = argumentsOf(given, definition.inputSchema);
    const body = await tool.run(args, ctx.perform);
    const more = tool.more ?? 'Read the record with get_record.';
    return toResult(body, tool.maxBytes ?? maxResultBytes, more);
  } catch (error) {
    return toRefusal(toProblem(error, ctx.log, ctx.requestId));
  }
}

// Ahead of the protocol, so that a client learns from HTTP that it needs another token.
function checkScope(
  { method, params }: JsonRecord,
  offered: readonly OfferedTool[],
  { caller }: ProtocolContext,
): void {
  if (method !== 'tools/call' || !isArguments(params)) return;
  const found = offered.find(({ tool }) => tool.name === params['name']);
  if (found === undefined || !isWriting(found)) return;
  if (caller?.kind === 'agent' && caller.scopes.includes('write')) return;
  throw problem('INSUFFICIENT_SCOPE', `${found.tool.name} needs a token with the scope write.`, {
    details: { required_scope: 'write' },
  });
}

function parse(body: string): unknown {
  if (isDeeperThan(limits.body_levels, Buffer.from(body))) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
}

function failure(status: number, id: unknown, code: number, message: string): ProtocolReply {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  const body = { jsonrpc: '2.0', id: known, error: { code, message } };
  const json = escapeLineSeparators(JSON.stringify(body));
  return { status, contentType: 'application/json', bytes: Buffer.from(json) };
}
