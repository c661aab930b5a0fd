import { format } from 'prettier';
import {
  operationsOf,
  parameterOf,
  schemaOf,
  type ContractDocument,
  type Placed,
} from './document';

/** The source of generated/handlers.ts: an interface for each tag, a stub and the facts of each operation. */
export async function handlersSource(document: ContractDocument): Promise<string> {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(tagOf))];
  const source = [
    '// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.',
    `import type { ${['OperationFacts', 'OperationId', ...kindsOf(document, operations)].join(', ')} } from '../src/platform/operation';`,
    "import { notImplemented } from '../src/platform/problems';",
    ...tags.map((tag) => tagInterface(document, tag, operations)),
    '/** Every operation of the contract. */',
    `export interface AllHandlers extends ${tags.map(interfaceName).join(', ')} {}`,
    '/** An answer of 501 for each operation, until its room has it. */',
    `export const stubs: AllHandlers = { ${operations.map(stub).join('\n')} };`,
    '/** What the platform needs to know of each operation. */',
    `export const operationFacts = { ${operations.map((each) => facts(document, each)).join('\n')} } as const satisfies Record<OperationId, OperationFacts>;`,
  ];
  return format(source.join('\n\n'), { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

function tagOf({ operation }: Placed): string {
  return operation.tags[0] ?? 'untagged';
}

function interfaceName(tag: string): string {
  return `${tag.charAt(0).toUpperCase()}${tag.slice(1)}Handlers`;
}

function kindOf(document: ContractDocument, { method, operation }: Placed): string {
  const open = (operation.security ?? document.security ?? []).length === 0;
  return `${open ? 'Public' : ''}${method === 'get' ? 'Read' : 'Write'}Handler`;
}

function kindsOf(document: ContractDocument, operations: readonly Placed[]): string[] {
  return [...new Set(operations.map((each) => kindOf(document, each)))].toSorted();
}

function tagInterface(
  document: ContractDocument,
  tag: string,
  operations: readonly Placed[],
): string {
  const members = operations
    .filter((each) => tagOf(each) === tag)
    .map((each) => {
      const id = each.operation.operationId;
      return `readonly ${id}: ${kindOf(document, each)}<'${id}'>;`;
    });
  return `/** What the room of the tag \`${tag}\` provides. */\nexport interface ${interfaceName(tag)} { ${members.join('\n')} }`;
}

function stub({ operation: { operationId } }: Placed): string {
  return `${operationId}: () => notImplemented('${operationId}'),`;
}

function facts(document: ContractDocument, placed: Placed): string {
  const { path, method, operation } = placed;
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const body = schemaOf(document, operation.requestBody?.content['application/json']?.schema);
  const parameters = (operation.parameters ?? []).map((each) => parameterOf(document, each));
  const value = {
    tag: tagOf(placed),
    method,
    path,
    security: (operation.security ?? document.security ?? []).flatMap((each) => Object.keys(each)),
    successStatuses: successes.map(([status]) => Number(status)),
    errorCodes: operation['x-error-codes'] ?? [],
    hasBody: operation.requestBody !== undefined,
    bodyRequired: operation.requestBody?.required ?? false,
    acceptsClientRequestId: body?.properties?.['client_request_id'] !== undefined,
    produces: [...new Set(successes.flatMap(([, { content }]) => Object.keys(content ?? {})))],
    headerNames: parameters.flatMap((each) => (each?.in === 'header' ? [each.name] : [])),
    replayOmits: operation['x-replay-omits'] ?? [],
  };
  return `${operation.operationId}: ${JSON.stringify(value)},`;
}
