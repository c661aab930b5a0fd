/**
 * Plans: the limits of a workspace. Only a write that would raise a count above its cap is refused
 * (403 `CAP_EXCEEDED`), exactly so under concurrency: the workspace's row is locked before anything
 * is counted. The plan's history window hides every action that ended before it, with its notes,
 * links and events, from every request.
 */
import type { Reader, Transaction } from '../../platform/db/transaction';
import { maxCounted } from '../../platform/db/statements/page';
import { problem } from '../../platform/problems';
import { limitsOf, type Cap, type Plan, type PlanLimits } from './plan-rules';
import { countFor, findPlan, lockPlan } from './plan-store';

export { historyStart, isBeyondHistory, type History } from './history-rules';
export {
  beyondHistory,
  isHiddenAction,
  namesHidden,
  onHiddenActions,
  onShownActions,
  withinHistory,
} from './history-store';
export { limitsOf, type Cap, type Plan, type PlanLimits } from './plan-rules';
export { lockPlan } from './plan-store';

const names: Record<Cap, string> = {
  active_orders: 'active orders',
  active_domains: 'active domains',
  open_agent_actions: 'open actions assigned to agents',
};

/**
 * Call before a write that adds `added` (1 unless given) to what `cap` counts. Refuses with 403
 * `CAP_EXCEEDED` and `details {cap, plan, limit, current}` (product section 4); `current` stops at
 * 10,000. Locks the workspace's row: call it before other locks.
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
  // A request that is admitted counts no further than it must.
  const current =
    counted <= limit ? counted : await countFor(transaction, workspaceId, cap, maxCounted);
  throw problem('CAP_EXCEEDED', `The ${plan} plan admits ${limit} ${names[cap]}.`, {
    details: { cap, plan, limit, current },
  });
}

/** What the plan admits and how much of it is left; null is without limit. */
export async function planOf(
  reader: Reader,
  workspaceId: string,
): Promise<{ plan: Plan; limits: PlanLimits; headroom: Record<Cap, number | null> }> {
  const plan = await findPlan(reader, workspaceId);
  const limits = limitsOf(plan);
  const left = async (cap: Cap): Promise<number | null> => {
    const limit = limits[cap];
    if (limit === null) return null;
    return Math.max(0, limit - (await countFor(reader, workspaceId, cap, limit)));
  };
  return {
    plan,
    limits,
    headroom: {
      active_orders: await left('active_orders'),
      active_domains: await left('active_domains'),
      open_agent_actions: await left('open_agent_actions'),
    },
  };
}
