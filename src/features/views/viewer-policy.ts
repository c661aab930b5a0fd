import type { DocumentViewer } from '../../shared/document-visibility';

/**
 * A view of private documents as a parameter of a kept query: the actor that sees only its own, or
 * undefined for everyone's.
 */
export function viewerIdOf(privateOf: DocumentViewer): string | undefined {
  return privateOf.everyone ? undefined : privateOf.actorId;
}

/** The inverse of `readerOf`. */
export function viewerOf(viewerId: string | undefined): DocumentViewer {
  return viewerId === undefined ? { everyone: true } : { everyone: false, actorId: viewerId };
}
