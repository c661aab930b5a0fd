/**
 * Audit: lists the entries that `shared/audit` stores, for owners, also as CSV. It owns no table and
 * changes no entry.
 */
import type { AuditHandlers } from '../../../generated/handlers';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { csvLine } from '../../platform/csv';
import { int } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { asObject } from '../../platform/json';
import type { Input, ReadHandler } from '../../platform/operation';
import { toTimestamp } from '../../platform/time';
import {
  type AuditFilters,
  entriesOf,
  findNewestEntries,
  type ListedEntry,
  withActors,
} from '../../shared/audit-store';

/** Lists the entries of the audit, newest first. */
const listAuditEntries: ReadHandler<'listAuditEntries'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const filters = filtersOf(query);
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

/** Sends the newest entries as CSV. */
const downloadAudit: ReadHandler<'downloadAudit'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const rows = await findNewestEntries(reader, workspaceId, filtersOf(query), limits.audit_rows);
  return {
    status: 200,
    bytes: Buffer.from([columns, ...rows.map(cellsOf)].map(csvLine).join('')),
    contentType: 'text/csv',
    headers: { 'Content-Disposition': 'attachment; filename="audit.csv"' },
  };
};

const columns = [
  'created_at',
  'kind',
  'actor_id',
  'actor_kind',
  'actor_name',
  'subject_type',
  'subject_id',
  'subject_title',
  'address',
  'old',
  'new',
  'count',
];

/** The operations of this feature. */
export const auditHandlers: AuditHandlers = { listAuditEntries, downloadAudit };

function cellsOf(row: ListedEntry): readonly string[] {
  return [
    row.created_at,
    row.kind,
    row.actor_id,
    row.actor_kind,
    row.actor_name,
    row.subject_type,
    row.subject_id,
    row.subject_title,
    row.address,
    row.old_values ?? '',
    row.new_values ?? '',
    String(row.count),
  ];
}

type Query = Pick<Input<'listAuditEntries'>['query'], 'kind' | 'actor_id' | 'since' | 'until'>;

function filtersOf({ kind, actor_id, since, until }: Query): AuditFilters {
  return {
    ...(kind !== undefined && { kind }),
    ...(actor_id !== undefined && { actor_id }),
    ...(since !== undefined && { since: toTimestamp(since) }),
    ...(until !== undefined && { until: toTimestamp(until) }),
  };
}

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
