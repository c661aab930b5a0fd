import { asList, asObject, below, follow, valueAt } from '../generate/json';
import { operationsOf, type FoundOperation } from '../generate/operations';
import type { DocumentedItem } from './items';

/** A response of an operation as the contract documents it. */
export interface DocumentedResponse {
  readonly pointer: string;
  /** Its name: the component that it refers to, or the operation and the status. */
  readonly name: string;
}

/** The position of an operation's response with this status in the contract. */
export function documentedResponse(
  document: unknown,
  { operation, pointer }: FoundOperation,
  status: string,
): DocumentedResponse {
  const at = below(pointer, 'responses', status);
  const { pointer: found } = follow(document, at);
  const name = found === at ? `${String(operation['operationId'])} ${status}` : found;
  return { pointer: found, name: name.replace('#/components/responses/', 'response ') };
}

/** Names the errors of another protocol, which have no code of the contract. */
export const protocolError = 'of the protocol';

/** The optional headers of a response, as items. */
export function optionalHeaders(
  document: unknown,
  { pointer, name: subject }: DocumentedResponse,
): DocumentedItem[] {
  const headers = below(pointer, 'headers');
  return Object.keys(asObject(valueAt(document, headers)))
    .filter((name) => follow(document, below(headers, name)).value['required'] !== true)
    .map((item) => ({ kind: 'header', subject, item }));
}

/** The JSON schema of a response; undefined where it has no JSON body. */
export function schemaPointer(
  document: unknown,
  { pointer }: DocumentedResponse,
): string | undefined {
  const at = below(pointer, 'content', 'application/json', 'schema');
  return valueAt(document, at) === undefined ? undefined : at;
}

/** The statuses that an operation documents. */
export function statusesOf({ operation }: FoundOperation): string[] {
  return Object.keys(asObject(operation['responses']));
}

/** The names of the security schemes that an operation documents. */
export function schemesOf(document: unknown, { operation }: FoundOperation): string[] {
  const requirements = asList(operation['security'] ?? valueAt(document, '#/security'));
  return requirements.flatMap((requirement) => Object.keys(asObject(requirement)));
}

/** The operations of a document by their operationId. */
export function operationsById(document: unknown): ReadonlyMap<string, FoundOperation> {
  return new Map(
    operationsOf(document).map((found) => [String(found.operation['operationId']), found]),
  );
}
