import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlText, policyOf } from '../../src/features/service/pages/html-page';
import { referenceFile } from '../../src/features/service/pages/published-pages';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { packageRoot } from '../../src/platform/package-root';

const json = join(packageRoot(), 'generated', 'openapi.json');
const yaml = join(packageRoot(), 'contract', 'openapi.yaml');

/** Writes the page that the server sends at `/docs` into a folder. */
export function writeServedReference(folder: string): void {
  writeFileSync(join(folder, referenceFile), htmlText(referencePage(readDocument(), true)));
}

/**
 * Writes a folder for any web host: the reference as `index.html`, and the contract as JSON and as
 * YAML. The page has its Content-Security-Policy in itself, because the host may send none.
 */
export function writeStaticReference(folder: string): void {
  const page = referencePage(readDocument(), false);
  const policy = policyOf(page.script).join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), htmlText({ ...page, head: `${meta}\n${page.head}` }));
  copyFileSync(json, join(folder, 'openapi.json'));
  copyFileSync(yaml, join(folder, 'openapi.yaml'));
}

function readDocument(): Record<string, unknown> {
  return JSON.parse(readFileSync(json, 'utf8'));
}
