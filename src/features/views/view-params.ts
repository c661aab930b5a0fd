import { activityWindows, type ActivityWindows } from '../actions';
import type { ReadContext } from '../../platform/operation';

/** The parts of a request's context that the stores of views use. */
export type ViewContext = Pick<
  ReadContext,
  'reader' | 'workspaceId' | 'now' | 'settings' | 'historyDays'
>;

/** The parameters that the statements of views have in common. */
export interface ViewParams extends ActivityWindows {
  readonly workspaceId: string;
}

/** The statement parameters of a request. */
export function viewParams(ctx: ViewContext): ViewParams {
  return { workspaceId: ctx.workspaceId, ...activityWindows(ctx) };
}
