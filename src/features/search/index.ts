/**
 * Search: what the workspace has, by its words. Nobody writes its index, `search_entries`: triggers of the database keep it, in the
 * transaction of whatever changes a record. Shows what the lists of the other rooms would show to the caller, and emits nothing.
 */
import type { SearchHandlers } from '../../../generated/handlers';
import { searchWorkspace } from './search-operations';

/** The operation of this room. */
export const searchHandlers: SearchHandlers = { searchWorkspace };
