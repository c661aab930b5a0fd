/**
 * Domains: groupings of projects and actions, with live counts. Nothing new is put into an archived one, and none is archived while
 * something goes on in it. People and sysadmin agents add and change them. Emits domain.*.
 */
import type { DomainsHandlers } from '../../../generated/handlers';
import { createDomain, getDomain, listDomains } from './domain-operations';
import { updateDomain } from './domain-update-operations';

/** The operations of this room. */
export const domainsHandlers: DomainsHandlers = {
  listDomains,
  createDomain,
  getDomain,
  updateDomain,
};
