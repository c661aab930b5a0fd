import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isRecord, type JsonRecord } from '../../json';
import { boundValidationCost } from '../validation-cost';

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
