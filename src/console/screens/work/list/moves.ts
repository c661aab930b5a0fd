import type { Action } from '../../../rows/review-row';
import { isOpen } from '../../action/commands';
import type { ActionUpdate } from '../../action/action-form';
import type { Group } from './groups';
import { t } from '../../../texts/texts';

/** How an action comes into a column of the board. */
export type Move =
  | { readonly kind: 'none' }
  | { readonly kind: 'change'; readonly after: ActionUpdate; readonly before: ActionUpdate }
  | { readonly kind: 'complete' | 'drop' | 'reopen' }
  | { readonly kind: 'refused'; readonly why: string };

/** Whether an action is in a column. */
export function isIn(action: Action, { filters }: Group): boolean {
  return (
    (filters.status?.includes(action.status) ?? true) &&
    (filters.priority?.some((priority) => priority === action.priority) ?? true)
  );
}

/** How the action comes into the column. */
export function moveInto(action: Action, group: Group): Move {
  const [status] = group.filters.status ?? [];
  const [priority] = group.filters.priority ?? [];
  if (isIn(action, group)) return { kind: 'none' };
  if (priority !== undefined) {
    return { kind: 'change', after: { priority }, before: { priority: action.priority } };
  }
  if (isOpen(action)) {
    if (status === 'done') return { kind: 'complete' };
    if (status === 'dropped') return { kind: 'drop' };
    if (status === undefined || action.status === 'done' || action.status === 'dropped') {
      return { kind: 'none' };
    }
    return { kind: 'change', after: { status }, before: { status: action.status } };
  }
  const opened = action.status === 'done' ? 'ready' : 'inbox';
  if (status === opened) return { kind: 'reopen' };
  return {
    kind: 'refused',
    why:
      opened === 'ready'
        ? t('Work that is done opens again as ready. Move it to Ready first.')
        : t('Dropped work opens again in the inbox. Move it to Inbox first.'),
  };
}
