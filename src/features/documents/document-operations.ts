import { namesOf } from '../../shared/actors';
import { emit } from '../../shared/events';
import { pack } from '../../platform/db/packed-text';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkIfMatch, etagOf } from '../../platform/http/responses/preconditions';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { pieceOf } from './content-piece-rules';
import { getVisibleDocument } from './document-access';
import { toDocument } from './document-mapping';
import { documentViewer, visibleDocuments } from '../../shared/document-visibility';
import { contentText } from './document-rules';
import {
  documentNames,
  filterDocuments,
  insertDocument,
  selectDocuments,
  selectWithoutContent,
  type DocumentRow,
  type NamedDocument,
} from './document-store';
import { insertRevision } from './revision-store';

/** Lists the documents that the caller may see, newest first by default. */
export const listDocuments: ReadHandler<'listDocuments'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { limit, offset, after, sort, include_content: hasContent = true, ...filters } = query;
  const viewer = documentViewer(actor);
  const { rows, ...envelope } = await pageOf<NamedDocument>(
    reader,
    {
      matching: (db) =>
        filterDocuments(visibleDocuments(db, workspaceId, viewer), reader.dialect, filters),
      select: hasContent ? selectDocuments : selectWithoutContent,
      id: 'documents.id',
      bytes: hasContent ? bytesOfTexts('documents.content') : undefined,
      sorts: {
        created_at: { column: 'documents.created_at', type: 'instant' },
        updated_at: { column: 'documents.updated_at', type: 'instant' },
        title: { column: 'documents.sort_key', type: 'text' },
      },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map(toDocument),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** Creates a document; its content is its first revision. */
export const createDocument: WriteHandler<'createDocument'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const document: DocumentRow = {
    workspace_id: workspaceId,
    id: newId('doc'),
    title: body.title,
    title_by_actor_id: null,
    content_by_actor_id: null,
    content: contentText(body.content),
    access_mode: body.access_mode ?? 'shared_read',
    revision_number: 1,
    review_state: 'none',
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  const packed = await pack(document.content);
  await insertDocument(transaction, document);
  await insertRevision(transaction, document, { id: newId('rev'), packed });
  emit(ctx, {
    kind: 'document.created',
    subject: { type: 'document', id: document.id, title: document.title },
    summary: `${actor.name} added the document.`,
    about: { documentId: document.id },
  });
  return {
    status: 201,
    body: toDocument({ ...document, ...namesOf(actor, documentNames) }),
    headers: { Location: `/v1/documents/${document.id}`, ETag: etagOf(document.version) },
  };
};

/** Reads a document, or a piece of its content. `If-Match` keeps the pieces of one version together. */
export const getDocument: ReadHandler<'getDocument'> = async ({ path, query, header }, ctx) => {
  const row = await getVisibleDocument(ctx, path.id);
  checkIfMatch(header['If-Match'], row.version);
  const document = toDocument(row);
  const isPiece = query.offset !== undefined || query.length !== undefined;
  const body = isPiece ? { ...document, ...pieceOf(document.content, query) } : document;
  return { status: 200, body, headers: { ETag: etagOf(row.version) } };
};
