import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from '../contract';
import { agentGuide, agentGuideText } from './agent-guide';
import { htmlPage, type Page, pageOf } from './html-page';
import { referencePage } from './reference/reference-page';
import { referenceScript } from './reference/reference-script';
import { tryPage } from './try-page';

/** The pages of the documentation and the files that they load. */
export interface PublishedPages {
  readonly reference: Page;
  /** The page that sends requests. */
  readonly attempt: Page;
  readonly agentGuide: Page;
  /** The guide as Markdown. */
  readonly agentGuideText: Published;
  /** What `/llms.txt` says. */
  readonly llmsText: Published;
  readonly style: Published;
  readonly script: Published;
}

/** The file in the program's folder `reference` with the page that the build made. */
export const referenceFile = 'docs.html';

/**
 * Creates the pages, and reads the reference and Swagger UI's files. `contract` is the JSON of the
 * contract, and `address` that of the server, if known.
 */
export function readPages(contract: Buffer, address: string | null): PublishedPages {
  return {
    reference: readReference(contract),
    attempt: htmlPage(tryPage),
    agentGuide: htmlPage(agentGuide),
    agentGuideText: publishBytes(Buffer.from(agentGuideText(address))),
    llmsText: publishBytes(Buffer.from(llmsText(address))),
    style: publishBytes(
      readFileSync(
        copiedFile('swagger-ui.css') ?? require.resolve('swagger-ui-dist/swagger-ui.css'),
      ),
    ),
    script: publishBytes(
      readFileSync(
        copiedFile('swagger-ui-bundle.js') ??
          require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
      ),
    ),
  };
}

function readReference(contract: Buffer): Page {
  const file = copiedFile(referenceFile);
  if (file !== undefined) return pageOf(readFileSync(file), referenceScript);
  return htmlPage(referencePage(JSON.parse(contract.toString()), true));
}

/** The file that the build copies next to the program. Undefined when running from sources. */
function copiedFile(name: string): string | undefined {
  const file = join(__dirname, 'reference', name);
  return existsSync(file) ? file : undefined;
}

/** What `/llms.txt` says, in the form of llmstxt.org. Its links are relative without an address. */
function llmsText(address: string | null): string {
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
