/**
 * Statuses of actions: which of them are open. Modules that features/actions imports need them too.
 */
import { isOneOf, type Condition } from '../platform/db/statements/columns';

/** True where the status in the column is open: neither done nor dropped. */
export function isOpen(column: string): Condition {
  return isOneOf(column, ['inbox', 'ready', 'waiting']);
}
