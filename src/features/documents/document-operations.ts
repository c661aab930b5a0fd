import { pack } from '../../platform/db/packed-text';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import type { RowChanges } from '../../platform/db/statements/compiled';
import { checkIfMatch, etagOf, requireIfMatch } from '../../platform/http/responses/response';
import type {
  Input,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { namesOf } from '../../shared/actor-store';
import { documentViewer, visibleDocuments } from '../../shared/document-visibility';
import { emit, inWords } from '../../shared/events';
import { changeFileIds, showWithFiles, storeFileIds } from '../../shared/file-store';
import { authorship, storeEarlierTexts } from '../../shared/text-store';
import {
  checkNamesApproval,
  consumeApproval,
  findNamedApproval,
  requiresApproval,
} from '../proposals';
import { textFilter } from '../search';
import { toDocument, toDocumentWithFiles } from './document-mapping';
import { checkMayEdit, checkMayShare, contentText, editedContent, pieceOf } from './document-rules';
import {
  documentNames,
  type DocumentRow,
  documentTexts,
  filterDocuments,
  findOrderUse,
  getVisibleDocument,
  insertDocument,
  lockDocument,
  type NamedDocument,
  selectDocuments,
  selectWithoutContent,
  updateDocumentRow,
  insertRevision,
} from './document-store';

/** Lists the documents that the caller may see, newest first by default. */
export const listDocuments: ReadHandler<'listDocuments'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { limit, offset, after, sort, include_content: hasContent = true, ...filters } = query;
  const viewer = documentViewer(actor);
  const { rows, ...envelope } = await pageOf<NamedDocument>(
    reader,
    {
      matching: (db) => filterDocuments(visibleDocuments(db, workspaceId, viewer), filters),
      text: textFilter(reader.dialect, {
        workspaceId,
        type: 'document',
        columns: ['documents.title'],
        text: filters.q,
      }),
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
      items: await showWithFiles(ctx, rows, toDocument),
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
    file_ids: await storeFileIds(ctx, body.file_ids),
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
    body: await toDocumentWithFiles(ctx, { ...document, ...namesOf(actor, documentNames) }),
    headers: { Location: `/v1/documents/${document.id}`, ETag: etagOf(document.version) },
  };
};

/** Reads a document, or a piece of its content. `If-Match` keeps the pieces of one version together. */
export const getDocument: ReadHandler<'getDocument'> = async ({ path, query, header }, ctx) => {
  const row = await getVisibleDocument(ctx, path.id);
  checkIfMatch(header['If-Match'], row.version);
  const document = await toDocumentWithFiles(ctx, row);
  const isPiece = query.offset !== undefined || query.length !== undefined;
  const body = isPiece ? { ...document, ...pieceOf(document.content, query) } : document;
  return { status: 200, body, headers: { ETag: etagOf(row.version) } };
};

type Body = Input<'updateDocument'>['body'];
type Changes = RowChanges<DocumentRow>;

/** Changes a document. New content needs `If-Match` and becomes a revision. */
export const updateDocument: WriteHandler<'updateDocument'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now, newId } = ctx;
  // Packing is slow, so it comes before the transaction where the request has the whole text.
  const whole = body.content === undefined ? undefined : contentText(body.content);
  const packed = whole === undefined ? undefined : await pack(whole);
  const row = await lockDocument(ctx, path.id);
  checkMayChange(ctx, row, body);
  const use = await findOrderUse(transaction, row);
  const orders = actor.kind === 'agent' ? use : noOrders;
  const request = approvalRequest(row, body);
  await checkNamesApproval(ctx, request, () => needsApproval(ctx, row, body, orders));
  const changesContent = body.content !== undefined || body.edit !== undefined;
  const checkVersion = changesContent ? requireIfMatch : checkIfMatch;
  checkVersion(header['If-Match'], row.version);
  const content = editedText(row, body.edit) ?? whole;
  const approval = await findNamedApproval(ctx, request);
  const changes = {
    ...(await fieldsOf(ctx, row, body)),
    ...revisionOf(row, content, orders.any),
  };
  if (Object.keys(changes).length === 0) return reply(ctx, row);
  // The earlier contents are the revisions.
  await storeEarlierTexts(ctx, row, changes, ['title']);
  const { columns, names } = authorship(actor, row, changes, documentTexts);
  const after = await updateDocumentRow(transaction, row, {
    ...changes,
    ...columns,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  if (changes.content !== undefined) {
    await insertRevision(transaction, after, {
      id: newId('rev'),
      packed: packed ?? (await pack(changes.content)),
      ...(body.reason === undefined ? {} : { reason: body.reason }),
    });
  }
  await consumeApproval(ctx, approval);
  emit(ctx, {
    kind: 'document.updated',
    subject: { type: 'document', id: after.id, title: after.title },
    summary: `${actor.name} changed ${changedFields(changes)}.`,
    about: { documentId: after.id },
    related: { order_agent: use.agentActorIds },
  });
  return reply(ctx, { ...after, ...names });
};

/** The JSON text of the edited content; undefined without an edit. */
function editedText(row: DocumentRow, edit: Body['edit']): string | undefined {
  return edit === undefined
    ? undefined
    : contentText(editedContent(row.content, edit), 'body/edit/replace');
}

function checkMayChange({ actor }: WriteContext, row: DocumentRow, body: Body): void {
  checkMayEdit(actor, row);
  const { access_mode: mode } = body;
  if (mode !== undefined && mode !== row.access_mode) checkMayShare(actor, row);
}

const noOrders = { any: false, requiresProposals: false } as const;

function approvalRequest(row: DocumentRow, body: Body) {
  return {
    operation: 'updateDocument',
    request: { ...body, id: row.id },
    proposalId: body.permitted_proposal_id,
  } as const;
}

async function needsApproval(
  ctx: WriteContext,
  row: DocumentRow,
  { access_mode: mode = row.access_mode }: Body,
  orders: { readonly requiresProposals: boolean },
): Promise<boolean> {
  if (row.access_mode === 'private' && mode === 'private') return false;
  return orders.requiresProposals || requiresApproval(ctx);
}

async function fieldsOf(
  ctx: WriteContext,
  row: DocumentRow,
  { title, access_mode: mode, file_ids: files }: Body,
): Promise<Changes> {
  const fileIds = files === undefined ? row.file_ids : await changeFileIds(ctx, row, files);
  return {
    ...(title === undefined || title === row.title ? {} : { title }),
    ...(mode === undefined || mode === row.access_mode ? {} : { access_mode: mode }),
    ...(fileIds === row.file_ids ? {} : { file_ids: fileIds }),
  };
}

// A person reviews an agent's change of the document of an order.
function revisionOf(row: DocumentRow, content: string | undefined, inReview: boolean): Changes {
  if (content === undefined || content === row.content) return {};
  return {
    content,
    revision_number: row.revision_number + 1,
    review_state: inReview ? 'pending' : 'none',
  };
}

function changedFields({ title, access_mode: mode, content, file_ids: files }: Changes): string {
  const names = { title, access_mode: mode, content, files };
  return inWords(
    Object.entries(names).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
}

async function reply(ctx: ReadContext, row: NamedDocument) {
  const body = await toDocumentWithFiles(ctx, row);
  return { status: 200, body, headers: { ETag: etagOf(row.version) } } as const;
}
