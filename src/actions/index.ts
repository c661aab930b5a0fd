/**
 * Actions: units of work, from the inbox to done or dropped, with their notes and links. Of several who end an action the
 * first wins. Emits action.*, note.* and link.*. Everyone sees the actions of the workspace; workers change those of their lane.
 */
import type { ActionsHandlers } from '../../generated/handlers';
import { batchGetActions } from './action-batch';
import { createAction } from './action-create';
import { completeAction, getAction, heartbeatAction, listActions } from './action-operations';
import { reopenAction } from './action-reopen';
import { approveAction, rejectAction } from './action-review';
import { updateAction } from './action-update';
import { addBlocker, removeBlocker } from './blocker-operations';
import { claimNextAction } from './claim-next';
import { claimAction, releaseAction } from './claim-operations';
import { getAgentQueue } from './queue-operations';

export { linksHandlers } from './link-operations';
export { actionNotesHandlers } from './note-operations';
export { findLockedAction, getActionAndParent, laneOf } from './action-access';
export { dropActionWith } from './action-drop';
export { toActions } from './action-mapping';
export { listActionsBy } from './action-list-store';
export { isTerminal } from './action-rules';
export {
  actionable,
  coveredBy,
  inActiveProject,
  notTemplate,
  open,
  queueOrder,
  readyHeldBy,
  stalled,
  template,
  unclaimed,
  undeferred,
  worker,
  working,
} from './action-scopes-store';
export type { ActionRow } from './action-store';
export { isWorking, momentOf, type Moment } from './moment-rules';
export { endPoolClaims, returnToPool } from './agent-actions';
export { copyTemplateActions, dropOpenActions, listActionsOfProject } from './project-actions';
export { countOpenActions, findOpenLanes, moveActionsToDomain } from './project-actions-store';
export { lockHeldActions } from './action-holds-store';
export { holdForQuestion, resumeAfterQuestion, resumeHeldActions } from './question-holds';

/**
 * The operations on actions, but two: app.ts makes `dropAction` with the room that ends the questions about an action, and
 * `getActionContext` is with the views, which know the other rooms.
 */
export const actionsHandlers: Omit<ActionsHandlers, 'dropAction' | 'getActionContext'> = {
  listActions,
  createAction,
  batchGetActions,
  getAction,
  updateAction,
  completeAction,
  reopenAction,
  approveAction,
  rejectAction,
  heartbeatAction,
  claimAction,
  claimNextAction,
  getAgentQueue,
  releaseAction,
  addBlocker,
  removeBlocker,
};
