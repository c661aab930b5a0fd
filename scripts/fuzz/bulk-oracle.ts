import { isRecord } from '../../src/platform/json';
import type { TestApp } from '../servers/app';
import { agents, type Credentials } from './credentials';
import { isDecodable } from './judge';
import type { Draft } from './draft';

/** An open action as it was before a request. */
interface OpenAction {
  readonly id: string;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly created_by_actor_id: string;
  readonly claimed_by_actor_id: string | null;
  readonly claim_expires_at: Date | string | null;
  readonly order_requires: unknown;
}

/** Finds the fault of a response to a watched request; undefined when it has none. */
export type FindBulkFault = (status: number) => Promise<string | undefined>;

const nothing: FindBulkFault = async () => undefined;

/**
 * Watches a request by which an agent may drop all actions of a project. It must not drop an action
 * that the agent could not drop alone.
 */
export async function watchBulk(
  draft: Draft,
  { app, credentials }: { readonly app: TestApp; readonly credentials: Credentials },
): Promise<FindBulkFault> {
  const {
    operation,
    by,
    path: { id: target = '' },
    body,
  } = draft;
  const me = credentials.actorOf(by);
  if (operation !== 'updateProject' || !agents.has(by) || me === undefined) return nothing;
  if (!isDecodable(target)) return nothing;
  const { knex } = app.database;
  const before: OpenAction[] = await knex('actions')
    .leftJoin('orders', 'orders.id', 'actions.order_id')
    .where('actions.project_id', decodeURIComponent(target))
    .whereIn('actions.status', ['inbox', 'ready', 'waiting'])
    .select('actions.id', 'actions.status', 'actions.assigned_actor_id')
    .select('actions.created_by_actor_id', 'actions.claimed_by_actor_id')
    .select('actions.claim_expires_at', 'orders.requires_proposals as order_requires');
  if (before.length === 0) return nothing;
  const isPermitted = isRecord(body) && typeof body['permitted_proposal_id'] === 'string';
  const now = Date.now();
  return async (status) => {
    if (status >= 300) return undefined;
    const ids = before.map(({ id }) => id);
    const dropped: string[] = await knex('actions')
      .whereIn('id', ids)
      .where('status', 'dropped')
      .pluck('id');
    for (const action of before.filter(({ id }) => dropped.includes(id))) {
      const fault = refusalOf(action, { me, by, isPermitted, now });
      if (fault !== undefined) return `it dropped ${action.id}, which ${fault}.`;
    }
    return undefined;
  };
}

// Why the agent could not drop the action alone, as far as every capability of it may match.
function refusalOf(
  action: OpenAction,
  {
    me,
    by,
    isPermitted,
    now,
  }: {
    readonly me: string;
    readonly by: string;
    readonly isPermitted: boolean;
    readonly now: number;
  },
): string | undefined {
  const { assigned_actor_id: assignee, claimed_by_actor_id: claimant, status } = action;
  const expiry = action.claim_expires_at;
  const isLive = expiry === null ? status === 'waiting' : new Date(expiry).getTime() > now;
  if (claimant !== null && claimant !== me && isLive) return 'another agent has claimed';
  if (Boolean(action.order_requires) && !isPermitted) return 'needs an approval';
  const isMine = [assignee, claimant, action.created_by_actor_id].includes(me);
  const isPool = assignee === null && status === 'ready';
  if (by === 'worker' && !isMine && !isPool) return 'the worker may not change';
  return undefined;
}
