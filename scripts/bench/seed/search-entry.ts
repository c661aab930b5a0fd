import { searchWords } from '../../../src/platform/db/sqlite/sqlite-client';
import type { ActionToStore } from './actions';
import type { Row } from './bulk';

/** The search entry of an action, as the trigger of its table would write it. */
export function searchEntryOf(row: ActionToStore): Row {
  const { workspace_id, id, title, details, result_summary, delegate_label } = row;
  return {
    workspace_id,
    type: 'action',
    id,
    title,
    title_words: searchWords(String(title)),
    body: JSON.stringify([details, result_summary, delegate_label]),
  };
}
