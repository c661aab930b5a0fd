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

/** What of an open action says that it is in a line. */
export const openAction = {
  status: 'ready',
  is_template: false,
  project_is_template: null,
  project_work_mode: 'sequential',
} as const;

/** Reads one action, and what stands in its answer beside its row. */
export function createActionReader(driver: Driver) {
  const { now, workspaceId, id } = sample;
  const key = { now, workspaceId, id };
  const row = compiled(driver, key, (transaction, { workspaceId, id }) =>
    findAction(transaction, workspaceId, id),
  );
  const notes = compiled(
    driver,
    { now, workspaceId, latest: '(latest)', last: '(last)' },
    (transaction, { workspaceId, latest, last }) =>
      findNotes<NoteRow>(transaction, workspaceId, [latest, last]),
  );
  const find = compiled(driver, key, (transaction, { workspaceId, id }) =>
    findBlockers(transaction, workspaceId, [id]),
  );
  const blockers = async (connection: Connection, found: SingleRow, at: string) =>
    bool(found.has_blockers)
      ? find(connection, { now: at, workspaceId: found.workspace_id, id: found.id })
      : [];
  const line = compiled(
    driver,
    { now, workspaceId, project: '(project)' },
    (transaction, { now, workspaceId, project }) =>
      findSequences(transaction, { now, workspaceId }, [{ ...openAction, project_id: project }]),
  );
  const sequencesOf = async (connection: Connection, found: SingleRow, at: string) =>
    canBeHeld(found) && found.project_work_mode === 'sequential'
      ? line(connection, {
          now: at,
          workspaceId: found.workspace_id,
          project: found.project_id ?? '',
        })
      : new Map();
  return {
    row,
    blockers,
    /** The answer's body of an action that was read. */
    async whole(connection: Connection, found: SingleRow, at: string): Promise<Action> {
      const {
        workspace_id: workspaceId,
        latest_note_id: latest,
        last_activity_note_id: last,
      } = found;
      const written =
        latest === null && last === null
          ? []
          : await notes(connection, {
              now: at,
              workspaceId,
              latest: latest ?? '',
              last: last ?? '',
            });
      const held = await blockers(connection, found, at);
      const around = {
        notes: new Map(written.map((note) => [note.id, note])),
        blockers: held,
        sequences: await sequencesOf(connection, found, at),
      };
      return toAction(found, around, { now: at, settings, historyDays: null });
    },
  };
}
