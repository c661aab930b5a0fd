import type { Reader } from '../../platform/db/transaction';
import type { Actor } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { documentViewer } from '../../shared/document-visibility';
import { findDocument, type DocumentRow } from './document-store';

/** Who looks for a document, and where. */
interface DocumentScope {
  readonly reader: Reader;
  readonly workspaceId: string;
  readonly actor: Actor;
}

/** The document of an id; 404 when the caller cannot see one. */
export async function getVisibleDocument(
  { reader, workspaceId, actor }: DocumentScope,
  id: string,
): Promise<DocumentRow> {
  const row = await findDocument(reader, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}
