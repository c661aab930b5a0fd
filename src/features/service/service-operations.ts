import type { Database } from '../../platform/db/connect';
import { createHealthCheck, type DatabaseFault } from '../../platform/db/faults/health';
import type { FindDegradation } from '../../platform/degradation';
import type { PublicReadHandler } from '../../platform/operation';
import { storageSentence } from '../../platform/http/responses/errors';
import { problem } from '../../platform/problems';
import type { Contract, Published } from './contract';

/** The contract as JSON or, on request, as the file is kept. */
export function getOpenApi(contract: Contract): PublicReadHandler<'getOpenApi'> {
  return async (_input, { produces }) =>
    negotiated(produces === 'application/yaml' ? asYaml(contract.yaml) : asJson(contract.json));
}

/** The contract as the file is kept. */
export function getOpenApiYaml(contract: Contract): PublicReadHandler<'getOpenApiYaml'> {
  return async () => asYaml(contract.yaml);
}

/** The process answers. */
export const getHealth: PublicReadHandler<'getHealth'> = async () => ({
  status: 200,
  body: { status: 'ok' },
});

/** What readiness depends on. */
export interface ReadinessParts {
  readonly database: Database;
  /** Causes for which the service is degraded. */
  readonly causes: readonly FindDegradation[];
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal | undefined;
}

/**
 * The database answers, has the schema of this version, and stores what it is given, and the server
 * does not stop; else 503, within two seconds. Degraded, and 200, when one of the causes is found.
 */
export function getReadiness(parts: ReadinessParts): PublicReadHandler<'getReadiness'> {
  const { database, causes, stopping } = parts;
  const check = createHealthCheck(database, causes);
  const refuse = (sentence: string, details: DatabaseFault | { server: 'stopping' }) =>
    problem('UNAVAILABLE', sentence, { headers: { 'Retry-After': '5' }, details });
  return async (_input, { log }) => {
    // Without asking the database, which may be why the server is being restarted.
    if (stopping?.aborted === true) {
      throw refuse('This server is stopping.', { server: 'stopping' });
    }
    const { fault, degradations, isNewer } = await check(log);
    if (fault !== undefined) throw refuse(sentenceOf(fault), fault);
    return {
      status: 200,
      body: {
        status: degradations.length > 0 ? 'degraded' : 'ready',
        database: database.dialect,
        schema: isNewer ? 'newer' : 'current',
        reasons: [...degradations],
      },
    };
  };
}

function sentenceOf(fault: DatabaseFault): string {
  if ('schema' in fault) return 'The database schema is not the one of this version.';
  return 'storage' in fault ? storageSentence(fault.storage) : 'The database does not answer.';
}

function negotiated<T extends { readonly headers: { readonly ETag: string } }>(reply: T) {
  return { ...reply, headers: { ...reply.headers, Vary: 'Accept' } } as const;
}

function asYaml({ bytes, etag }: Published) {
  return {
    status: 200,
    bytes,
    contentType: 'application/yaml',
    headers: { ETag: etag },
  } as const;
}

function asJson({ bytes, etag }: Published) {
  return {
    status: 200,
    bytes,
    contentType: 'application/json',
    headers: { ETag: etag },
  } as const;
}
