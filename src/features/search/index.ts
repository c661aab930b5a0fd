/**
 * Search: finds records of the workspace by words. Database triggers maintain its index,
 * `search_entries`, in the transaction that changes a record. A caller finds only records that the
 * lists of the other features show to that caller. Emits nothing.
 */
import type { SearchHandlers } from '../../../generated/handlers';
import { searchWorkspace } from './search-operations';

/** The operation of this feature. */
export const searchHandlers: SearchHandlers = { searchWorkspace };

export { textFilter } from './search-store';
