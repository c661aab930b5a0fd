/**
 * Domains: groups of projects and actions, with live counts. An archived domain accepts no new
 * records, and a domain in use cannot be archived. People and sysadmin agents create and change
 * domains. Emits domain.*.
 */
import type { DomainsHandlers } from '../../../generated/handlers';
import { createDomain, getDomain, listDomains, updateDomain } from './domain-operations';

export { getDomainRow } from './domain-store';

/** The operations on domains. */
export const domainsHandlers: DomainsHandlers = {
  listDomains,
  createDomain,
  getDomain,
  updateDomain,
};
