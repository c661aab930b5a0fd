/**
 * Actions: units of work, from the inbox to done or dropped. Emits action.*. Everybody in the
 * workspace reads actions. Worker agents change their own actions and pool work that they can do.
 *
 * Folders: `claims` has claims and queues, `blockers` the dependencies, `lists` the lists,
 * `lifecycle` the verbs, `bulk` the changes of many actions at once, `timers` the events that time
 * brings about. `action-scopes-store.ts` has the conditions of queries.
 */
import type { ActionsHandlers } from '../../../generated/handlers';
import { findIds, findNumbers } from './action-number-store';
import { addBlocker, removeBlocker } from './blockers/blocker-operations';
import { claimAction, heartbeatAction, releaseAction } from './claims/claim-operations';
import { batchGetActions, getAction, getAgentQueue, listActions } from './action-operations';
import { listLabels, renameLabel } from './labels/label-operations';
import { completeAction } from './lifecycle/complete-operations';
import { createAction } from './lifecycle/create-operations';
import { importActions } from './lifecycle/import-operations';
import { reopenAction } from './lifecycle/reopen-operations';
import { approveAction, rejectAction, batchReviewActions } from './lifecycle/review-operations';
import { updateAction } from './lifecycle/update-operations';

export {
  findLockedAction,
  findVisibleAction,
  getActionAndParent,
  getVisibleAction,
  toPolicyAction,
} from './action-guard';
export { checkMayChange } from './action-rules';
export {
  lockDependencies,
  checkSequence,
  findCycles,
  findWorkspacesWithBlockers,
} from './blockers/blocker-store';
export { recordNote, showLatestNote, workersOf } from './action-activity-store';
export { claimNextActionWith } from './claims/claim-operations';
export { batchUpdateActionsWith } from './lifecycle/batch-update-operations';
export { dropActionWith } from './lifecycle/drop-operations';
export { searchLabels } from './labels/label-operations';
export { labelsOf, selectLabel } from './labels/label-store';
export { namedLabels } from './labels/label-rules';
export { toActions } from './action-mapping';
export { bytesOfAction, listActionsBy } from './lists/action-list-store';
export {
  activityWindows,
  type ActivityWindows,
  isTerminal,
  isWorking,
  type WorkspaceNow,
} from './action-rules';
export {
  actionable,
  claimablePool,
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
} from './action-scopes-store';
export { notOfActor, waitingAssignedOrClaimedBy } from './claims/claim-scopes-store';
export { actionsOf, selectAction, type ActionRow } from './action-store';
export { endPoolClaims, returnToInbox, returnToPool } from './bulk/agent-actions-store';
export {
  type CheckTouched,
  copyTemplateActions,
  daysToMove,
  dropOpenActions,
  findOpenActionsOfProject,
  listActionsOfProject,
  lockOpenActionsOfProject,
  moveDates,
} from './bulk/project-actions';
export {
  checkMayChangeEach,
  checkMayCopyEach,
  checkMayHideEach,
  checkNoneClaimedByAnother,
  gatedForCopy,
  gatedForDrop,
  namedIds,
  type TouchedAction,
  countOpenActions,
  findFirstDueDate,
  moveActionsToDomain,
} from './bulk/project-actions-store';
export { findStanding } from './lifecycle/copy-standing-store';
export {
  blockForQuestion,
  lockBlockedActions,
  unblockActions,
  unblockAfterQuestion,
} from './bulk/question-blocks-store';
export { expireClaims, offerAgain, searchStalled, undeferActions } from './timers/action-timers';
export { adjustStalledSearches, rankOverdue } from './timers/action-timers-store';

/** How the platform finds actions by their keys. */
export const actionKeys = { findIds, findNumbers };

/**
 * The operations on actions, except four: app.ts makes `dropAction` and `batchUpdateActions` with the
 * questions feature, and `claimNextAction` from `claimNextActionWith` and the views feature, which
 * has `getActionContext`.
 */
export const actionsHandlers: Omit<
  ActionsHandlers,
  'batchUpdateActions' | 'dropAction' | 'claimNextAction' | 'getActionContext'
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
  batchReviewActions,
  importActions,
  heartbeatAction,
  claimAction,
  getAgentQueue,
  releaseAction,
  addBlocker,
  removeBlocker,
  listLabels,
  renameLabel,
};
