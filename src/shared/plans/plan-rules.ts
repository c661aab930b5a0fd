import { limits } from '../../../generated/limits';

/** The plan of a workspace; `unlimited` is the default of a self-hosted service. */
export type Plan = 'free' | 'unlimited';

/** A count that a plan limits. */
export type Cap = 'active_orders' | 'active_domains' | 'open_agent_actions';

// Callers must not learn the sizes of records that they may not see.
const step = limits.stored_bytes_step;

/** The stored bytes as callers see them: rounded up to whole MiB. */
export function shownBytes(bytes: number): number {
  return Math.ceil(bytes / step) * step;
}

/** The limits of a plan; null is no limit. */
export interface PlanLimits extends Readonly<Record<Cap, number | null>> {
  /** Days for which finished and dropped actions stay visible. */
  readonly history_days: number | null;
}

const planLimits: Record<Plan, PlanLimits> = {
  free: { active_orders: 2, active_domains: 2, open_agent_actions: 25, history_days: 30 },
  unlimited: {
    active_orders: null,
    active_domains: null,
    open_agent_actions: null,
    history_days: null,
  },
};

/** The limits of a plan. */
export function limitsOf(plan: Plan): PlanLimits {
  return planLimits[plan];
}
