import type { Database } from '../../platform/db/connect';
import {
  createHealthCheck,
  type DatabaseFault,
  type FindDegradation,
} from '../../platform/db/health';
import type { PublicReadHandler } from '../../platform/operation';
import { storageFaultMessage } from '../../platform/http/responses/error-to-problem';
import { problem } from '../../platform/problems';
import type { Contract, Published } from './contract';

/** Sends the contract as JSON or, if the Accept header prefers it, as the YAML file. */
export function getOpenApi(contract: Contract): PublicReadHandler<'getOpenApi'> {
  return async (_input, { produces }) =>
    produces === 'application/yaml'
      ? asYaml(contract.yaml, 'Accept, Accept-Encoding')
      : asJson(contract.json, 'Accept, Accept-Encoding');
}

/** Sends the contract's YAML file. */
export function downloadOpenApi(contract: Contract): PublicReadHandler<'downloadOpenApi'> {
  return async () => asYaml(contract.yaml, 'Accept-Encoding');
}

/** Always succeeds while the process runs. */
export const getHealth: PublicReadHandler<'getHealth'> = async () => ({
  status: 200,
  body: { status: 'ok' },
});

/** The dependencies of the readiness check. */
export interface ReadinessParts {
  readonly database: Database;
  /** The checks for degradation. */
  readonly degradationChecks: readonly FindDegradation[];
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal | undefined;
}

/**
 * Checks that the database responds, has this version's schema and can store, and that the server
 * is not stopping; otherwise 503 within two seconds. Reports `degraded` with 200 when a check for
 * degradation finds a reason.
 */
export function getReadiness(parts: ReadinessParts): PublicReadHandler<'getReadiness'> {
  const { database, degradationChecks, stopping } = parts;
  const check = createHealthCheck(database, degradationChecks);
  const unavailable = (message: string, details: DatabaseFault | { server: 'stopping' }) =>
    problem('UNAVAILABLE', message, { headers: { 'Retry-After': '5' }, details });
  return async (_input, { log }) => {
    // Does not query the database, which may be the reason for the restart.
    if (stopping?.aborted === true) {
      throw unavailable('This server is stopping.', { server: 'stopping' });
    }
    const { fault, degradations, isNewer, instance } = await check(log);
    if (fault !== undefined) throw unavailable(messageOf(fault), fault);
    return {
      status: 200,
      body: {
        status: degradations.length > 0 ? 'degraded' : 'ready',
        database: database.dialect,
        schema: isNewer ? 'newer' : 'current',
        reasons: [...degradations],
        instance,
      },
    };
  };
}

function messageOf(fault: DatabaseFault): string {
  if ('schema' in fault) return 'The database schema is not the one of this version.';
  return 'storage' in fault ? storageFaultMessage(fault.storage) : 'The database does not respond.';
}

function asYaml({ bytes, etag, copies }: Published, vary: string) {
  return {
    status: 200,
    bytes,
    copies,
    contentType: 'application/yaml',
    headers: { ETag: etag, Vary: vary },
  } as const;
}

function asJson({ bytes, etag, copies }: Published, vary: string) {
  return {
    status: 200,
    bytes,
    copies,
    contentType: 'application/json',
    headers: { ETag: etag, Vary: vary },
  } as const;
}
