import type { components } from '../../generated/types';
import type { Database } from './db/connect';

/** A cause for which the service is degraded, as `GET /readyz` reports it. */
export type Degradation = components['schemas']['DegradedReason'];

/**
 * Looks for one cause of degradation, in each process that answers requests, so the cause must be
 * in the database. `database` is the health check's own connection; `now` is ISO 8601 UTC. Send at
 * most one statement, which must be answered within milliseconds.
 */
export type FindDegradation = (database: Database, now: string) => Promise<Degradation | undefined>;
