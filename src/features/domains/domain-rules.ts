import { problem } from '../../platform/problems';

/** Throws 409 `DOMAIN_IN_USE` with `details` unless all counts are 0. */
export function checkUnused(uses: {
  readonly projects: number;
  readonly actions: number;
  readonly orders: number;
}): void {
  if (uses.projects + uses.actions + uses.orders === 0) return;
  throw problem(
    'DOMAIN_IN_USE',
    `The domain has ${uses.projects} project(s), ${uses.actions} open action(s) and ${uses.orders} order(s). Finish or move them first.`,
    {
      details: {
        project_count: uses.projects,
        action_count: uses.actions,
        order_count: uses.orders,
      },
    },
  );
}
