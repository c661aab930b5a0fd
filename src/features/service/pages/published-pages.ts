import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from '../contract';
import { agentGuide, agentGuideText } from './agent-guide';
import { htmlPage, pageOf, type Page } from './html-page';
import { llmsText } from './llms-text';
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
