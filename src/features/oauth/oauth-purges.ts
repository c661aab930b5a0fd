import type { Purge } from '../../platform/db/purge';
import { clientPurge } from './clients/client-store';
import { ticketPurge } from './consent/ticket-store';
import { grantPurge } from './grants/grant-store';
import { codePurge, keyPurge, refreshPurge } from './tokens/token-store';

/** The purges of the tables of OAuth. */
export const oauthPurges: readonly Purge[] = [
  ticketPurge,
  codePurge,
  keyPurge,
  refreshPurge,
  grantPurge,
  clientPurge,
];
