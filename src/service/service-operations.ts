import type { Database } from '../platform/db/connect';
import { schemaState } from '../platform/db/schema';
import type { PublicReadHandler } from '../platform/operation';
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

/** The database answers and has the schema of this version; else 503. */
export function getReadiness(database: Database): PublicReadHandler<'getReadiness'> {
  return async () => {
    const { state } = await schemaState(database);
    if (state !== 'current') {
      throw problem('UNAVAILABLE', 'The database schema is not the one of this version.', {
        headers: { 'Retry-After': '5' },
        details: { schema: state },
      });
    }
    return {
      status: 200,
      body: { status: 'ready', database: database.dialect, schema: 'current' },
    };
  };
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
