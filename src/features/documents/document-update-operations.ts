import { emit } from '../../shared/events';
import { etagOf, matchVersion, requireVersion } from '../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { findApproval, requiresApproval, consumeApproval } from '../proposals';
import { toDocument } from './document-mapping';
import { checkMayEdit, checkMayShare } from './document-policy';
import { documentViewer } from '../../shared/document-visibility';
import { contentText } from './document-rules';
import {
  findDocumentForUpdate,
  findOrdersOn,
  updateDocumentRow,
  type DocumentRow,
} from './document-store';
import { insertRevision } from './revision-store';

type Body = Input<'updateDocument'>['body'];
type Changes = Partial<DocumentRow>;

/** Changes a document; new content becomes a revision, and of several writers with one version the first wins. */
export const updateDocument: WriteHandler<'updateDocument'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now, newId } = ctx;
  const content = body.content === undefined ? undefined : contentText(body.content);
  const row = await lockDocument(ctx, path.id);
  admit(ctx, row, body);
  const check = content === undefined ? matchVersion : requireVersion;
  check(header['If-Match'], row.version);
  const orders = actor.kind === 'agent' ? await findOrdersOn(transaction, row) : noOrders;
  const leave = await leaveFor(ctx, row, body, orders);
  const changes = { ...fieldsOf(row, body), ...revisionOf(row, content, orders.any) };
  if (Object.keys(changes).length === 0) return reply(row);
  const stamp = { updated_at: now, updated_by_actor_id: actor.id, version: row.version + 1 };
  const after: DocumentRow = { ...row, ...changes, ...stamp };
  await updateDocumentRow(transaction, row, { ...changes, ...stamp });
  if (changes.content !== undefined) {
    await insertRevision(transaction, after, {
      id: newId('rev'),
      ...(body.reason === undefined ? {} : { reason: body.reason }),
    });
  }
  await consumeApproval(ctx, leave);
  emit(ctx, {
    kind: 'document.updated',
    subject: { type: 'document', id: after.id, title: after.title },
    summary: `${actor.name} changed ${namesOf(changes)}.`,
    about: { documentId: after.id },
  });
  return reply(after);
};

/** The document of an id with its row locked; 404 when the caller cannot see one. */
export async function lockDocument(ctx: WriteContext, id: string): Promise<DocumentRow> {
  const { transaction, workspaceId, actor } = ctx;
  const row = await findDocumentForUpdate(transaction, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}

function admit({ actor }: WriteContext, row: DocumentRow, body: Body): void {
  checkMayEdit(actor, row);
  const { access_mode: mode } = body;
  if (mode !== undefined && mode !== row.access_mode) checkMayShare(actor, row);
}

const noOrders = { any: false, asking: false } as const;

async function leaveFor(
  ctx: WriteContext,
  row: DocumentRow,
  body: Body,
  orders: { readonly asking: boolean },
) {
  return findApproval(ctx, {
    operation: 'updateDocument',
    request: { ...body, id: row.id },
    proposalId: body.permitted_proposal_id,
    required: row.access_mode !== 'private' && (orders.asking || (await requiresApproval(ctx))),
  });
}

function fieldsOf(row: DocumentRow, { title, access_mode: mode }: Body): Changes {
  return {
    ...(title === undefined || title === row.title ? {} : { title }),
    ...(mode === undefined || mode === row.access_mode ? {} : { access_mode: mode }),
  };
}

// What an agent makes of an order's document is looked at by a person (product section 4).
function revisionOf(row: DocumentRow, content: string | undefined, inReview: boolean): Changes {
  if (content === undefined || content === row.content) return {};
  return {
    content,
    revision_number: row.revision_number + 1,
    review_state: inReview ? 'pending' : 'none',
  };
}

function namesOf({ title, access_mode: mode, content }: Changes): string {
  const names = { title, access_mode: mode, content };
  return Object.entries(names)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(', ');
}

function reply(row: DocumentRow) {
  return { status: 200, body: toDocument(row), headers: { ETag: etagOf(row.version) } } as const;
}
