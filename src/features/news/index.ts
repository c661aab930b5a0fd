/**
 * News: the events that concern an agent, with what the agent needs to continue, and how far it has
 * read them. `shared/events` defines and stores them with the events. Marking them as read emits no
 * event.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { fitting } from '../../platform/early-end';
import type { Actor, ReadContext, ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound, problem } from '../../platform/problems';
import { agentViewer } from '../../shared/document-visibility';
import {
  findNewsReader,
  markNewsRead,
  type NewsReader,
  type NewsRow,
  readNews,
} from '../../shared/events';
import { historyStart } from '../../shared/plans';
import { decodeNewsCursor, encodeNewsCursor, toNewsItems } from './news-mapping';

/** Lists the unread news of an agent, or those after the caller's cursor. */
const getAgentNews: ReadHandler<'getAgentNews'> = async ({ path, query }, ctx) => {
  const { reader, workspaceId, actor, epoch } = ctx;
  const { limit = 50 } = query;
  const agent = await getNewsReader(ctx, path.id);
  checkMayReadNews(actor, agent);
  const after =
    query.after === undefined
      ? agent.read_through
      : decodeNewsCursor(query.after, positionOf('query/after', agent, epoch));
  const rows = await readNews(reader, {
    workspaceId,
    actorId: agent.actor_id,
    after,
    viewer: agentViewer(workspaceId, agent),
    historyStart: historyStart(ctx),
    readThrough: agent.read_through,
    limit: limit + 1,
  });
  const items = await toItems(ctx, agent, rows.slice(0, limit));
  const end = rows[items.length - 1]?.position ?? after;
  const hasMore = rows.length > items.length;
  const endsEarly = hasMore && items.length < limit;
  return {
    status: 200,
    body: {
      items,
      page: {
        offset: 0,
        limit: endsEarly ? items.length : limit,
        has_more: hasMore,
        next: encodeNewsCursor({ agentId: agent.id, epoch }, end),
      },
      sort: 'position',
      filters: {},
    },
  };
};

/** Moves the position of the calling agent in its news forward. */
const markAgentNewsRead: WriteHandler<'markAgentNewsRead'> = async ({ path, body }, ctx) => {
  const { transaction, workspaceId, actor, epoch } = ctx;
  const agent = await getNewsReader(ctx, path.id);
  checkMayMarkRead(actor, agent);
  const through = decodeNewsCursor(body.through, positionOf('body/through', agent, epoch));
  const stored = await markNewsRead(transaction, {
    workspaceId,
    actorId: agent.actor_id,
    through,
  });
  const cursor = encodeNewsCursor({ agentId: agent.id, epoch }, stored);
  return { status: 200, body: { through: cursor } };
};

async function getNewsReader(
  { reader, workspaceId }: Pick<ReadContext, 'reader' | 'workspaceId'>,
  id: string,
): Promise<NewsReader> {
  const agent = await findNewsReader(reader, workspaceId, id);
  if (agent === undefined) throw notFound('agent', id);
  return agent;
}

function positionOf(path: string, { id, last }: NewsReader, epoch: string) {
  return { path, agentId: id, last, epoch };
}

// The items that fit into the page. The sizes of their texts decide which texts are read at all,
// and the sizes of the finished items decide where the page ends.
async function toItems(
  { reader, workspaceId, now, epoch, settings: { consoleUrl } }: ReadContext,
  agent: NewsReader,
  rows: readonly NewsRow[],
): Promise<components['schemas']['NewsItem'][]> {
  const read = within(rows, ({ size }) => size);
  const owner = { workspaceId, agentId: agent.id, consoleUrl, now, epoch };
  const items = await toNewsItems(reader, owner, read);
  return within(items, (item) => Buffer.byteLength(JSON.stringify(item)));
}

/** The first entries that together have at most 256 KiB, at least one. */
function within<T>(entries: readonly T[], sizeOf: (entry: T) => number): T[] {
  return entries.slice(0, fitting(entries.map(sizeOf), limits.news_bytes));
}

interface Agent {
  readonly id: string;
  readonly name: string;
}

/** Throws 403 `FORBIDDEN` unless the caller is the agent, a sysadmin agent or a person. */
function checkMayReadNews(actor: Actor, agent: Agent): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === agent.id)
    return;
  throw problem(
    'FORBIDDEN',
    `Only people, sysadmin agents and ${agent.name} can read the news of ${agent.name}.`,
  );
}

/** Throws 403 `FORBIDDEN` unless the caller is the agent. */
function checkMayMarkRead(actor: Actor, agent: Agent): void {
  if (actor.kind === 'agent' && actor.agentId === agent.id) return;
  throw problem('FORBIDDEN', `Only ${agent.name} can mark its news as read.`);
}

export { toNewsItems } from './news-mapping';

/** The operations of this feature. */
export const newsHandlers: Pick<EventsHandlers, 'getAgentNews' | 'markAgentNewsRead'> = {
  getAgentNews,
  markAgentNewsRead,
};
