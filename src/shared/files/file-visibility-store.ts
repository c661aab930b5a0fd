import type { Knex } from 'knex';
import type { Dialect } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { ReadContext } from '../../platform/operation';
import {
  documentViewer,
  onVisibleDocuments,
  onVisibleProposals,
  visibleProposals,
  visibleTo,
} from '../document-visibility';
import { historyStart, onShownActions, withinHistory } from '../plans';

/** A complete file. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly created_by_actor_id: string;
  readonly created_at: string;
}

/** The file of an id if the caller sees it, or undefined. */
export function findVisibleFile(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<FileRow | undefined> {
  return reader.first<FileRow>((db) =>
    visibleFiles(db, reader.dialect, viewer)
      .where('files.id', id)
      .select(
        'files.id',
        'files.name',
        'files.media_type',
        'files.bytes',
        'files.sha256',
        'files.created_by_actor_id',
        'files.created_at',
      ),
  );
}

/** Who looks at files, and when. */
export type Viewer = Pick<ReadContext, 'actor' | 'workspaceId' | 'now' | 'historyDays'>;

/** The complete files that a caller sees, to filter. */
export function visibleFiles(db: Knex, dialect: Dialect, viewer: Viewer): Knex.QueryBuilder {
  const { actor, workspaceId } = viewer;
  return db('files')
    .where('files.workspace_id', workspaceId)
    .whereNotNull('files.completed_at')
    .where((visible) => {
      void visible.where((own) => {
        void own
          .whereRaw('? in (files.created_by_actor_id, files.removed_by_actor_id)', [actor.id])
          .whereNotExists(references(db, workspaceId));
      });
      for (const records of visibleRecords(db, dialect, viewer)) {
        void visible.orWhereExists(records);
      }
    });
}

function references(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('file_references as reference')
    .where('reference.workspace_id', workspaceId)
    .whereRaw('reference.file_id = files.id')
    .select(db.raw('1'));
}

// The records that refer to the file and that the caller sees, by their tables.
function visibleRecords(db: Knex, dialect: Dialect, viewer: Viewer): Knex.QueryBuilder[] {
  const { actor, workspaceId } = viewer;
  const documents = documentViewer(actor);
  const start = historyStart(viewer);
  const referring = (table: 'actions' | 'agent_requests' | 'documents' | 'notes') =>
    references(db, workspaceId)
      // SQLite does not reorder a cross join, so it looks up the few records of the file.
      .crossJoin(db.raw(table))
      .whereRaw(`${table}.id = reference.record_id`)
      .where(`${table}.workspace_id`, workspaceId);
  return [
    referring('actions').where(withinHistory(start)),
    referring('agent_requests').where(visibleProposals(documents, dialect)),
    referring('documents').where(visibleTo(documents)),
    referring('notes')
      .where(onVisibleDocuments(documents, 'notes'))
      .where(onShownActions({ workspaceId, start }, 'notes'))
      .where(onVisibleProposals(documents, dialect)),
  ];
}
