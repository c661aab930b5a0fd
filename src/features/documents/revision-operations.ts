import { emit, type EventKind } from '../../shared/events';
import type { ReadHand } from '../../platform/db/hands';
import { pageOf } from '../../platform/db/statements/page';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { Context, ReadHandler, WriteContext, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { toRevision, toRevisionSummary } from './document-mapping';
import { privateDocumentsOf } from '../../shared/document-visibility';
import { checkInReview, checkRevertible } from './document-rules';
import { findDocument, updateDocumentRow, type DocumentRow } from './document-store';
import { lockDocument } from './document-update-operations';
import {
  findRevision,
  getRevisionOfNumber,
  insertRevision,
  reviewRevision,
  revisionsOf,
  selectRevisionSummary,
  type RevisionRow,
  type RevisionSummaryRow,
} from './revision-store';

/** Lists the revisions of a document, newest first unless asked otherwise. */
export const listDocumentRevisions: ReadHandler<'listDocumentRevisions'> = async (
  { path, query },
  { hand, workspaceId, actor },
) => {
  const { limit, offset, after, sort, ...filters } = query;
  const key = { workspaceId, id: path.id };
  const document = await findDocument(hand, key, privateDocumentsOf(actor));
  if (document === undefined) throw notFound('document', path.id);
  const { review_state: state } = filters;
  const { rows, ...envelope } = await pageOf<RevisionSummaryRow>(
    hand,
    {
      matching: (db) => {
        const revisions = revisionsOf(db, workspaceId, document.id);
        return state === undefined
          ? revisions
          : revisions.where('document_revisions.review_state', state);
      },
      select: selectRevisionSummary,
      id: 'document_revisions.id',
      sorts: { number: { column: 'document_revisions.number', holds: 'int32' } },
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
  answer(await getVisibleRevision(ctx, path.id));

/** Approves a pending revision. */
export const approveRevision: WriteHandler<'approveRevision'> = async ({ path, header }, ctx) => {
  const { hand, actor, now } = ctx;
  const { revision, document } = await lockRevision(ctx, path.id);
  matchVersion(header['If-Match'], revision.version);
  checkInReview(revision.review_state);
  await reviewRevision(hand, revision, { state: 'approved', actorId: actor.id, now });
  if (revision.number === document.revision_number) {
    const version = document.version + 1;
    await updateDocumentRow(hand, document, { review_state: 'approved', version });
  }
  tell(ctx, document, 'document.approved', `approved revision ${revision.number}`);
  return answer(await getVisibleRevision(ctx, revision.id));
};

/** Takes back the newest revision: the content before it becomes a new revision, and the one taken back is reverted. */
export const revertRevision: WriteHandler<'revertRevision'> = async (
  { path, header, body },
  ctx,
) => {
  const { hand, actor, now, newId } = ctx;
  const { revision, document } = await lockRevision(ctx, path.id);
  matchVersion(header['If-Match'], revision.version);
  checkRevertible(revision, await getRevisionOfNumber(hand, document, document.revision_number));
  const before = await getRevisionOfNumber(hand, document, revision.number - 1);
  const changes = {
    content: before.content,
    revision_number: document.revision_number + 1,
    review_state: 'none',
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: document.version + 1,
  } as const;
  await reviewRevision(hand, revision, { state: 'reverted', actorId: actor.id, now });
  await updateDocumentRow(hand, document, changes);
  const id = newId('rev');
  await insertRevision(
    hand,
    { ...document, ...changes },
    {
      id,
      revertsId: revision.id,
      ...(body?.reason === undefined ? {} : { reason: body.reason }),
    },
  );
  tell(ctx, document, 'document.reverted', `took back revision ${revision.number}`);
  return answer(await getVisibleRevision(ctx, id));
};

async function getVisibleRevision(
  { hand, workspaceId, actor }: Context & { readonly hand: ReadHand },
  id: string,
): Promise<RevisionRow> {
  const row = await findRevision(hand, { workspaceId, id }, privateDocumentsOf(actor));
  if (row === undefined) throw notFound('revision', id);
  return row;
}

// The lock is the document's, so that its revisions change one after the other.
async function lockRevision(
  ctx: WriteContext,
  id: string,
): Promise<{ revision: RevisionRow; document: DocumentRow }> {
  const { document_id: documentId } = await getVisibleRevision(ctx, id);
  const document = await lockDocument(ctx, documentId);
  return { document, revision: await getVisibleRevision(ctx, id) };
}

function tell(ctx: WriteContext, { id, title }: DocumentRow, kind: EventKind, what: string): void {
  emit(ctx, {
    kind,
    subject: { type: 'document', id, title },
    summary: `${ctx.actor.name} ${what}.`,
    about: { documentId: id },
  });
}

function answer(row: RevisionRow) {
  return { status: 200, body: toRevision(row), headers: { ETag: etagOf(row.version) } } as const;
}
