import type { PrivateOf } from '../../shared/document-visibility';

/**
 * A view of private documents as a parameter of a kept query: the actor that sees only its own, or
 * undefined for everyone's.
 */
export function readerOf(privateOf: PrivateOf): string | undefined {
  return privateOf.everyone ? undefined : privateOf.actorId;
}

/** The inverse of `readerOf`. */
export function privateOfReader(reader: string | undefined): PrivateOf {
  return reader === undefined ? { everyone: true } : { everyone: false, actorId: reader };
}
