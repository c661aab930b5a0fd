import { before } from './action-facts';
import type { Action, Model } from './state';

/** Whether it is not settled that the action is next in its project: an earlier one is up for review. */
export function isUnsettled(model: Model, action: Action): boolean {
  return before(model, action).some(
    ({ status, review }) => status === 'done' && review === 'pending',
  );
}
