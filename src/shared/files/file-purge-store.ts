import type { Purge } from '../../platform/db/purge';

/** The most files of one transaction, which have at most 80 MiB. */
const PAGE = 8;

/**
 * Deletes files after their `purge_at`: an unfinished upload after an hour, a complete file when no
 * record has referred to it for a week. A file that a record refers to has none.
 */
export const filePurge: Purge = {
  name: 'files',
  retentionMs: 0,
  async findOldest(reader) {
    const row = await reader.first<{ oldest: string | null }>((db) =>
      db('files').whereNotNull('purge_at').min({ oldest: 'purge_at' }),
    );
    return row?.oldest ?? undefined;
  },
  async remove(transaction, cutoff) {
    // A record that refers to one of them meanwhile has locked it, and then it has no `purge_at`.
    const rows = await transaction.rows<{ workspace_id: string; id: string }>((db) => {
      const query = db('files')
        .where('purge_at', '<', cutoff)
        .orderBy('purge_at')
        .limit(PAGE)
        .select('workspace_id', 'id');
      return transaction.dialect === 'sqlite' ? query : query.forUpdate().skipLocked();
    });
    for (const { workspace_id: workspaceId, id } of rows) {
      await transaction.write((db) =>
        db('file_chunks').where({ workspace_id: workspaceId, file_id: id }).delete(),
      );
      await transaction.write((db) =>
        db('files').where({ workspace_id: workspaceId, id }).delete(),
      );
    }
    return rows.length;
  },
};
