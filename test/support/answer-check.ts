import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import document from '../../generated/openapi.json';
import { operationFacts } from '../../generated/handlers';
import type { OperationFacts, OperationId } from '../../src/platform/operation';
import { isRecord, type JsonRecord } from '../../scripts/generate/json';

const inPlace = ['allOf', 'anyOf', 'oneOf'] as const;
const contract: JsonRecord = document;

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

/**
 * Holds an answer against the contract: its status, media type, headers, error code and body. A field that the
 * contract does not name is a fault, although clients are told to ignore it. Throws an Error that says what is wrong.
 */
export function checkAnswer(id: OperationId, response: Response): void {
  const fault = faultOf(id, response);
  if (fault === undefined) return;
  throw new Error(
    `${id} answered ${response.status} and broke the contract: ${fault}\n${response.text}`,
  );
}

function faultOf(id: OperationId, response: Response): string | undefined {
  const responses = record(operationOf(id), 'responses');
  const documented = responses[String(response.status)];
  if (!isRecord(documented)) return 'the status is not documented.';
  const answer = resolve(documented);
  return (
    headerFault(answer, response) ?? bodyFault(id, answer, response) ?? errorFault(id, response)
  );
}

function headerFault(answer: JsonRecord, { headers }: Response): string | undefined {
  const got = new Map<string, unknown>(Object.entries(headers));
  if (typeof got.get('x-request-id') !== 'string') return 'X-Request-Id is missing.';
  for (const [name, given] of Object.entries(record(answer, 'headers'))) {
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
  return undefined;
}

function bodyFault(id: OperationId, answer: JsonRecord, response: Response): string | undefined {
  const content = record(answer, 'content');
  const sent = response.headers['content-type'];
  if (Object.keys(content).length === 0) {
    return sent === undefined && response.text === '' ? undefined : 'it has a body.';
  }
  const type = String(sent).replace(/\s*;.*$/, '');
  if (!isRecord(content[type])) return `${sent} is not documented.`;
  if (type !== 'application/json') return undefined;
  const schema = record(record(content, type), 'schema');
  const validate = validatorOf(`${id} ${response.status}`, schema);
  if (validate(response.body)) return undefined;
  return `${ajv.errorsText(validate.errors, { separator: '; ' })}: ${JSON.stringify(validate.errors)}`;
}

function errorFault(id: OperationId, { status, body }: Response): string | undefined {
  if (status < 400) return undefined;
  const code: unknown = isRecord(body) ? body['code'] : undefined;
  const facts: OperationFacts = operationFacts[id];
  if (!facts.errorCodes.includes(String(code))) return `${String(code)} is not among its codes.`;
  const statuses = record(contract, 'x-error-statuses');
  const codes = statuses[String(status)];
  return Array.isArray(codes) && codes.includes(code)
    ? undefined
    : `${String(code)} is no ${status}.`;
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
