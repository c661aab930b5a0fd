import type { components } from '../../../generated/types';
import { int } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { asObject } from '../../platform/json';
import type { ReadHandler } from '../../platform/operation';
import { toTimestamp } from '../../platform/time';
import { type AuditFilters, entriesOf, type ListedEntry, withActors } from '../../shared/audit';

/** Lists the entries of the audit, newest first. */
export const listAuditEntries: ReadHandler<'listAuditEntries'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { kind, actor_id, since, until } = query;
  const filters: AuditFilters = {
    ...(kind !== undefined && { kind }),
    ...(actor_id !== undefined && { actor_id }),
    ...(since !== undefined && { since: toTimestamp(since) }),
    ...(until !== undefined && { until: toTimestamp(until) }),
  };
  const { rows, ...envelope } = await pageOf<ListedEntry>(
    reader,
    {
      matching: (db) => entriesOf(db, workspaceId, filters),
      select: withActors,
      id: 'audit_entries.id',
      sorts: { created_at: { column: 'audit_entries.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  const items = rows.map(toEntry);
  return { status: 200, body: { items, ...envelope, filters: { ...filters }, hidden_count: 0 } };
};

function toEntry(row: ListedEntry): components['schemas']['AuditEntry'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    actor: { id: row.actor_id, kind: row.actor_kind, name: row.actor_name },
    subject: { type: row.subject_type, id: row.subject_id, title: row.subject_title },
    address: row.address === '' ? null : row.address,
    old: valuesOf(row.old_values),
    new: valuesOf(row.new_values),
    count: int(row.count),
    created_at: row.created_at,
  };
}

function valuesOf(text: string | null): components['schemas']['AuditEntry']['old'] {
  return text === null ? null : asObject(JSON.parse(text));
}
