import { checkChange } from './action-model';
import { touch } from './action-changes';
import { waitsFor } from './action-facts';
import { demand } from './outcome';
import { note, type Action, type Actor, type Model } from './state';

/** Adds a blocker to an action; `blocker` undefined is one that does not exist. */
export function addBlocker(
  model: Model,
  by: Actor,
  action: Action,
  { blocker, isStale }: { readonly blocker: Action | undefined; readonly isStale: boolean },
): void {
  checkChange(model, by, action, isStale);
  demand(blocker !== undefined, 'NOT_FOUND');
  if (action.blockers.includes(blocker)) return;
  demand(blocker !== action && !waitsFor(model, blocker, action), 'DEPENDENCY_CYCLE');
  touch(model, by, action);
  action.blockers.push(blocker);
  note(model, action, 'action.blocker_added');
}

/** Removes a blocker from an action. */
export function removeBlocker(
  model: Model,
  by: Actor,
  action: Action,
  { blocker, isStale }: { readonly blocker: Action | undefined; readonly isStale: boolean },
): void {
  checkChange(model, by, action, isStale);
  demand(blocker !== undefined && action.blockers.includes(blocker), 'NOT_FOUND');
  touch(model, by, action);
  action.blockers = action.blockers.filter((other) => other !== blocker);
  note(model, action, 'action.blocker_removed');
}
