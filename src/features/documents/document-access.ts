import type { ReadHand } from '../../platform/db/hands';
import type { Actor } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { privateDocumentsOf } from '../../shared/document-visibility';
import { findDocument, type DocumentRow } from './document-store';

/** Who looks for a document, and where. */
interface Place {
  readonly hand: ReadHand;
  readonly workspaceId: string;
  readonly actor: Actor;
}

/** The document of an id; 404 when the caller cannot see one. */
export async function getVisibleDocument(
  { hand, workspaceId, actor }: Place,
  id: string,
): Promise<DocumentRow> {
  const row = await findDocument(hand, { workspaceId, id }, privateDocumentsOf(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}
