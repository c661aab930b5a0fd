import { factsOf } from './operation-facts';

/** The text of generated/protocols.ts: the operations with `x-protocol`. */
export function writeProtocols(document: unknown): string {
  const ids = factsOf(document)
    .filter(({ protocol }) => protocol !== null)
    .map(({ operationId }) => `'${operationId}'`);
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** The operations that speak another protocol (\`x-protocol\`). */
export type ProtocolOperationId = ${ids.join(' | ') || 'never'};
`;
}
