import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { asList, asObject } from '../../scripts/generate/json';
import type { JsonRecord } from '../../src/platform/json';
import { checkRawResponse, lowerCased } from '../../scripts/requests/response-check';

/** A tool's result, as a client got it. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly structured: JsonRecord;
  readonly text: string;
}

/** A connected client of the Model Context Protocol. */
export interface McpClient {
  /** The revision that client and server agreed on. */
  readonly revision: string | undefined;
  readonly instructions: string | undefined;
  readonly capabilities: unknown;
  listTools(): Promise<readonly JsonRecord[]>;
  call(name: string, args?: JsonRecord): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The official clients: of revision 2026-07-28, and of 2025-11-25. */
export const officialClients = { new: connectNew, old: connectOld } as const;

/** Every response that the clients get is checked against the contract. */
async function checkedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const text = await response.clone().text();
  checkRawResponse(
    init?.method ?? 'GET',
    url.pathname + url.search,
    { status: response.status, headers: Object.fromEntries(response.headers), text },
    lowerCased(Object.fromEntries(new Headers(init?.headers))),
  );
  return response;
}

const identity = { name: 'test', version: '1.0.0' };

async function connectNew(url: string, token: string, tools = ''): Promise<McpClient> {
  const client = new NewClient(identity, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    new NewTransport(new URL(`/mcp${tools}`, url), { requestInit, fetch: checkedFetch }),
  );
  return {
    revision: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities(),
    listTools: async () => (await client.listTools()).tools.map((tool) => ({ ...tool })),
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

async function connectOld(url: string, token: string, tools = ''): Promise<McpClient> {
  const client = new OldClient(identity);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new OldTransport(new URL(`/mcp${tools}`, url), {
    requestInit,
    fetch: checkedFetch,
  });
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities(),
    listTools: async () => (await client.listTools()).tools.map((tool) => ({ ...tool })),
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

function answerOf(result: object): ToolAnswer {
  const { isError, structuredContent, content } = asObject(result);
  const [first] = asList(content);
  const text = String(asObject(first)['text']);
  // A success is only the text.
  const structured = asObject(isError === true ? structuredContent : JSON.parse(text));
  return { isError: isError === true, structured, text };
}
