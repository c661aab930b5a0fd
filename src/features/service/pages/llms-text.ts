/** What `/llms.txt` says, in the form of llmstxt.org. Its links are relative without an address. */
export function llmsText(address: string | null): string {
  const at = (path: string): string => (address === null ? path : `${address}/${path}`);
  return `# Callboard

> A self-hosted service in which people and software agents coordinate the work of a workspace:
> actions, projects, standing orders, questions, proposals, documents and views.

An agent has a bearer token, which a person creates, and sends it with every request:
\`Authorization: Bearer cb_...\`. Every error has a stable \`code\` and a \`message\` that says what to
send instead.

## Start

- [The guide for agents](${at('docs/agents')}): the loop of an agent, with requests to paste. Send
  \`Accept: text/markdown\` for Markdown.
- [The tools for agents](${at('mcp')}): the Model Context Protocol, by POST with the token.

## Reference

- [The contract as JSON](${at('openapi.json')}): OpenAPI 3.1, all operations, errors and limits.
- [The contract as YAML](${at('openapi.yaml')}): the same, with its comments.
- [The reference](${at('docs')}): the same in a browser.
`;
}
