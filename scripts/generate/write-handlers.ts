import { valueAt } from './json';
import { factsOf, type NamedFacts } from './operation-facts';

/** SHA-256 digests (base64url) of the contract's two forms. */
export interface Digests {
  readonly yaml: string;
  readonly json: string;
}

/** The text of generated/handlers.ts for a valid contract. */
export function writeHandlers(document: unknown, digests: Digests): string {
  const operations = factsOf(document);
  const tags = new Map<string, NamedFacts[]>();
  for (const facts of operations) {
    tags.set(facts.tag, [...(tags.get(facts.tag) ?? []), facts]);
  }
  const types = [...new Set(operations.map(handlerType))]
    .filter((type) => type !== protocolHandler)
    .toSorted();
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.
import type {
  OperationFacts,
  OperationId,
${types.map((type) => `  ${type},`).join('\n')}
} from '../src/platform/operation';
import type { ${protocolHandler} } from '../src/platform/protocol';
import { notImplemented } from '../src/platform/problems';

${[...tags].map(([tag, ofTag]) => writeTag(tag, ofTag)).join('\n')}
/** Every operation of the contract. */
export interface AllHandlers
  extends ${[...tags.keys()].map(interfaceName).join(',\n    ')} {}

/** The response of an operation without a handler: 501. */
export const stubs: AllHandlers = {
${operations.map(({ operationId }) => `  ${operationId}: () => notImplemented('${operationId}'),`).join('\n')}
};

/** The facts about each operation that the router needs. */
export const operationFacts = {
${operations.map(writeFacts).join('\n')}
} as const satisfies Record<OperationId, OperationFacts>;

/** \`info.version\` of the contract. */
export const contractVersion = '${String(valueAt(document, '#/info/version'))}';

/** SHA-256 of the contract's two forms, which the program compares when it starts. */
export const contractDigests = {
  yaml: '${digests.yaml}',
  json: '${digests.json}',
} as const;
`;
}

function writeTag(tag: string, operations: readonly NamedFacts[]): string {
  const lines = operations.map((facts) =>
    facts.protocol === null
      ? `  readonly ${facts.operationId}: ${handlerType(facts)}<'${facts.operationId}'>;`
      : `  readonly ${facts.operationId}: ProtocolHandler;`,
  );
  return `/** The operations of the tag \`${tag}\`. */
export interface ${interfaceName(tag)} {
${lines.join('\n')}
}
`;
}

function handlerType({ method, security, protocol }: NamedFacts): string {
  if (protocol !== null) return protocolHandler;
  return `${security.length === 0 ? 'Public' : ''}${method === 'get' ? 'Read' : 'Write'}Handler`;
}

const protocolHandler = 'ProtocolHandler';

/** `agent-tokens` gives `AgentTokensHandlers`. */
function interfaceName(tag: string): string {
  const words = tag.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${name}Handlers`;
}

function writeFacts({ operationId, ...facts }: NamedFacts): string {
  const lines = Object.entries(facts).map(([name, value]) => `    ${name}: ${literal(value)},`);
  return `  ${operationId}: {\n${lines.join('\n')}\n  },`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
