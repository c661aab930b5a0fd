/**
 * Statuses: which statuses of an action are open. Actions have them, and rooms that actions themselves need count by them, so this
 * one knows no other. It has no operations.
 */
import { isOneOf, type Condition } from '../../platform/db/statements/columns';

/** Whether the status in the column is an open one: neither done nor dropped. */
export function isOpen(column: string): Condition {
  return isOneOf(column, ['inbox', 'ready', 'waiting']);
}
