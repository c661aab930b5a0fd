import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readContract } from '../../../features/service';
import { isRecord, type JsonRecord } from '../../../platform/json';
import { boundValidationCost } from '../../../platform/http/validation-cost';

const SHOWN_VALUES = 12;

/** The schemas of the contract, for values of an export. */
export interface ContractSchemas {
  /** Whether `schemas` of the contract has this path, such as `Action/title`. */
  readonly has: (path: string) => boolean;
  /** Why a value does not match the schema, such as `must be string`; undefined if it matches. */
  readonly fault: (path: string, value: unknown) => string | undefined;
  /** The names of all headers of the contract's responses, in lower case. */
  readonly headers: ReadonlySet<string>;
}

/** Reads the schemas from the contract of this program. Compiles each when it is first needed. */
export function readContractSchemas(): ContractSchemas {
  const document: unknown = JSON.parse(readContract().json.bytes.toString('utf8'));
  if (!isRecord(document)) throw new Error('The contract is not an object.');
  const options = { strict: false, validateSchema: false } as const;
  const ajv = boundValidationCost(new Ajv2020(options));
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: 'contract' });
  const schemas = at(document, 'components', 'schemas');
  const validators = new Map<string, ValidateFunction>();

  const pointerOf = (path: string): string[] => path.split('/').join('/properties/').split('/');
  const validatorOf = (path: string): ValidateFunction => {
    const known = validators.get(path);
    if (known !== undefined) return known;
    const $ref = `contract#/components/schemas/${pointerOf(path).join('/')}`;
    const validate = ajv.compile({ $ref });
    validators.set(path, validate);
    return validate;
  };
  return {
    has: (path) => Object.keys(at(schemas, ...pointerOf(path))).length > 0,
    fault(path, value) {
      const validate = validatorOf(path);
      if (validate(value)) return undefined;
      const [error] = validate.errors ?? [];
      return error === undefined ? 'is not valid' : sentenceOf(error);
    },
    headers: new Set(headersOf(document)),
  };
}

function at(record: JsonRecord, ...path: readonly string[]): JsonRecord {
  return path.reduce<JsonRecord>((parent, name) => {
    const part = Object.hasOwn(parent, name) ? parent[name] : undefined;
    return isRecord(part) ? part : {};
  }, record);
}

function sentenceOf({ instancePath, message = 'is not valid', params }: ErrorObject): string {
  const place = instancePath === '' ? '' : `at ${instancePath.slice(0, 100)} `;
  const allowed: unknown = Reflect.get(params, 'allowedValues');
  if (!Array.isArray(allowed)) return `${place}${message}`;
  const shown = allowed.slice(0, SHOWN_VALUES).map(String).join(', ');
  return `${place}must be one of ${shown}${allowed.length > SHOWN_VALUES ? ', …' : ''}`;
}

function headersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(headersOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(name === 'headers' && isRecord(part)
      ? Object.keys(part).map((header) => header.toLowerCase())
      : []),
    ...headersOf(part),
  ]);
}
