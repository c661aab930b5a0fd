import { toAction, type Action } from '../../../src/features/actions/action-mapping';
import { findNotes } from '../../../src/features/actions/action-notes-store';
import { findAction, type SingleRow } from '../../../src/features/actions/action-store';
import { findBlockers } from '../../../src/features/actions/blockers/blocker-store';
import { canBeHeld } from '../../../src/features/actions/lists/held-by-mapping';
import { findSequences } from '../../../src/features/actions/lists/held-by-store';
import type { NoteRow } from '../../../src/shared/notes';
import { bool } from '../../../src/platform/db/statements/columns';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { sample, settings } from './sample';

/** The columns that make an open action part of a sequence. */
export const openAction = {
  status: 'ready',
  is_template: false,
  project_is_template: null,
  project_work_mode: 'sequential',
} as const;

/** Reads one action and its related records. */
export function createActionReader(driver: Driver) {
  const { now, workspaceId, id } = sample;
  const key = { now, workspaceId, id };
  const row = compiled(driver, key, (transaction, { workspaceId, id }) =>
    findAction(transaction, workspaceId, id),
  );
  const readNotes = compiled(
    driver,
    { now, workspaceId, latest: '(latest)', last: '(last)' },
    (transaction, { workspaceId, latest, last }) =>
      findNotes<NoteRow>(transaction, workspaceId, [latest, last]),
  );
  const readBlockers = compiled(driver, key, (transaction, { workspaceId, id }) =>
    findBlockers(transaction, workspaceId, [id]),
  );
  const blockersOf = async (connection: Connection, found: SingleRow, at: string) =>
    bool(found.has_blockers)
      ? readBlockers(connection, { now: at, workspaceId: found.workspace_id, id: found.id })
      : [];
  const readSequence = compiled(
    driver,
    { now, workspaceId, project: '(project)' },
    (transaction, { now, workspaceId, project }) =>
      findSequences(transaction, { now, workspaceId }, [{ ...openAction, project_id: project }]),
  );
  const sequencesOf = async (connection: Connection, found: SingleRow, at: string) =>
    canBeHeld(found) && found.project_work_mode === 'sequential'
      ? readSequence(connection, {
          now: at,
          workspaceId: found.workspace_id,
          project: found.project_id ?? '',
        })
      : new Map();
  return {
    row,
    blockersOf,
    /** An action that was read, in the contract's shape. */
    async toBody(connection: Connection, found: SingleRow, at: string): Promise<Action> {
      const {
        workspace_id: workspaceId,
        latest_note_id: latest,
        last_activity_note_id: last,
      } = found;
      const notes =
        latest === null && last === null
          ? []
          : await readNotes(connection, {
              now: at,
              workspaceId,
              latest: latest ?? '',
              last: last ?? '',
            });
      const related = {
        blockers: await blockersOf(connection, found, at),
        notes: new Map(notes.map((note) => [note.id, note])),
        sequences: await sequencesOf(connection, found, at),
        authors: new Map(),
      };
      return toAction(found, related, { now: at, settings, historyDays: null });
    },
  };
}
