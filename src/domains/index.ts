/** Domains: groupings of projects and actions, with live counts. People and sysadmin agents add them. Emits domain.created. */
import type { DomainsHandlers } from '../../generated/handlers';
import { createDomain, getDomain, listDomains } from './domain-operations';

/** The operations of this room. */
export const domainsHandlers: DomainsHandlers = { listDomains, createDomain, getDomain };
