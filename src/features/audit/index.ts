/**
 * Audit: lists the entries that `shared/audit` stores, for owners, also as CSV. It owns no table and
 * changes no entry.
 */
import type { AuditHandlers } from '../../../generated/handlers';
import { downloadAudit, listAuditEntries } from './audit-operations';

/** The operations of this feature. */
export const auditHandlers: AuditHandlers = { listAuditEntries, downloadAudit };
