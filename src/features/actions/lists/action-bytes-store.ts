import { bytesOfTexts } from '../../../platform/db/statements/columns';

const noteBytes = (column: string): string =>
  `coalesce((select octet_length(note.body) from notes as note
     where note.workspace_id = actions.workspace_id and note.id = actions.${column}), 0)`;

/** The bytes of an action's long texts and of the notes that it shows, as SQL over `actions`. */
export const bytesOfAction = [
  bytesOfTexts('actions.details', 'actions.result_summary', 'actions.input_payload'),
  noteBytes('latest_note_id'),
  noteBytes('last_activity_note_id'),
].join(' + ');
