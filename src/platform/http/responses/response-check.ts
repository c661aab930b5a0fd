import type { OperationFacts, OperationId } from '../../operation';
import { isRecord, type JsonRecord } from '../../json';
import { closeSchemas, recordAt } from './closed-schemas';

/** What an answer shows of itself; names of headers in lower case. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * What is wrong with an answer: its status, media type, headers, error code and its details, or body. A field or a header that the contract does not name
 * is a fault, although clients are told to ignore it. Without an operation, the answer is to be one of the errors that the contract's
 * introduction describes. Undefined when nothing is wrong. The sentence tells no values.
 */
export type ResponseCheck = (
  id: OperationId | undefined,
  answer: CheckedResponse,
) => string | undefined;

/**
 * Headers that any response may carry although no operation declares them, each with the reason.
 */
const undeclaredHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'described in `info` for every response, and checked here',
  connection: 'of the connection, not of the response (RFC 9110, 7.6.1)',
  'content-length': 'the framing of the message (RFC 9112, 6.2)',
  'content-type':
    'OpenAPI declares it as the key of `content`, and a header of that name is ignored',
  date: 'of every response of a server with a clock (RFC 9110, 6.6.1)',
  'keep-alive': 'of the connection, sent with `Connection: keep-alive`',
  'strict-transport-security': 'described in `info` for every response; depends on `PUBLIC_URL`',
  'transfer-encoding': 'the framing of the message (RFC 9112, 6.1)',
  'x-content-type-options': 'described in `info` for every response, and checked here',
};

// `ErrorDetails` names every code that has some.
const noDetails = { type: 'object', maxProperties: 0 };
const errorSchema = { $ref: '#/components/schemas/Error' };
const allowHeader = { schema: { type: 'string' } };

/** The check of answers against a contract, by the facts of its operations. */
export function createResponseCheck(
  contract: JsonRecord,
  facts: Readonly<Record<OperationId, OperationFacts>>,
): ResponseCheck {
  const { validatorOf, resolve, errorsText } = closeSchemas(contract);
  const statuses = recordAt(contract, 'x-error-statuses');
  const schemas = recordAt(recordAt(contract, 'components'), 'schemas');
  const detailsByCode = recordAt(recordAt(schemas, 'ErrorDetails'), 'properties');

  function ofOperation(id: OperationId, answer: CheckedResponse): string | undefined {
    const { path, method, errorCodes } = facts[id];
    const operation = recordAt(recordAt(recordAt(contract, 'paths'), path), method);
    const given = recordAt(operation, 'responses')[String(answer.status)];
    if (!isRecord(given)) return 'the status is not documented.';
    const documented = resolve(given);
    return (
      headerFault(id, documented, answer) ??
      bodyFault(documented, answer) ??
      errorFault(errorCodes, answer)
    );
  }

  function ofNone(answer: CheckedResponse): string | undefined {
    const validate = validatorOf(errorSchema);
    if (!validate(bodyOf(answer))) return `${errorsText(validate)}.`;
    const allow = answer.status === 405 ? { Allow: allowHeader } : {};
    return (
      headerFault(undefined, { headers: { 'X-Request-Id': {}, ...allow } }, answer) ??
      errorFault(['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_FAILED'], answer)
    );
  }

  function headerFault(
    id: OperationId | undefined,
    documented: JsonRecord,
    answer: CheckedResponse,
  ): string | undefined {
    const got = new Map(Object.entries(answer.headers));
    if (typeof got.get('x-request-id') !== 'string') return 'X-Request-Id is missing.';
    if (got.get('x-content-type-options') !== 'nosniff')
      return 'X-Content-Type-Options is missing.';
    const caching = got.has('etag') ? 'private, no-cache' : 'no-store';
    if (got.get('cache-control') !== caching) return `Cache-Control is not ${caching}.`;
    const named = recordAt(documented, 'headers');
    for (const [name, given] of Object.entries(named)) {
      if (!isRecord(given)) continue;
      const header = resolve(given);
      const value = got.get(name.toLowerCase());
      if (value === undefined) {
        if (header['required'] === true) return `the header ${name} is missing.`;
        continue;
      }
      const text = Array.isArray(value) ? value.join(', ') : value;
      const validate = validatorOf(recordAt(header, 'schema'));
      if (!validate(text)) return `the header ${name}: ${errorsText(validate)}.`;
    }
    const known = new Set(Object.keys(named).map((name) => name.toLowerCase()));
    const unknown = [...got.keys()].filter(
      (name) =>
        !known.has(name) && !Object.hasOwn(undeclaredHeaders, name) && !mayRenew(id, name, answer),
    );
    return unknown.length === 0 ? undefined : `the header ${unknown[0]} is not documented.`;
  }

  // The contract's sessionCookie: whatever accepts a session may renew it.
  function mayRenew(
    id: OperationId | undefined,
    name: string,
    { status }: CheckedResponse,
  ): boolean {
    if (id === undefined || name !== 'set-cookie' || status >= 400) return false;
    return facts[id].security.includes('sessionCookie');
  }

  function bodyFault(documented: JsonRecord, answer: CheckedResponse): string | undefined {
    const content = recordAt(documented, 'content');
    const sent = answer.headers['content-type'];
    if (Object.keys(content).length === 0) {
      return sent === undefined && answer.text === '' ? undefined : 'it has a body.';
    }
    const [type = ''] = String(sent)
      .split(';', 1)
      .map((name) => name.trimEnd());
    if (!isRecord(content[type])) return `${String(sent)} is not documented.`;
    if (type !== 'application/json') return undefined;
    const schema = recordAt(recordAt(content, type), 'schema');
    const validate = validatorOf(schema);
    return validate(bodyOf(answer)) ? undefined : `${errorsText(validate)}.`;
  }

  function errorFault(codes: readonly string[], answer: CheckedResponse): string | undefined {
    if (answer.status < 400) return undefined;
    const code = errorCodeOf(answer);
    if (!codes.includes(code)) return `${code} is not among its codes.`;
    const ofStatus = statuses[String(answer.status)];
    if (!Array.isArray(ofStatus) || !ofStatus.includes(code))
      return `${code} is no ${answer.status}.`;
    const schema = detailsByCode[code];
    const validate = validatorOf(isRecord(schema) ? schema : noDetails);
    const body = bodyOf(answer);
    return validate(isRecord(body) ? body['details'] : undefined)
      ? undefined
      : `the details of ${code}: ${errorsText(validate)}.`;
  }

  return (id, answer) => (id === undefined ? ofNone(answer) : ofOperation(id, answer));
}

/** The code of an error; empty for any other answer. */
export function errorCodeOf(answer: CheckedResponse): string {
  const body = answer.status >= 400 ? bodyOf(answer) : undefined;
  return isRecord(body) ? String(body['code']) : '';
}

/** The JSON of the answer; undefined when it is none. */
function bodyOf({ headers, text }: CheckedResponse): unknown {
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
