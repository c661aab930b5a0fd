import { documentViewer } from '../../shared/document-visibility';
import { emit } from '../../shared/events';
import {
  attachLinks,
  checkDocuments,
  checkMayAttach,
  checkMayChangeLink,
  checkLinkSubject,
  checkTakesUrl,
  countHiddenLinks,
  deleteLinkRow,
  getLinkRow,
  linkEvent,
  lockLinkRow,
  lockSubjectOwner,
  matchingLinks,
  selectLink,
  toLink,
  updateLinkRow,
  type LinkScope,
  type NamedLink,
} from '../../shared/links';
import { pageOf } from '../../platform/db/statements/page';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type {
  Input,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { historyStart } from '../../shared/plans';
import { authorship } from '../../shared/text-store';
import { invalidReference, refuseTogether } from '../../platform/problems';
import { checkMayChange, findLockedAction, toPolicyAction } from '../actions';

/** Lists links, newest first by default. */
export const listLinks: ReadHandler<'listLinks'> = async ({ query }, ctx) => {
  const { limit, offset, after, sort, ...filters } = query;
  const scope = scopeOf(ctx);
  const { rows, ...envelope } = await pageOf<NamedLink>(
    ctx.reader,
    {
      matching: (db) => matchingLinks(db, scope, filters),
      select: selectLink,
      id: 'links.id',
      sorts: { created_at: { column: 'links.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  const hidden = await countHiddenLinks(ctx.reader, scope, filters);
  const items = rows.map(toLink);
  return {
    status: 200,
    body: { items, ...envelope, filters: { ...filters }, hidden_count: hidden },
  };
};

/** Attaches a URL or a document to an action, a project or an order, or returns the known link. */
export const createLink: WriteHandler<'createLink'> = async ({ body }, ctx) => {
  checkLinkSubject(body);
  await refuseTogether(
    () => lockSubject(ctx, body),
    () => checkDocuments(ctx, [body], () => 'body'),
  );
  const [attached] = await attachLinks(ctx, body, [body], () => 'body');
  if (attached === undefined) throw new Error('attachLinks returned no link for a target.');
  const { link, isNew } = attached;
  const { body: shown, headers } = reply(link);
  const Location = `/v1/links/${link.id}`;
  return { status: isNew ? 201 : 200, body: shown, headers: { ...headers, Location } };
};

/** Reads a link. */
export const getLink: ReadHandler<'getLink'> = async ({ path }, ctx) => {
  const link = await getLinkRow(ctx.reader, scopeOf(ctx), path.id);
  return reply(link);
};

/** Changes the title or the URL of a link. */
export const updateLink: WriteHandler<'updateLink'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const link = await lockLink(ctx, path.id);
  checkIfMatch(header['If-Match'], link.version);
  checkTakesUrl(link, body.url);
  const changes = {
    ...(body.title === undefined || body.title === link.title ? {} : { title: body.title }),
    ...(body.url === undefined || body.url === link.url ? {} : { url: body.url }),
  };
  if (Object.keys(changes).length === 0) return reply(link);
  const { columns, names } = authorship(actor, link, changes, ['title']);
  const after = await updateLinkRow(transaction, link, {
    ...changes,
    ...columns,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, linkEvent(after, 'link.updated', `${actor.name} changed the link.`));
  return reply({ ...after, ...names });
};

/** Deletes a link, but not its target. */
export const deleteLink: WriteHandler<'deleteLink'> = async ({ path }, ctx) => {
  const link = await lockLink(ctx, path.id);
  await deleteLinkRow(ctx.transaction, link);
  emit(ctx, linkEvent(link, 'link.deleted', `${ctx.actor.name} removed the link.`));
  return { status: 204 };
};

// Locks the record of the link. Throws unless the caller may attach links to it.
async function lockSubject(
  ctx: WriteContext,
  { action_id, project_id, order_id }: Input<'createLink'>['body'],
): Promise<void> {
  const { transaction, workspaceId, actor } = ctx;
  if (action_id !== undefined) {
    const action = await findLockedAction(ctx, action_id);
    if (action === undefined) throw invalidReference('body/action_id', 'an action');
    checkMayChange(actor, toPolicyAction(action));
  } else if (project_id !== undefined) {
    const project = await lockSubjectOwner(transaction, workspaceId, {
      table: 'projects',
      id: project_id,
    });
    if (project === undefined) throw invalidReference('body/project_id', 'a project');
    checkMayAttach(actor, project);
  } else if (order_id !== undefined) {
    const order = await lockSubjectOwner(transaction, workspaceId, {
      table: 'orders',
      id: order_id,
    });
    if (order === undefined) throw invalidReference('body/order_id', 'an order');
    checkMayAttach(actor, order);
  }
}

async function lockLink(ctx: WriteContext, id: string): Promise<NamedLink> {
  const link = await lockLinkRow(ctx.transaction, scopeOf(ctx), id);
  checkMayChangeLink(ctx.actor, link);
  return link;
}

function scopeOf(ctx: ReadContext): LinkScope {
  return {
    workspaceId: ctx.workspaceId,
    viewer: documentViewer(ctx.actor),
    historyStart: historyStart(ctx),
  };
}

function reply(link: NamedLink) {
  return { status: 200, body: toLink(link), headers: { ETag: etagOf(link.version) } } as const;
}
