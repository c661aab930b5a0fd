/**
 * Actions: units of work, from the inbox to done or dropped, and the notes on them. Of several who end an action the
 * first wins. Emits action.* and note.created. Everyone sees the actions of the workspace; workers change those of their lane.
 */
import type { ActionsHandlers, NotesHandlers } from '../../generated/handlers';
import { batchGetActions } from './action-batch';
import { createAction } from './action-create';
import { completeAction, getAction, heartbeatAction, listActions } from './action-operations';
import { reopenAction } from './action-reopen';
import { approveAction, rejectAction } from './action-review';
import { updateAction } from './action-update';
import { createActionNote, getNote, listActionNotes } from './note-operations';

export { findLockedAction, getActionAndParent, laneOf } from './action-access';
export { dropActionWith } from './action-drop';
export { toActions } from './action-mapping';
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
export { copyTemplateActions, dropOpenActions, listActionsOfProject } from './project-actions';
export { countOpenActions, findOpenLanes, moveActionsToDomain } from './project-actions-store';
export { holdForQuestion, resumeAfterQuestion } from './question-holds';

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
};

/** The operations on notes, which live with what they are about. */
export const notesHandlers: NotesHandlers = { listActionNotes, createActionNote, getNote };
