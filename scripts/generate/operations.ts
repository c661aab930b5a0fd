import type { JsonRecord } from '../../src/platform/json';
import type { Protocol } from '../../src/platform/operation';
import { asList, asObject, below, follow } from './json';

/** An operation of a document and its position. */
export interface FoundOperation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: JsonRecord;
  /** The parameters of the operation and of its path, with references resolved. */
  readonly parameters: readonly { readonly pointer: string; readonly value: JsonRecord }[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations of a document in its order. */
export function operationsOf(document: unknown): FoundOperation[] {
  return Object.entries(asObject(asObject(document)['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => {
        const pointer = below('#', 'paths', path, method);
        return {
          method,
          path,
          pointer,
          operation: asObject(operation),
          parameters: [
            ...parametersAt(document, below('#', 'paths', path, 'parameters'), item),
            ...parametersAt(document, below(pointer, 'parameters'), operation),
          ],
        };
      }),
  );
}

/** The other protocols that operations may speak (`x-protocol`). */
export const protocols: readonly Protocol[] = ['json-rpc', 'oauth', 'page', 'file'];

/** The protocol that an operation speaks; null for the contract's own. */
export function protocolOf({ operation }: Pick<FoundOperation, 'operation'>): Protocol | null {
  return protocols.find((each) => each === operation['x-protocol']) ?? null;
}

function parametersAt(document: unknown, pointer: string, owner: unknown) {
  return asList(asObject(owner)['parameters']).map((_, index) =>
    follow(document, below(pointer, index)),
  );
}
