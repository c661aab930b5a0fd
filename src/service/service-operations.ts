import type { Database } from '../platform/db/connect';
import { createHealthCheck, type DatabaseFault } from '../platform/db/health';
import type { FindDegradation } from '../platform/degradation';
import type { PublicReadHandler } from '../platform/operation';
import { storageSentence } from '../platform/http/errors';
import { problem } from '../platform/problems';
import type { Contract, Published } from './contract';

/** The contract as JSON or, on request, as the file is kept. */
export function getOpenApi(contract: Contract): PublicReadHandler<'getOpenApi'> {
  return async (_input, { produces }) =>
    produces === 'application/yaml' ? asYaml(contract.yaml) : asJson(contract.json);
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

/**
 * The database answers, has the schema of this version, and stores what it is given; else 503,
 * within two seconds. Degraded, and 200, when one of the causes is found.
 */
export function getReadiness(
  database: Database,
  causes: readonly FindDegradation[],
): PublicReadHandler<'getReadiness'> {
  const check = createHealthCheck(database, causes);
  return async (_input, { log }) => {
    const { fault, degradations } = await check(log);
    if (fault !== undefined) {
      throw problem('UNAVAILABLE', sentenceOf(fault), {
        headers: { 'Retry-After': '5' },
        details: fault,
      });
    }
    return {
      status: 200,
      body: {
        status: degradations.length > 0 ? 'degraded' : 'ready',
        database: database.dialect,
        schema: 'current',
        reasons: [...degradations],
      },
    };
  };
}

function sentenceOf(fault: DatabaseFault): string {
  if ('schema' in fault) return 'The database schema is not the one of this version.';
  return 'storage' in fault ? storageSentence(fault.storage) : 'The database does not answer.';
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
