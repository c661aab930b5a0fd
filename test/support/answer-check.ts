import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../generated/openapi.json';
import { operationFacts } from '../../generated/handlers';
import { isRecord, type JsonRecord } from '../../scripts/generate/json';
import { indexRoutes } from '../../src/platform/http/route-index';
import type { OperationId } from '../../src/platform/operation';
import { recordAnswer } from './answer-record';
import { factsOf, operationIds } from './operations';

/** What an answer shows of itself; names of headers in lower case. */
export interface AnswerShown {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

// Those of HTTP itself (RFC 9110 and 9112), and the two that the contract's introduction describes once for all answers.
const everywhere = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
]);

const inPlace = ['allOf', 'anyOf', 'oneOf'] as const;
const contract: JsonRecord = document;
const routes = indexRoutes(operationIds.map((id) => ({ id, ...factsOf(id) })));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({
  $id: 'contract',
  components: {
    schemas: mapValues(record(record(contract, 'components'), 'schemas'), (schema) =>
      isRecord(schema) ? withClosedParts(schema) : schema,
    ),
  },
});

const validators = new Map<string, ValidateFunction>();

/** Holds an answer against the contract and keeps that the running test saw it. Throws an Error that says what is wrong. */
export function checkAnswer(id: OperationId, answer: AnswerShown): void {
  const fault = answerFault(id, answer);
  if (fault !== undefined) throw broken(id, answer, fault);
  recordAnswer({ operation: id, status: answer.status, code: codeOf(answer, bodyOf(answer)) });
}

/** `checkAnswer` for a request of any method and path, with or without a query, if it is an operation's or not. */
export function checkRawAnswer(method: string, path: string, answer: AnswerShown): void {
  const found = routes.find(method.toLowerCase(), path.replace(/\?.*$/s, ''));
  if (found !== undefined) {
    checkAnswer(found.id, answer);
    return;
  }
  const fault = method === 'HEAD' ? undefined : unroutedFault(answer);
  if (fault !== undefined) throw broken(`${method} ${path}`, answer, fault);
}

/**
 * What is wrong with an answer of the operation: its status, media type, headers, error code or body. A field or a header that the
 * contract does not name is a fault, although clients are told to ignore it.
 */
export function answerFault(id: OperationId, answer: AnswerShown): string | undefined {
  const responses = record(operationOf(id), 'responses');
  const given = responses[String(answer.status)];
  if (!isRecord(given)) return 'the status is not documented.';
  const documented = resolve(given);
  const body = bodyOf(answer);
  return (
    headerFault(id, documented, answer) ??
    bodyFault(id, documented, answer, body) ??
    errorFault(factsOf(id).errorCodes, answer, body)
  );
}

/** What is wrong with an answer of no operation: it is to be one of the errors that the contract's introduction describes. */
export function unroutedFault(answer: AnswerShown): string | undefined {
  const body = bodyOf(answer);
  const validate = validatorOf('error', { $ref: '#/components/schemas/Error' });
  if (!validate(body)) return `${ajv.errorsText(validate.errors)}.`;
  const allow = answer.status === 405 ? { Allow: { schema: { type: 'string' } } } : {};
  return (
    headerFault(undefined, { headers: { 'X-Request-Id': {}, ...allow } }, answer) ??
    errorFault(['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'VALIDATION_FAILED'], answer, body)
  );
}

function broken(what: string, { status, text }: AnswerShown, fault: string): Error {
  return new Error(`${what} answered ${status} and broke the contract: ${fault}\n${text}`);
}

function headerFault(
  id: OperationId | undefined,
  documented: JsonRecord,
  answer: AnswerShown,
): string | undefined {
  const got = new Map(Object.entries(answer.headers));
  if (typeof got.get('x-request-id') !== 'string') return 'X-Request-Id is missing.';
  if (got.get('x-content-type-options') !== 'nosniff') return 'X-Content-Type-Options is missing.';
  const caching = got.has('etag') ? 'private, no-cache' : 'no-store';
  if (got.get('cache-control') !== caching) return `Cache-Control is not ${caching}.`;
  const named = record(documented, 'headers');
  for (const [name, given] of Object.entries(named)) {
    if (!isRecord(given)) continue;
    const header = resolve(given);
    const value = got.get(name.toLowerCase());
    if (value === undefined) {
      if (header['required'] === true) return `the header ${name} is missing.`;
      continue;
    }
    const text = Array.isArray(value) ? value.join(', ') : value;
    const validate = validatorOf(`header ${name}`, record(header, 'schema'));
    if (!validate(text)) return `the header ${name}: ${ajv.errorsText(validate.errors)}.`;
  }
  const known = new Set(Object.keys(named).map((name) => name.toLowerCase()));
  const unknown = [...got.keys()].filter(
    (name) => !known.has(name) && !everywhere.has(name) && !mayRenew(id, name, answer),
  );
  return unknown.length === 0 ? undefined : `the header ${unknown[0]} is not documented.`;
}

// The contract's sessionCookie: whatever accepts a session may renew it.
function mayRenew(id: OperationId | undefined, name: string, { status }: AnswerShown): boolean {
  if (id === undefined || name !== 'set-cookie' || status >= 400) return false;
  return factsOf(id).security.includes('sessionCookie');
}

function bodyFault(
  id: OperationId,
  documented: JsonRecord,
  { status, headers, text }: AnswerShown,
  body: unknown,
): string | undefined {
  const content = record(documented, 'content');
  const sent = headers['content-type'];
  if (Object.keys(content).length === 0) {
    return sent === undefined && text === '' ? undefined : 'it has a body.';
  }
  const type = String(sent).replace(/\s*;.*$/, '');
  if (!isRecord(content[type])) return `${String(sent)} is not documented.`;
  if (type !== 'application/json') return undefined;
  const schema = record(record(content, type), 'schema');
  const validate = validatorOf(`${id} ${status}`, schema);
  if (validate(body)) return undefined;
  return `${ajv.errorsText(validate.errors, { separator: '; ' })}: ${JSON.stringify(validate.errors)}`;
}

function errorFault(
  codes: readonly string[],
  answer: AnswerShown,
  body: unknown,
): string | undefined {
  if (answer.status < 400) return undefined;
  const code = codeOf(answer, body);
  if (!codes.includes(code)) return `${code} is not among its codes.`;
  const statuses = record(contract, 'x-error-statuses');
  const ofStatus = statuses[String(answer.status)];
  return Array.isArray(ofStatus) && ofStatus.includes(code)
    ? undefined
    : `${code} is no ${answer.status}.`;
}

function codeOf({ status }: AnswerShown, body: unknown): string {
  return status >= 400 && isRecord(body) ? String(body['code']) : '';
}

/** The JSON of the answer; undefined when it is none. */
function bodyOf({ headers, text }: AnswerShown): unknown {
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function validatorOf(key: string, schema: JsonRecord): ValidateFunction {
  const found = validators.get(key);
  if (found !== undefined) return found;
  const made = ajv.compile(closed(schema));
  validators.set(key, made);
  return made;
}

/** The operation of the contract by its id. */
function operationOf(id: OperationId): JsonRecord {
  const { path, method } = operationFacts[id];
  return record(record(record(contract, 'paths'), path), method);
}

/** What a `$ref` of the contract names, or the record itself. */
function resolve(given: JsonRecord): JsonRecord {
  const ref = given['$ref'];
  if (typeof ref !== 'string') return given;
  const parts = ref.replace(/^#\//, '').split('/');
  return resolve(parts.reduce((at, part) => record(at, part), contract));
}

function record(of: JsonRecord, key: string): JsonRecord {
  const value = of[key];
  return isRecord(value) ? value : {};
}

// Closed where a value is described, never inside allOf and its like: there each part knows only its own fields.
function closed(schema: JsonRecord): JsonRecord {
  const inner = withClosedParts(schema);
  return namesFields(schema) ? { ...inner, unevaluatedProperties: false } : inner;
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
  for (const key of inPlace) {
    const parts = schema[key];
    if (!Array.isArray(parts)) continue;
    copy[key] = parts.map((part: unknown) => (isRecord(part) ? withClosedParts(part) : part));
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
    inPlace.some((key) => {
      const parts = target[key];
      return Array.isArray(parts) && parts.some((part) => isRecord(part) && namesFields(part));
    })
  );
}

function mapValues(of: JsonRecord, change: (value: unknown) => unknown): JsonRecord {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
}
