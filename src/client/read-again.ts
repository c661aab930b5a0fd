import type { Middleware } from 'openapi-fetch';

/**
 * Reads the record again when a retry is answered without the long body of the first response, so
 * that callers receive the same record in any case. Few retries need it, so a browser loads it then.
 */
export const readAgain: Middleware = {
  async onResponse(exchange) {
    const { request, response, schemaPath } = exchange;
    const isWithoutBody =
      response.status === 204 && response.headers.get('Idempotent-Replayed') === 'true';
    if (!isWithoutBody || request.headers.has('Prefer')) return undefined;
    if (schemaPath.startsWith('/v1/session/')) return undefined;
    const { readRecord } = await import('./read-record.js');
    return readRecord(exchange);
  },
};
