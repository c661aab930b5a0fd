/**
 * Actions: units of work, from the inbox to done or dropped, and the notes on them. Of several who end an action the
 * first wins. Emits action.* and note.created. Everyone sees the actions of the workspace; workers change those of their lane.
 */
import type { ActionsHandlers, NotesHandlers } from '../../generated/handlers';
import { createAction } from './action-create';
import { completeAction, getAction, heartbeatAction, listActions } from './action-operations';
import { updateAction } from './action-update';
import { addBlocker, removeBlocker } from './blocker-operations';
import { claimNextAction } from './claim-next';
import { claimAction, releaseAction } from './claim-operations';
import { getAgentQueue } from './queue-operations';
import { createActionNote, getNote, listActionNotes } from './note-operations';

export { findLockedAction, laneOf } from './action-access';
export { listActionsBy } from './action-list-store';
export { isTerminal } from './action-rules';
export {
  actionable,
  coveredBy,
  heldBy,
  inActiveProject,
  isWorking,
  notTemplate,
  open,
  queueOrder,
  stalled,
  template,
  unclaimed,
  undeferred,
  working,
} from './action-scopes-store';
export type { ActionRow } from './action-store';
export { copyTemplateActions, dropOpenActions, listActionsOfProject } from './project-actions';
export { countOpenActions, findOpenLanes, moveActionsToDomain } from './project-actions-store';
export { holdForQuestion, resumeAfterQuestion } from './question-holds';

/** The operations on actions. */
export const actionsHandlers: ActionsHandlers = {
  listActions,
  createAction,
  getAction,
  updateAction,
  completeAction,
  heartbeatAction,
  claimAction,
  claimNextAction,
  getAgentQueue,
  releaseAction,
  addBlocker,
  removeBlocker,
};

/** The operations on notes, which live with what they are about. */
export const notesHandlers: NotesHandlers = { listActionNotes, createActionNote, getNote };
