import type { ActionsHandlers } from '../../../generated/handlers';
import { strings } from '../../platform/db/statements/columns';
import { fitting, maxPageBytes } from '../../platform/early-end';
import type { ReadHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { checkMayReadOf, findAgentActor } from '../../shared/actor-store';
import { findVisibleActions, getVisibleAction } from './action-guard';
import { replyWithRow, toActions } from './action-mapping';
import { batchOf } from './action-rules';
import { readQueue } from './claims/queue-store';
import { findVisibleSizes, listActionsBy } from './lists/action-list-store';

/** Lists actions, newest first by default. Templates are listed on request only. */
export const listActions: ReadHandler<'listActions'> = async ({ query }, ctx) => {
  const { limit, offset, after, sort, ...filters } = query;
  const body = await listActionsBy(ctx, {
    filters: { is_template: false, ...filters },
    paging: { limit, offset, after, sort },
    defaultSort: '-created_at',
  });
  return { status: 200, body };
};

/** Reads an action. */
export const getAction: ReadHandler<'getAction'> = async ({ path }, ctx) => {
  return replyWithRow(ctx, await getVisibleAction(ctx, path.id));
};

/**
 * Reads many actions by their ids, in the requested order, without duplicates. Ends early once they
 * exceed 4 MiB: before their texts are read, and once more because JSON may be longer than they are.
 */
export const batchGetActions: ReadHandler<'batchGetActions'> = async ({ query }, ctx) => {
  const ids = batchOf(query.ids);
  const sizes = await findVisibleSizes(ctx, ids);
  const visibleIds = ids.filter((id) => sizes.has(id));
  const bytes = visibleIds.map((id) => sizes.get(id) ?? 0);
  const read = visibleIds.slice(0, fitting(bytes, maxPageBytes));
  const rows = await findVisibleActions(ctx, read);
  const actions = new Map((await toActions(ctx, rows)).map((action) => [action.id, action]));
  const found = read.flatMap((id) => actions.get(id) ?? []);
  const jsonBytes = found.map((action) => Buffer.byteLength(JSON.stringify(action)));
  const visible = found.slice(0, fitting(jsonBytes, maxPageBytes));
  const shown = new Set(visible.map(({ id }) => id));
  const omitted = visibleIds.filter((id) => !shown.has(id));
  return {
    status: 200,
    body: {
      visible,
      hidden_ids: ids.filter((id) => !sizes.has(id)),
      ...(omitted.length > 0 && { omitted_ids: omitted }),
    },
  };
};

/** Lists the actions that `claim-next` offers an agent, in its order; pool work on request. */
export const getAgentQueue: ActionsHandlers['getAgentQueue'] = async ({ path, query }, ctx) => {
  const { reader, workspaceId, actor, now } = ctx;
  const agent = await findAgentActor(reader, workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  checkMayReadOf(actor, agent, 'the queue');
  const { include_claimable: pool = false, ...paging } = query;
  const capabilities = pool ? strings(agent.capabilities) : undefined;
  const queue = { workspaceId, now, actorId: agent.actor_id, capabilities };
  const { rows, ...envelope } = await readQueue(reader, queue, paging);
  const items = await toActions(ctx, rows);
  const filters = { include_claimable: pool };
  return { status: 200, body: { items, ...envelope, filters, hidden_count: 0 } };
};
