import type { DocumentViewer } from '../../shared/document-visibility';

/**
 * A document viewer as the parameter of a compiled query: the id of an actor that sees only its
 * own private documents, or undefined if all private documents are visible.
 */
export function toViewerParam(viewer: DocumentViewer): string | undefined {
  return viewer.everyone ? undefined : viewer.actorId;
}

/** The inverse of `toViewerParam`. */
export function fromViewerParam(viewerId: string | undefined): DocumentViewer {
  return viewerId === undefined ? { everyone: true } : { everyone: false, actorId: viewerId };
}
