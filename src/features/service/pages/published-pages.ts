import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from '../contract';
import { agentGuide, agentGuideText } from './agent-guide';
import { htmlPage, type Page, pageOf, type PageParts } from './html-page';
import { referencePage, referenceScript } from './reference/reference-page';

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

// Swagger UI shows each error response with its headers and schema, which are the same everywhere.
// This plugin shows a line for each status instead, with the codes and their meanings.
const script = `
const ErrorCodes = ({ React }) => {
  const h = React.createElement;
  const show = (status, codes, meanings) =>
    h('details', { key: status },
      h('summary', null, h('strong', null, status), ' ', codes.join(', ')),
      h('dl', null, codes.flatMap((code) => [
        h('dt', { key: code }, h('code', null, code)),
        h('dd', { key: code + ' meaning' }, meanings.get(code)),
      ])));
  const errorsOf = (specification, path, method) => {
    const codes = specification.getIn(['paths', path, method, 'x-error-codes']) || [];
    const all = specification.get('x-errors');
    return all.entrySeq().toArray()
      .map(([status, meanings]) => [status, codes.filter((code) => meanings.has(code)).toArray(), meanings])
      .filter(([, listed]) => listed.length > 0);
  };
  return {
    wrapComponents: {
      responses: (Responses) => (props) => {
        const { responses, specSelectors, path, method } = props;
        const errors = errorsOf(specSelectors.specJson(), path, method);
        const others = responses.filter((_, status) => Number(status) < 400);
        return h('div', null,
          h(Responses, { ...props, responses: others }),
          h('div', { className: 'errors' },
            h('h4', null, 'Errors'),
            errors.map(([status, codes, meanings]) => show(status, codes, meanings))));
      },
    },
  };
};
window.addEventListener('load', () => {
  const { matches } = matchMedia('(prefers-color-scheme: dark)');
  document.documentElement.classList.toggle('dark-mode', matches);
  SwaggerUIBundle({
    url: '../openapi.json',
    dom_id: '#reference',
    plugins: [ErrorCodes],
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    filter: true,
    requestSnippetsEnabled: true,
    validatorUrl: null,
  });
});
`;

const head = `<link rel="stylesheet" href="swagger-ui.css">
<style>
body { margin: 0; }
.start { margin: 0; padding: 12px 20px; font: 14px/1.5 sans-serif; }
.errors { padding: 0 20px 20px; color: #3b4151; font: 14px/1.5 sans-serif; }
.errors h4 { font-size: 14px; margin: 0 0 5px; }
.errors summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.errors details[open] summary { white-space: normal; }
.errors dl { margin: 4px 0 8px 16px; }
.errors dd { margin: 0 0 6px 16px; }
html.dark-mode .errors,
html.dark-mode .start,
html.dark-mode .swagger-ui table.headers td { color: #e4e6e6; }
</style>`;

const body = `<p class="start"><a href="../docs">The reference</a> to read, and <a href="agents">Callboard for agents</a></p>
<div id="reference"></div>
<script src="swagger-ui.js"></script>`;

/** The page that sends requests of the contract, with Swagger UI. */
const tryPage: PageParts = { title: 'Try the Callboard API', head, body, script };
