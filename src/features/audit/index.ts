/**
 * Audit: lists the entries that `shared/audit` stores, for owners. It owns no table and changes no
 * entry.
 */
import type { AuditHandlers } from '../../../generated/handlers';
import { listAuditEntries } from './audit-operations';

/** The operations of this feature. */
export const auditHandlers: AuditHandlers = { listAuditEntries };
