import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { isRecord } from '../../json';
import type { OperationFacts } from '../../operation';
import { invalidValue } from '../../problems';
import { unquoted } from '../header-parts';

/** The header that names a request for its retries, as the contract spells it. */
export const keyHeader = 'Idempotency-Key';

const keyInBody = '/requestBody/client_request_id';

/**
 * The body with the `Idempotency-Key` header as its `client_request_id`, if the operation takes one.
 * The key may be a quoted string (draft-ietf-httpapi-idempotency-key-header). Throws 400 if both are
 * sent and differ.
 */
export function withKeyOf(
  { headers }: IncomingMessage,
  body: unknown,
  { acceptsClientRequestId, protocol }: OperationFacts,
): unknown {
  const sent = headers['idempotency-key'];
  if (typeof sent !== 'string' || !acceptsClientRequestId || protocol !== null) return body;
  const key = unquoted(decoded(sent));
  if (body === undefined) return { client_request_id: key };
  if (!isRecord(body)) return body;
  if (!Object.hasOwn(body, 'client_request_id')) return { ...body, client_request_id: key };
  if (body['client_request_id'] === key) return body;
  throw invalidValue(
    `header/${keyHeader}`,
    'Idempotency-Key and client_request_id differ. Send one of them, or the same value in both.',
  );
}

/** The errors of a request, at the header where its `client_request_id` came from there. */
export function withKeyErrors<E extends Pick<ErrorObject, 'instancePath'>>(
  { headers }: IncomingMessage,
  errors: readonly E[],
): E[] {
  if (headers['idempotency-key'] === undefined) return [...errors];
  return errors.map((error) =>
    error.instancePath === keyInBody
      ? { ...error, instancePath: `/header/${keyHeader.toLowerCase()}` }
      : error,
  );
}

// Node reads the bytes of a header as Latin-1; clients send UTF-8.
function decoded(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}
