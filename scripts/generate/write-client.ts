import { asList, asObject, valueAt } from './json';
import { factsOf, type NamedFacts } from './operation-facts';

/**
 * The text of generated/client.ts for a valid contract: the client's data in addition to the types.
 */
export function writeClient(document: unknown): string {
  const operations = factsOf(document);
  const codes = asList(valueAt(document, '#/components/schemas/ErrorCode/enum')).map(String);
  const repeatable = operations.filter(
    ({ method, acceptsClientRequestId }) => method === 'post' && acceptsClientRequestId,
  );
  const payloads = payloadsOf(document);
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** The error codes that each operation documents, by path and method. */
export interface ErrorCodes {
${[...byPath(operations)].map(([path, ofPath]) => writePath(path, ofPath)).join('\n')}
}

/** The schemas of the payloads of proposals, by the operation that they propose. */
export interface ProposalPayloads {
${payloads.map(([operation, schema]) => `  ${operation}: '${schema}';`).join('\n')}
}

/** Every error code of the contract. */
export const errorCodes = [
${codes.map((code) => `  '${code}',`).join('\n')}
] as const;

/** The paths whose POST takes \`client_request_id\`. */
export const repeatablePosts: readonly string[] = [
${repeatable.map(({ path }) => `  '${path}',`).join('\n')}
];
`;
}

/** The text of generated/event-kinds.ts: a file of its own, because few bundles need it. */
export function writeEventKinds(document: unknown): string {
  const kinds = asList(valueAt(document, '#/components/schemas/EventKind/enum')).map(String);
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** Every kind of event of the contract. */
export const eventKinds = [
${kinds.map((kind) => `  '${kind}',`).join('\n')}
] as const;
`;
}

/** The operations and payload schemas in the conditions of `ProposalCreate`. */
function payloadsOf(document: unknown): [string, string][] {
  const conditions = asList(valueAt(document, '#/components/schemas/ProposalCreate/allOf'));
  return conditions.flatMap((condition) => {
    const operation = valueAt(condition, '#/if/properties/operation/const');
    const { $ref: payload } = asObject(valueAt(condition, '#/then/properties/payload'));
    if (typeof operation !== 'string' || typeof payload !== 'string') return [];
    return [[operation, payload.replace('#/components/schemas/', '')]];
  });
}

function byPath(operations: readonly NamedFacts[]): Map<string, NamedFacts[]> {
  const paths = new Map<string, NamedFacts[]>();
  for (const facts of operations) {
    paths.set(facts.path, [...(paths.get(facts.path) ?? []), facts]);
  }
  return paths;
}

function writePath(path: string, operations: readonly NamedFacts[]): string {
  const lines = operations.map(({ method, errorCodes }) => {
    const union = errorCodes.map((code) => `'${code}'`).join(' | ');
    return `    ${method}: ${union || 'never'};`;
  });
  return `  '${path}': {\n${lines.join('\n')}\n  };`;
}
