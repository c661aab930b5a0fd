import type { components } from '../../../generated/types';

type ClientConnection = components['schemas']['ClientConnection'];

/**
 * What to paste into each client of the agent-tool protocol, for the endpoint at `url`. Tokens are
 * read from the environment variable CALLBOARD_TOKEN, so the texts are safe to store and to share.
 */
export function clientsFor(url: string): ClientConnection[] {
  return [
    {
      client: 'claude_code',
      title: 'Claude Code',
      auth: 'token',
      kind: 'command',
      place: 'a shell in which CALLBOARD_TOKEN is set',
      text: `claude mcp add --transport http callboard ${url} --header "Authorization: Bearer $CALLBOARD_TOKEN"`,
    },
    {
      client: 'codex',
      title: 'Codex',
      auth: 'token',
      kind: 'file',
      place: '~/.codex/config.toml',
      text: `[mcp_servers.callboard]\nurl = "${url}"\nbearer_token_env_var = "CALLBOARD_TOKEN"`,
    },
    {
      client: 'cursor',
      title: 'Cursor',
      auth: 'token',
      kind: 'file',
      place: '.cursor/mcp.json or ~/.cursor/mcp.json',
      text: jsonFile({
        mcpServers: { callboard: { url, headers: bearer('${env:CALLBOARD_TOKEN}') } },
      }),
    },
    {
      client: 'vscode',
      title: 'VS Code',
      auth: 'token',
      kind: 'file',
      place: '.vscode/mcp.json',
      text: jsonFile({
        inputs: [
          {
            type: 'promptString',
            id: 'callboard-token',
            description: 'Token of the Callboard agent',
            password: true,
          },
        ],
        servers: { callboard: { type: 'http', url, headers: bearer('${input:callboard-token}') } },
      }),
    },
    {
      client: 'claude',
      title: 'Claude',
      auth: 'oauth',
      kind: 'url',
      place: 'Settings, Connectors, Add custom connector',
      text: url,
    },
    {
      client: 'chatgpt',
      title: 'ChatGPT',
      auth: 'oauth',
      kind: 'url',
      place: 'Settings, Apps & Connectors, Create (developer mode)',
      text: url,
    },
    {
      client: 'plain',
      title: 'curl',
      auth: 'token',
      kind: 'command',
      place: 'a shell in which CALLBOARD_TOKEN is set',
      text: [
        `curl ${url} -H "Authorization: Bearer $CALLBOARD_TOKEN"`,
        "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'",
        `-d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      ].join(' '),
    },
  ];
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

function jsonFile(content: object): string {
  return JSON.stringify(content, null, 2);
}
