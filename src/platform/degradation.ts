import type { components } from '../../generated/types';
import type { Database } from './db/connect';

/** A reason why the service is degraded, as `GET /readyz` reports it. */
export type Degradation = components['schemas']['DegradedReason'];

/**
 * Checks for one reason of degradation. Every process runs the check, so the reason must be in the
 * database. `database` is the health check's own connection; `now` is ISO 8601 UTC. Run at most one
 * statement, which must take only milliseconds.
 */
export type FindDegradation = (database: Database, now: string) => Promise<Degradation | undefined>;
