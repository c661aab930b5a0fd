import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { addIdKeyword } from '../../src/platform/http/requests/request-validator';
import { applyVisibleTexts } from '../../src/platform/http/requests/validation-problem';
import document from '../../generated/openapi.json';
import type { JsonRecord } from '../../src/platform/json';
import { parametersIn, resolve, type Shape } from './contract';

const contract = { ...document, $id: 'contract' };
const ajv = made();
const compiled = new Map<string, ValidateFunction>();

function made(): Ajv2020 {
  const plain = addFormats(
    addIdKeyword(
      applyVisibleTexts(new Ajv2020({ strict: false, validateSchema: false, passContext: true })),
    ),
  );
  return plain.addSchema(contract, undefined, undefined, false);
}

/** Whether the contract's schema admits the body. */
export function admitsBody({ id, body }: Shape, value: unknown): boolean {
  if (body === undefined) return false;
  const reference = { $ref: `contract${body.pointer}` };
  return validator(`${id} body`, () => ajv.compile(reference))(value);
}

/**
 * Whether the contract admits the parameters in a location, which are sent as text and parsed by
 * their schemas.
 */
export function admitsParameters(
  shape: Shape,
  location: 'path' | 'query' | 'header',
  given: Readonly<Record<string, string | readonly string[]>>,
): boolean {
  const parameters = parametersIn(shape, location);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, pointer }) => [name, { $ref: `contract${pointer}` }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: location === 'header',
  };
  const values: Record<string, unknown> = { ...given };
  for (const { name, schema } of parameters) {
    const value = given[name];
    if (value !== undefined) values[name] = parsed(value, schema);
  }
  return validator(`${shape.id} ${location}`, () => ajv.compile(schema))(values);
}

function parsed(value: string | readonly string[], schema: JsonRecord): unknown {
  const { type, items } = resolve(schema);
  if (type === 'array') return [value].flat().map((each) => read(each, resolve(items)['type']));
  return typeof value === 'string' ? read(value, type) : value;
}

// Integers and booleans are written as in JSON, but leading zeros are allowed.
function read(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function validator(key: string, make: () => ValidateFunction): ValidateFunction {
  const found = compiled.get(key);
  if (found !== undefined) return found;
  const validate = make();
  compiled.set(key, validate);
  return validate;
}
