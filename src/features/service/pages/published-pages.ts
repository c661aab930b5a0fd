import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishBytes, type Published } from '../contract';
import { agentGuide } from './agent-guide';
import { htmlPage, type Page } from './html-page';
import { referencePage } from './reference-page';

/** The pages of the documentation and the files that they load. */
export interface PublishedPages {
  readonly reference: Page;
  readonly agentGuide: Page;
  readonly style: Published;
  readonly script: Published;
}

/** Creates the pages, and reads Swagger UI's files. */
export function readPages(): PublishedPages {
  return {
    reference: htmlPage(referencePage),
    agentGuide: htmlPage(agentGuide),
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
