import type { Reader } from '../../platform/db/reader';
import type { Actor, WriteContext } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { documentViewer } from '../../shared/document-visibility';
import { findAndLockDocument, findDocument, type NamedDocument } from './document-store';

/** The caller who reads a document. */
interface DocumentReader {
  readonly reader: Reader;
  readonly workspaceId: string;
  readonly actor: Actor;
}

/** The document of an id; 404 when the caller cannot see it. */
export async function getVisibleDocument(
  { reader, workspaceId, actor }: DocumentReader,
  id: string,
): Promise<NamedDocument> {
  const row = await findDocument(reader, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}

/** `getVisibleDocument` with its row locked until the transaction ends. */
export async function lockDocument(
  { transaction, workspaceId, actor }: WriteContext,
  id: string,
): Promise<NamedDocument> {
  const row = await findAndLockDocument(transaction, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}
