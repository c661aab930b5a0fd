/**
 * Actions: units of work, from the inbox to done or dropped, with their notes and links. Of several who end an action the
 * first wins. Emits action.*, note.* and link.*. Everyone sees the actions of the workspace; workers change those of their lane.
 */
import type { ActionsHandlers } from '../../../generated/handlers';
import { batchGetActions } from './lists/batch-operations';
import { createAction } from './lifecycle/create-operations';
import { completeAction, getAction, heartbeatAction, listActions } from './action-operations';
import { reopenAction } from './lifecycle/reopen-operations';
import { approveAction, rejectAction } from './lifecycle/review-operations';
import { updateAction } from './lifecycle/update-operations';
import { addBlocker, removeBlocker } from './blockers/blocker-operations';
import { claimNextAction } from './claims/claim-next-operations';
import { claimAction, releaseAction } from './claims/claim-operations';
import { getAgentQueue } from './claims/queue-operations';

export {
  findLockedAction,
  findVisibleAction,
  getActionAndParent,
  getVisibleAction,
  toPolicyAction,
  lockAction,
} from './action-access';
export { checkMayChange } from './action-policy';
export { recordNote, showLatestNote } from './note-activity';
export { dropActionWith } from './lifecycle/drop-operations';
export { toActions } from './action-mapping';
export { listActionsBy } from './lists/action-list-store';
export { isTerminal } from './action-rules';
export {
  actionable,
  coveredBy,
  inActiveProject,
  notTemplate,
  open,
  queueOrder,
  readyAssignedOrClaimedBy,
  stalled,
  template,
  unclaimed,
  undeferred,
  worker,
  working,
} from './lists/action-scopes-store';
export { actionsOf, type ActionRow } from './action-store';
export { isWorking, activityWindows, type ActivityWindows } from './activity-rules';
export { endPoolClaims, returnToPool } from './bulk/agent-actions';
export { copyTemplateActions, dropOpenActions, listActionsOfProject } from './bulk/project-actions';
export {
  countOpenActions,
  findOpenPolicyActions,
  moveActionsToDomain,
} from './bulk/project-actions-store';
export { lockBlockedActions } from './bulk/blocked-by-question-store';
export { blockForQuestion, unblockAfterQuestion, unblockActions } from './bulk/blocked-by-question';

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
