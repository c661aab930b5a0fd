import type { components } from 'callboard-client';
import { unwrap } from 'callboard-client';
import { client } from '../../api/client';
import type { Action } from '../../rows/review-row';
import { deferTimes } from './defer-times';

type Change = components['schemas']['ActionUpdate'];

/** What a person does with captured actions. */
export type Sort =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drop' }
  /** `name`: the time in words. */
  | { readonly kind: 'defer'; readonly until: string; readonly name: string }
  | { readonly kind: 'assign'; readonly actorId: string | null; readonly name: string }
  | { readonly kind: 'project'; readonly projectId: string | null; readonly name: string };

/** What was done, as the row and the bar say it. */
export function sentenceOfSort(sort: Sort): string {
  switch (sort.kind) {
    case 'ready':
      return 'Made ready';
    case 'drop':
      return 'Dropped';
    case 'defer':
      return `Deferred until ${sort.name}`;
    case 'assign':
      return sort.actorId === null ? 'Assigned to nobody' : `Assigned to ${sort.name}`;
    case 'project':
      break;
  }
  return sort.projectId === null ? 'Taken out of its project' : `Put into “${sort.name}”`;
}

/** Whether the action is in the inbox no more. */
export function leavesInbox({ kind }: Sort): boolean {
  return kind === 'ready' || kind === 'drop' || kind === 'defer';
}

/** Sends it. Returns the changed action. */
export function sendSort(action: Action, sort: Sort): Promise<Action> {
  return sort.kind === 'drop'
    ? unwrap(client.POST('/v1/actions/{id}/drop', optionsOf(action)))
    : change(action, changeOf(sort));
}

/** Takes it back: `before` and `after` are the action before and after it. */
export function takeBackSort(before: Action, after: Action, sort: Sort): Promise<Action> {
  switch (sort.kind) {
    case 'drop':
      return unwrap(client.POST('/v1/actions/{id}/reopen', optionsOf(after)));
    case 'ready':
      return change(after, { status: 'inbox' });
    case 'defer':
      return change(after, { defer_until: before.defer_until });
    case 'assign':
      return change(after, { assigned_actor_id: before.assigned_actor_id });
    case 'project':
      break;
  }
  return change(after, { project_id: before.project_id });
}

function changeOf(sort: Exclude<Sort, { readonly kind: 'drop' }>): Change {
  switch (sort.kind) {
    case 'ready':
      return { status: 'ready' };
    case 'defer':
      return { defer_until: sort.until };
    case 'assign':
      return { assigned_actor_id: sort.actorId };
    case 'project':
      break;
  }
  return { project_id: sort.projectId };
}

function change(action: Action, body: Change): Promise<Action> {
  return unwrap(client.PATCH('/v1/actions/{id}', { ...optionsOf(action), body }));
}

function optionsOf({ id, version }: Action) {
  return { params: { path: { id }, header: { 'If-Match': `"${version}"` } } };
}

/** The deferral that the choice with this number means, from 1. */
export function deferChoice(number: number, timeZone: string): Sort | undefined {
  const time = deferTimes(Date.now(), timeZone)[number - 1];
  return time && { kind: 'defer', until: time.at, name: time.name };
}
