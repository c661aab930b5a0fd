import { asObject } from './json';

/** An error code as the root's `x-errors` defines it. */
export interface ErrorDefinition {
  readonly code: string;
  readonly status: string;
  /** What the error says unless the service says something more exact. */
  readonly message: string;
}

/** Every error code of a contract with its status and default message, in the contract's order. */
export function errorTable(document: unknown): ErrorDefinition[] {
  return Object.entries(asObject(asObject(document)['x-errors'])).flatMap(([status, codes]) =>
    Object.entries(asObject(codes)).map(([code, message]) => ({
      code,
      status,
      message: String(message),
    })),
  );
}
