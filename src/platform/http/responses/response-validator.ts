import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { isRecord, type JsonRecord } from '../../json';
import type { OperationFacts, OperationId } from '../../operation';
import { boundValidationCost } from '../validation-cost';

/** A response as it was sent; header names are in lower case. */
export interface SentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Validates a response against the contract: status, media type, headers, error code with details,
 * and body. Undocumented fields and headers are faults, although clients must ignore them. Without
 * an operation, the response must be one of the errors that `info` describes. Returns a sentence
 * without values from the response, or undefined when it is valid.
 */
export type ResponseValidator = (
  id: OperationId | undefined,
  response: SentResponse,
) => string | undefined;

/** Headers that no operation declares and every response may have, each with the reason. */
const undeclaredHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': 'described in `info`; depends on `CORS_ORIGINS`',
  'access-control-expose-headers': 'described in `info`; depends on `CORS_ORIGINS`',
  'cache-control': 'described in `info` for every response, and checked here',
  connection: 'of the connection, not of the response (RFC 9110, 7.6.1)',
  'content-length': 'the framing of the message (RFC 9112, 6.2)',
  'content-type':
    'OpenAPI declares it as the key of `content`, and a header of that name is ignored',
  date: 'of every response of a server with a clock (RFC 9110, 6.6.1)',
  'keep-alive': 'of the connection, sent with `Connection: keep-alive`',
  'strict-transport-security': 'described in `info` for every response; depends on `PUBLIC_URL`',
  'content-encoding':
    'of the documents whose `Vary` names `Accept-Encoding`, which is checked here',
  vary: '`Origin` depends on `CORS_ORIGINS`; operations declare what else their responses vary by',
  'transfer-encoding': 'the framing of the message (RFC 9112, 6.1)',
  'x-content-type-options': 'described in `info` for every response, and checked here',
};

const errorSchema = { $ref: '#/components/schemas/Error' };
const locationHeader = { required: true, schema: { type: 'string', pattern: '^/[^/\\\\]' } };
const allowHeader = { schema: { type: 'string' } };

/** Creates a validator for responses from the contract and the facts of its operations. */
export function createResponseValidator(
  contract: JsonRecord,
  facts: Readonly<Record<OperationId, OperationFacts>>,
): ResponseValidator {
  const { validatorOf, resolve, errorsText } = closeSchemas(contract);
  const statuses = recordAt(contract, 'x-error-statuses');

  function operationFault(id: OperationId, response: SentResponse): string | undefined {
    const { path, method, errorCodes, protocol } = facts[id];
    const operation = recordAt(recordAt(recordAt(contract, 'paths'), path), method);
    const declared = recordAt(operation, 'responses')[String(response.status)];
    if (!isRecord(declared)) return 'the status is not documented.';
    const documented = resolve(declared);
    return (
      headerFault(id, documented, response) ??
      bodyFault(documented, response) ??
      // Errors of another protocol have no code of ours.
      (protocol !== null && !isEnvelope(response) ? undefined : errorFault(errorCodes, response))
    );
  }

  function unroutedFault(response: SentResponse): string | undefined {
    if (response.status === 308) {
      const headers = { 'X-Request-Id': {}, Location: locationHeader };
      return headerFault(undefined, { headers }, response) ?? bodyFault({}, response);
    }
    const validate = validatorOf(errorSchema);
    if (!validate(bodyOf(response))) return `${errorsText(validate)}.`;
    const allow = response.status === 405 ? { Allow: allowHeader } : {};
    return (
      headerFault(undefined, { headers: { 'X-Request-Id': {}, ...allow } }, response) ??
      errorFault(['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_FAILED'], response)
    );
  }

  function headerFault(
    id: OperationId | undefined,
    documented: JsonRecord,
    response: SentResponse,
  ): string | undefined {
    const sent = new Map(Object.entries(response.headers));
    if (typeof sent.get('x-request-id') !== 'string') return 'X-Request-Id is missing.';
    if (sent.get('x-content-type-options') !== 'nosniff')
      return 'X-Content-Type-Options is missing.';
    const caching = sent.has('etag') ? 'private, no-cache' : 'no-store';
    if (sent.get('cache-control') !== caching) return `Cache-Control is not ${caching}.`;
    const declared = recordAt(documented, 'headers');
    const variance = varianceFault(sent, Object.hasOwn(declared, 'Vary'));
    if (variance !== undefined) return variance;
    for (const [name, headerOrRef] of Object.entries(declared)) {
      if (!isRecord(headerOrRef)) continue;
      const header = resolve(headerOrRef);
      const value = sent.get(name.toLowerCase());
      if (value === undefined) {
        if (header['required'] === true) return `the header ${name} is missing.`;
        continue;
      }
      const text = Array.isArray(value) ? value.join(', ') : value;
      const validate = validatorOf(recordAt(header, 'schema'));
      if (!validate(text)) return `the header ${name}: ${errorsText(validate)}.`;
    }
    const known = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const unknown = [...sent.keys()].filter(
      (name) =>
        !known.has(name) &&
        !Object.hasOwn(undeclaredHeaders, name) &&
        !mayRenewSession(id, name, response),
    );
    return unknown.length === 0 ? undefined : `the header ${unknown[0]} is not documented.`;
  }

  // Every operation that accepts a session may renew its cookie (the contract's `sessionCookie`).
  function mayRenewSession(
    id: OperationId | undefined,
    name: string,
    { status }: SentResponse,
  ): boolean {
    if (id === undefined || name !== 'set-cookie' || status >= 400) return false;
    return facts[id].security.includes('sessionCookie');
  }

  function bodyFault(documented: JsonRecord, response: SentResponse): string | undefined {
    const content = recordAt(documented, 'content');
    const sent = response.headers['content-type'];
    if (Object.keys(content).length === 0) {
      return sent === undefined && response.text === '' ? undefined : 'it has a body.';
    }
    const [type = ''] = String(sent)
      .split(';', 1)
      .map((name) => name.trimEnd());
    if (!isRecord(content[type])) return `${String(sent)} is not documented.`;
    if (type !== 'application/json') return undefined;
    const schema = recordAt(recordAt(content, type), 'schema');
    const validate = validatorOf(schema);
    return validate(bodyOf(response)) ? undefined : `${errorsText(validate)}.`;
  }

  function errorFault(codes: readonly string[], response: SentResponse): string | undefined {
    if (response.status < 400) return undefined;
    const code = errorCodeOf(response);
    if (!codes.includes(code)) return `${code} is not among its codes.`;
    const codesOfStatus = statuses[String(response.status)];
    return Array.isArray(codesOfStatus) && codesOfStatus.includes(code)
      ? undefined
      : `${code} is no ${response.status}.`;
  }

  return (id, response) =>
    id === undefined ? unroutedFault(response) : operationFault(id, response);
}

/** Whether an error has our envelope; one of another protocol has not. */
export function isEnvelope(response: SentResponse): boolean {
  const body = bodyOf(response);
  return isRecord(body) && typeof body['code'] === 'string' && 'issues' in body;
}

/** The code of an error; empty for any other response. */
export function errorCodeOf(response: SentResponse): string {
  const body = response.status >= 400 ? bodyOf(response) : undefined;
  return isRecord(body) ? String(body['code']) : '';
}

function varianceFault(
  sent: ReadonlyMap<string, unknown>,
  isDeclared: boolean,
): string | undefined {
  const vary = sent.get('vary');
  const names = typeof vary === 'string' ? vary.split(/,\s*/) : [];
  const more = names.find((name) => name !== '' && name !== 'Origin');
  if (more !== undefined && !isDeclared) return `the header vary names ${more}, undocumented.`;
  return sent.has('content-encoding') && !names.includes('Accept-Encoding')
    ? 'the header vary does not name Accept-Encoding.'
    : undefined;
}

const parsed = new WeakMap<SentResponse, unknown>();

/**
 * The parsed body of a JSON response, which is parsed once and must not be changed; undefined for
 * any other.
 */
export function bodyOf(response: SentResponse): unknown {
  if (!String(response.headers['content-type']).startsWith('application/json')) return undefined;
  if (!parsed.has(response)) parsed.set(response, parseOrNothing(response.text));
  return parsed.get(response);
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const combinators = ['allOf', 'anyOf', 'oneOf'] as const;
const conditions = ['if', 'then', 'else'] as const;

/** Validators of a contract's schemas that also reject undocumented fields. */
export interface ClosedSchemas {
  /** The validator of a schema of the contract. References to one schema share a validator. */
  readonly validatorOf: (schema: JsonRecord) => ValidateFunction;
  /** Resolves a record that is a `$ref`; returns any other record as it is. */
  readonly resolve: (record: JsonRecord) => JsonRecord;
  /** The errors of the validator's last value. */
  readonly errorsText: (validate: ValidateFunction) => string;
}

/**
 * Closes the contract's schemas in order to validate responses. The contract itself leaves response
 * schemas open, because clients must ignore unknown fields.
 */
export function closeSchemas(contract: JsonRecord): ClosedSchemas {
  const ajv = boundValidationCost(new Ajv2020({ strict: false, allErrors: true }));
  addFormats(ajv);
  ajv.addSchema({
    $id: 'contract',
    components: {
      schemas: mapValues(recordAt(recordAt(contract, 'components'), 'schemas'), (schema) =>
        isRecord(schema) ? withClosedParts(schema) : schema,
      ),
    },
  });
  const validators = new Map<unknown, ValidateFunction>();

  function resolve(record: JsonRecord): JsonRecord {
    const ref = record['$ref'];
    if (typeof ref !== 'string') return record;
    const parts = ref.replace(/^#\//, '').split('/');
    return resolve(parts.reduce((parent, part) => recordAt(parent, part), contract));
  }

  // Never closes the parts of allOf and the like, or conditions: each names only its own fields.
  function closed(schema: JsonRecord): JsonRecord {
    const inner = withClosedParts(schema);
    return namesFields(schema) && !narrows(schema)
      ? { ...inner, unevaluatedProperties: false }
      : inner;
  }

  // Fields without a type narrow those of the same object in another part of allOf.
  function narrows(schema: JsonRecord): boolean {
    return isRecord(schema['properties']) && !('type' in schema);
  }

  function withClosedParts(schema: JsonRecord): JsonRecord {
    const copy: JsonRecord = { ...schema };
    if (typeof schema['$ref'] === 'string') copy['$ref'] = `contract${schema['$ref']}`;
    if (isRecord(schema['properties'])) {
      copy['properties'] = mapValues(schema['properties'], closeValue);
    }
    for (const key of ['items', 'additionalProperties']) {
      if (schema[key] !== undefined) copy[key] = closeValue(schema[key]);
    }
    for (const key of combinators) {
      const parts = schema[key];
      if (!Array.isArray(parts)) continue;
      copy[key] = parts.map((part: unknown) => (isRecord(part) ? withClosedParts(part) : part));
    }
    for (const key of conditions) {
      const part = schema[key];
      if (isRecord(part)) copy[key] = withClosedParts(part);
    }
    if (isRecord(schema['dependentSchemas'])) {
      copy['dependentSchemas'] = mapValues(schema['dependentSchemas'], (part) =>
        isRecord(part) ? withClosedParts(part) : part,
      );
    }
    return copy;
  }

  function closeValue(schema: unknown): unknown {
    return isRecord(schema) ? closed(schema) : schema;
  }

  function namesFields(schema: JsonRecord): boolean {
    const target = resolve(schema);
    return (
      isRecord(target['properties']) ||
      combinators.some((key) => {
        const parts = target[key];
        return Array.isArray(parts) && parts.some((part) => isRecord(part) && namesFields(part));
      })
    );
  }

  return {
    validatorOf(schema) {
      const key = Object.keys(schema).join(' ') === '$ref' ? schema['$ref'] : schema;
      const known = validators.get(key);
      if (known !== undefined) return known;
      const validate = ajv.compile(closed(schema));
      validators.set(key, validate);
      return validate;
    },
    resolve,
    errorsText: ({ errors }) => (errors ?? []).map(errorText).join('; '),
  };
}

// The library's messages lack the undocumented field and the allowed values.
function errorText({ instancePath, message = '', params }: ErrorObject): string {
  const detail = ['unevaluatedProperty', 'additionalProperty', 'allowedValues', 'allowedValue']
    .filter((name) => Object.hasOwn(params, name))
    .map((name) => `: ${JSON.stringify(params[name])}`);
  return `data${instancePath} ${message}${detail.join('')}`;
}

const emptyRecord: JsonRecord = Object.freeze({});

/** The object under the key; an empty one, always the same, when there is none. */
export function recordAt(parent: JsonRecord, key: string): JsonRecord {
  const value = parent[key];
  return isRecord(value) ? value : emptyRecord;
}

function mapValues(record: JsonRecord, map: (value: unknown) => unknown): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
