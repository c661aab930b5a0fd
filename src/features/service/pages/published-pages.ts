import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from '../contract';
import { agentGuide, agentGuideText } from './agent-guide';
import { htmlPage, type Page } from './html-page';
import { llmsText } from './llms-text';
import { referencePage } from './reference-page';

/** The pages of the documentation and the files that they load. */
export interface PublishedPages {
  readonly reference: Page;
  readonly agentGuide: Page;
  /** The guide as Markdown. */
  readonly agentGuideText: Published;
  /** What `/llms.txt` says. */
  readonly llmsText: Published;
  readonly style: Published;
  readonly script: Published;
}

/** Creates the pages, and reads Swagger UI's files. `address` is that of the server, if known. */
export function readPages(address: string | null): PublishedPages {
  return {
    reference: htmlPage(referencePage),
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

/** The file that the build copies next to the program. Undefined when running from sources. */
function copiedFile(name: string): string | undefined {
  const file = join(__dirname, 'reference', name);
  return existsSync(file) ? file : undefined;
}
