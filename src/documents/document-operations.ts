import type { components } from '../../generated/types';
import { emit } from '../events';
import { json } from '../platform/db/columns';
import { pageOf } from '../platform/db/page';
import { etagOf } from '../platform/http/preconditions';
import type { ReadHandler, WriteHandler } from '../platform/operation';
import { notFound } from '../platform/problems';
import { privateDocumentsOf } from './document-policy';
import { contentText } from './document-rules';
import {
  countHidden,
  findDocument,
  insertDocument,
  matchingDocuments,
  seenWith,
  type DocumentRow,
} from './document-store';

/** Lists documents, newest first unless asked otherwise; private ones that the caller may not see are counted. */
export const listDocuments: ReadHandler<'listDocuments'> = async ({ query }, ctx) => {
  const { hand, workspaceId, actor } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const privateOf = privateDocumentsOf(actor);
  const matching = matchingDocuments(hand, workspaceId, filters);
  const { rows, ...envelope } = await pageOf<DocumentRow>(
    hand,
    {
      matching: (db) => matching(db).where(seenWith(privateOf)),
      select: (documents) => documents.select('documents.*'),
      id: 'documents.id',
      sorts: {
        created_at: { column: 'documents.created_at', holds: 'instant' },
        updated_at: { column: 'documents.updated_at', holds: 'instant' },
        title: { column: 'documents.title', holds: 'text' },
      },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  const hidden = await countHidden(hand, matching, privateOf);
  return {
    status: 200,
    body: {
      items: rows.map(toDocument),
      ...envelope,
      filters: { ...filters },
      hidden_count: hidden,
    },
  };
};

/** Creates a document. */
export const createDocument: WriteHandler<'createDocument'> = async ({ body }, ctx) => {
  const { hand, workspaceId, actor, newId, now } = ctx;
  const document: DocumentRow = {
    workspace_id: workspaceId,
    id: newId('doc'),
    title: body.title,
    content: contentText(body.content),
    access_mode: body.access_mode ?? 'shared_read',
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await insertDocument(hand, document);
  emit(ctx, {
    kind: 'document.created',
    subject: { type: 'document', id: document.id, title: document.title },
    summary: `${actor.name} added the document.`,
    about: { documentId: document.id },
  });
  return {
    status: 201,
    body: toDocument(document),
    headers: { Location: `/v1/documents/${document.id}`, ETag: etagOf(document.version) },
  };
};

/** Reads a document. */
export const getDocument: ReadHandler<'getDocument'> = async ({ path }, ctx) => {
  const { hand, workspaceId, actor } = ctx;
  const key = { workspaceId, id: path.id };
  const row = await findDocument(hand, key, privateDocumentsOf(actor));
  if (row === undefined) throw notFound('document', path.id);
  return { status: 200, body: toDocument(row), headers: { ETag: etagOf(row.version) } };
};

/** A document in the contract’s shape. */
export function toDocument(row: DocumentRow): components['schemas']['Document'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    access_mode: row.access_mode,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    content: json(row.content),
    version: row.version,
  };
}
