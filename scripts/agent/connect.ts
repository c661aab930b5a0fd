import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Connects the official client to the tools of a server with the token of an agent. */
export async function connect(baseUrl: string, token: string): Promise<Client> {
  const client = new Client(
    { name: 'callboard-agent', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit }),
  );
  return client;
}
