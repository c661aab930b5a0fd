/**
 * Search: finds records of the workspace by words. Database triggers maintain its index,
 * `search_entries`, in the transaction that changes a record. A caller finds only records that the
 * lists of the other features show to that caller. Emits nothing.
 */
import type { SearchHandlers } from '../../../generated/handlers';
import { type SearchLabels, searchWorkspaceWith } from './search-operations';

/** The operation of this feature, with labels that `searchLabels` finds. */
export const searchHandlers = (searchLabels: SearchLabels): SearchHandlers => ({
  searchWorkspace: searchWorkspaceWith(searchLabels),
});

export type { SearchLabels } from './search-operations';

export { textFilter } from './search-store';
