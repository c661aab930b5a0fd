import { asList, valueAt } from './json';
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
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** The error codes that each operation documents, by path and method. */
export interface ErrorCodes {
${[...byPath(operations)].map(([path, ofPath]) => writePath(path, ofPath)).join('\n')}
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
