/**
 * Actions: units of work, from the inbox to done or dropped, with their notes and links. Of several who end an action the
 * first wins. Emits action.*, note.* and link.*. Everyone sees the actions of the workspace; workers change those of their lane.
 */
import type { ActionsHandlers } from '../../generated/handlers';
import { createAction } from './action-create';
import { completeAction, getAction, heartbeatAction, listActions } from './action-operations';
import { updateAction } from './action-update';

export { linksHandlers } from './link-operations';
export { actionNotesHandlers } from './note-operations';
export { findLockedAction, laneOf } from './action-access';
export { listActionsBy } from './action-list-store';
export { isTerminal } from './action-rules';
export {
  actionable,
  coveredBy,
  inActiveProject,
  isWorking,
  notTemplate,
  open,
  stalled,
  template,
  undeferred,
  working,
} from './action-scopes-store';
export type { ActionRow } from './action-store';
export { findHistoryStart, withinHistory } from './history-store';
export { copyTemplateActions, dropOpenActions, listActionsOfProject } from './project-actions';
export { countOpenActions, findOpenLanes, moveActionsToDomain } from './project-actions-store';
export { lockHeldActions } from './action-holds-store';
export { holdForQuestion, resumeAfterQuestion, resumeHeldActions } from './question-holds';

/** The operations on actions. */
export const actionsHandlers: ActionsHandlers = {
  listActions,
  createAction,
  getAction,
  updateAction,
  completeAction,
  heartbeatAction,
};
