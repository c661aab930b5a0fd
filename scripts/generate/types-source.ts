import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { ContractDocument } from './document';

/** The source of generated/types.ts. */
export async function typesSource(document: ContractDocument): Promise<string> {
  // The library reads a file, a string or an object; the text keeps its own types out of ours.
  const text: string | OpenAPI3 = JSON.stringify(document);
  const nodes = await openapiTypescript(text, { defaultNonNullable: false, silent: true });
  const header = '// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.\n\n';
  return `${header}${astToString(nodes)}`;
}
