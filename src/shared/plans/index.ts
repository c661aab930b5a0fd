/**
 * Plans: the limits of a workspace. A write that would raise a count above its cap is refused with
 * 403 `CAP_EXCEEDED`. Counts are exact under concurrency because the workspace's row is locked
 * first. The plan's history window hides every action that ended before it, with its notes, links
 * and events, from every request.
 */
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { maxCounted } from '../../platform/db/statements/text-filter';
import { problem, type Problem } from '../../platform/problems';
import {
  type Cap,
  countFor,
  findPlan,
  limitsOf,
  lockPlan,
  type Plan,
  type PlanLimits,
  shownBytes,
} from './plan-store';

export {
  beyondHistory,
  endOfAction,
  findPlan,
  type History,
  historyStart,
  isBeyondHistory,
  isHiddenAction,
  namesHidden,
  onHiddenActions,
  onShownActions,
  type Cap,
  limitsOf,
  lockPlan,
  type Plan,
  type PlanLimits,
  shownBytes,
  storedBytes,
  withinHistory,
} from './plan-store';

const names: Record<Cap, string> = {
  active_orders: 'active orders',
  active_domains: 'active domains',
  open_agent_actions: 'open actions assigned to agents',
};

/**
 * Throws 403 `CAP_EXCEEDED` with `details {cap, plan, limit, current}` when a write that adds
 * `added` to the count of `cap` would exceed it; `current` is at most 10,000. Locks the workspace's
 * row, so call it before other locks.
 */
export async function enforceCap(
  transaction: Transaction,
  workspaceId: string,
  cap: Cap,
  added = 1,
): Promise<void> {
  if (added <= 0) return;
  const plan = await lockPlan(transaction, workspaceId);
  const limit = limitsOf(plan)[cap];
  if (limit === null) return;
  const counted = await countFor(transaction, workspaceId, cap, limit + 1);
  if (counted + added <= limit) return;
  // Count beyond the limit only for the details of a refused request.
  const current =
    counted <= limit ? counted : await countFor(transaction, workspaceId, cap, maxCounted);
  throw problem('CAP_EXCEEDED', `The ${plan} plan allows ${limit} ${names[cap]}.`, {
    details: { cap, plan, limit, current },
  });
}

/**
 * 403 `CAP_EXCEEDED` if a workspace stores as many bytes as it may. The last request that was
 * accepted may exceed the limit by its own size.
 */
export function storageFault(
  { plan, bytes }: { readonly plan: string; readonly bytes: number },
  limit: number | null,
): Problem | undefined {
  if (limit === null || bytes < limit) return undefined;
  return problem(
    'CAP_EXCEEDED',
    `The workspace may store ${limit} bytes. Delete links, webhooks or saved views, or ask the operator ` +
      'for more. A file that no record refers to leaves after a week.',
    { details: { cap: 'stored_bytes', plan, limit, current: shownBytes(bytes) } },
  );
}

/**
 * The plan of a workspace, its limits, and how many more records and bytes it allows; null is no
 * limit. `maxBytes` is the server's limit of stored bytes.
 */
export async function planOf(
  reader: Reader,
  workspaceId: string,
  maxBytes: number | null,
): Promise<{
  plan: Plan;
  limits: PlanLimits & { readonly stored_bytes: number | null };
  headroom: Record<Cap | 'stored_bytes', number | null>;
}> {
  const { plan, bytes } = await findPlan(reader, workspaceId);
  const shown = shownBytes(bytes);
  const limits = { ...limitsOf(plan), stored_bytes: maxBytes };
  const headroomOf = async (cap: Cap): Promise<number | null> => {
    const limit = limits[cap];
    if (limit === null) return null;
    return Math.max(0, limit - (await countFor(reader, workspaceId, cap, limit)));
  };
  return {
    plan,
    limits,
    headroom: {
      active_orders: await headroomOf('active_orders'),
      active_domains: await headroomOf('active_domains'),
      open_agent_actions: await headroomOf('open_agent_actions'),
      stored_bytes: maxBytes === null ? null : Math.max(0, maxBytes - shown),
    },
  };
}
