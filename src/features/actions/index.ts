/**
 * Actions: units of work, from the inbox to done or dropped. Emits action.*. Everybody in the
 * workspace reads actions. Worker agents change their own actions and pool work that they can do.
 *
 * Folders: `claims` has claims and queues, `blockers` the dependencies, `lists` the lists and the
 * conditions of their queries, `lifecycle` the verbs, `bulk` the changes of many actions at once,
 * `timers` the events that time brings about.
 */
import type { ActionsHandlers } from '../../../generated/handlers';
import { addBlocker, removeBlocker } from './blockers/blocker-operations';
import { claimAction, releaseAction } from './claims/claim-operations';
import { heartbeatAction } from './claims/heartbeat-operations';
import { getAgentQueue } from './claims/queue-operations';
import { completeAction } from './lifecycle/complete-operations';
import { createAction } from './lifecycle/create-operations';
import { reopenAction } from './lifecycle/reopen-operations';
import { reviewBatch } from './lifecycle/review-batch-operations';
import { approveAction, rejectAction } from './lifecycle/review-operations';
import { updateAction } from './lifecycle/update-operations';
import { getAction, listActions } from './lists/action-operations';
import { batchGetActions } from './lists/batch-operations';

export {
  findLockedAction,
  findVisibleAction,
  getActionAndParent,
  getVisibleAction,
  toPolicyAction,
  lockAction,
} from './action-access';
export { workersOf } from './action-events';
export { checkMayChange } from './action-policy';
export { lockDependencies } from './blockers/blocker-store';
export { checkSequence, findCycles } from './blockers/dependency-cycles';
export { findWorkspacesWithBlockers } from './blockers/dependency-store';
export { recordNote, showLatestNote } from './note-activity';
export { claimNextActionWith } from './claims/claim-next-operations';
export { dropActionWith } from './lifecycle/drop-operations';
export { toActions } from './action-mapping';
export { bytesOfAction } from './lists/action-bytes-store';
export { listActionsBy } from './lists/action-list-store';
export { isTerminal } from './action-rules';
export {
  actionable,
  claimablePool,
  inActiveProject,
  notTemplate,
  open,
  readyAssignedOrClaimedBy,
  stalled,
  template,
  undeferred,
  worker,
  working,
} from './lists/action-scopes-store';
export { notOfActor, waitingAssignedOrClaimedBy } from './lists/claim-scopes-store';
export { actionsOf, selectAction, type ActionRow } from './action-store';
export { queueOrder } from './lists/queue-order';
export { isWorking, activityWindows, type ActivityWindows } from './activity-rules';
export { endPoolClaims, returnToPool } from './bulk/agent-actions';
export {
  copyTemplateActions,
  dropOpenActions,
  findOpenActionsOfProject,
  listActionsOfProject,
  lockOpenActionsOfProject,
  type CheckTouched,
} from './bulk/project-actions';
export {
  checkMayChangeEach,
  checkMayCopyEach,
  checkMayHideEach,
  checkNoneClaimedByAnother,
  gatedForCopy,
  gatedForDrop,
  namedIds,
} from './bulk/touched-actions';
export type { TouchedAction } from './bulk/touched-actions-store';
export {
  countOpenActions,
  findFirstDueDate,
  moveActionsToDomain,
} from './bulk/project-actions-store';
export { daysToMove, moveDates } from './bulk/template-date-rules';
export { findStanding } from './lifecycle/copy-standing';
export { lockBlockedActions } from './bulk/blocked-by-question-store';
export { expireClaims, undeferActions } from './timers/action-timers';
export { searchStalled } from './timers/stalled-search';
export { adjustStalledSearches } from './timers/stalled-search-store';
export { blockForQuestion, unblockAfterQuestion, unblockActions } from './bulk/blocked-by-question';

/**
 * The operations on actions, except three: app.ts makes `dropAction` from `dropActionWith` and the
 * questions feature, and `claimNextAction` from `claimNextActionWith` and the views feature, which
 * has `getActionContext`.
 */
export const actionsHandlers: Omit<
  ActionsHandlers,
  'dropAction' | 'claimNextAction' | 'getActionContext'
> = {
  listActions,
  createAction,
  batchGetActions,
  getAction,
  updateAction,
  completeAction,
  reopenAction,
  approveAction,
  rejectAction,
  reviewBatch,
  heartbeatAction,
  claimAction,
  getAgentQueue,
  releaseAction,
  addBlocker,
  removeBlocker,
};
