import { emit, type NewEvent, type NewsKind } from '../../shared/events';
import { authorship } from '../../shared/text-store';
import { unpack } from '../../platform/db/packed-text';
import type { Reader } from '../../platform/db/reader';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type { Context, ReadHandler, WriteContext, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { toRevision, toRevisionSummary } from './document-mapping';
import { documentViewer } from '../../shared/document-visibility';
import { checkInReview, checkRevertible } from './document-rules';
import {
  type DocumentRow,
  findOrderUse,
  getVisibleDocument,
  lockDocument,
  type NamedDocument,
  updateDocumentRow,
  findRevision,
  getRevisionOfNumber,
  insertRevision,
  reviewRevision,
  revisionsOf,
  selectRevisionSummary,
  type RevisionRow,
  type RevisionSummaryRow,
} from './document-store';

/** Lists the revisions of a document, newest first by default. */
export const listDocumentRevisions: ReadHandler<'listDocumentRevisions'> = async (
  { path, query },
  ctx,
) => {
  const { reader, workspaceId } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const document = await getVisibleDocument(ctx, path.id);
  const { review_state: state } = filters;
  const { rows, ...envelope } = await pageOf<RevisionSummaryRow>(
    reader,
    {
      matching: (db) => {
        const revisions = revisionsOf(db, workspaceId, document.id);
        return state === undefined
          ? revisions
          : revisions.where('document_revisions.review_state', state);
      },
      select: selectRevisionSummary,
      id: 'document_revisions.id',
      bytes: bytesOfTexts('document_revisions.reason'),
      sorts: { number: { column: 'document_revisions.number', type: 'int32' } },
      defaultSort: '-number',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map(toRevisionSummary),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** Reads a revision with its content. */
export const getRevision: ReadHandler<'getRevision'> = async ({ path }, ctx) =>
  reply(await getVisibleRevision(ctx, path.id));

/** Approves a pending revision. */
export const approveRevision: WriteHandler<'approveRevision'> = async ({ path, header }, ctx) => {
  const { transaction, actor, now } = ctx;
  const { revision, document } = await lockRevision(ctx, path.id);
  checkIfMatch(header['If-Match'], revision.version);
  checkInReview(revision.review_state);
  await reviewRevision(transaction, revision, { state: 'approved', actorId: actor.id, now });
  if (revision.number === document.revision_number) {
    await updateDocumentRow(transaction, document, { review_state: 'approved' });
  }
  const summary = `${actor.name} approved revision ${revision.number}.`;
  emit(ctx, await documentEvent(ctx, 'document.approved', { document, revision, summary }));
  return reply(await getVisibleRevision(ctx, revision.id));
};

/** Reverts the newest revision: the content before it becomes a new revision. */
export const revertRevision: WriteHandler<'revertRevision'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now, newId } = ctx;
  const { revision, document } = await lockRevision(ctx, path.id);
  checkIfMatch(header['If-Match'], revision.version);
  checkRevertible(
    revision,
    await getRevisionOfNumber(transaction, document, document.revision_number),
  );
  const before = await getRevisionOfNumber(transaction, document, revision.number - 1);
  const content = await unpack(before.content);
  await reviewRevision(transaction, revision, { state: 'reverted', actorId: actor.id, now });
  const after = await updateDocumentRow(transaction, document, {
    content,
    ...authorship(actor, document, { content }, ['content']).columns,
    revision_number: document.revision_number + 1,
    review_state: 'none',
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  const id = newId('rev');
  await insertRevision(transaction, after, {
    id,
    packed: before.content,
    revertsId: revision.id,
    ...(body?.reason === undefined ? {} : { reason: body.reason }),
  });
  const summary = `${actor.name} took back revision ${revision.number}.`;
  emit(ctx, await documentEvent(ctx, 'document.reverted', { document, revision, summary }));
  return reply(await getVisibleRevision(ctx, id));
};

async function getVisibleRevision(
  { reader, workspaceId, actor }: Context & { readonly reader: Reader },
  id: string,
): Promise<RevisionRow> {
  const row = await findRevision(reader, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('revision', id);
  return row;
}

// Locks the document instead of the revision, so that changes of its revisions run one after the
// other.
async function lockRevision(
  ctx: WriteContext,
  id: string,
): Promise<{ revision: RevisionRow; document: NamedDocument }> {
  const { document_id: documentId } = await getVisibleRevision(ctx, id);
  const document = await lockDocument(ctx, documentId);
  return { document, revision: await getVisibleRevision(ctx, id) };
}

async function documentEvent(
  { transaction }: WriteContext,
  kind: NewsKind,
  {
    document,
    revision,
    summary,
  }: {
    readonly document: DocumentRow;
    readonly revision: RevisionRow;
    readonly summary: string;
  },
): Promise<NewEvent> {
  const { id, title } = document;
  const { agentActorIds } = await findOrderUse(transaction, document);
  return {
    kind,
    subject: { type: 'document', id, title },
    summary,
    about: { documentId: id },
    related: {
      author: [revision.created_by_actor_id],
      order_agent: agentActorIds,
    },
  };
}

function reply(row: RevisionRow) {
  return { status: 200, body: toRevision(row), headers: { ETag: etagOf(row.version) } } as const;
}
