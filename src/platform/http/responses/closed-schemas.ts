import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isRecord, type JsonRecord } from '../../json';
import { checkLimitsFirst } from '../requests/limits-first';

const inPlace = ['allOf', 'anyOf', 'oneOf'] as const;

/** Validators of a contract's schemas that also refuse what a schema does not name. */
export interface ClosedSchemas {
  /** The validator of a schema of the contract, compiled once: for all that refer to one schema it is the same. */
  readonly validatorOf: (schema: JsonRecord) => ValidateFunction;
  /** What a `$ref` of the contract names, or the record itself. */
  readonly resolve: (given: JsonRecord) => JsonRecord;
  /** What is wrong with the value that the validator saw last. */
  readonly errorsText: (validate: ValidateFunction) => string;
}

/**
 * Closes the schemas of a contract for a check of what its server sends. Clients are told to ignore fields that they don't know, so the
 * contract itself leaves answers open.
 */
export function closeSchemas(contract: JsonRecord): ClosedSchemas {
  const ajv = checkLimitsFirst(new Ajv2020({ strict: false, allErrors: true }));
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

  function resolve(given: JsonRecord): JsonRecord {
    const ref = given['$ref'];
    if (typeof ref !== 'string') return given;
    const parts = ref.replace(/^#\//, '').split('/');
    return resolve(parts.reduce((at, part) => recordAt(at, part), contract));
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

  return {
    validatorOf(schema) {
      const key = Object.keys(schema).join(' ') === '$ref' ? schema['$ref'] : schema;
      const found = validators.get(key);
      if (found !== undefined) return found;
      const made = ajv.compile(closed(schema));
      validators.set(key, made);
      return made;
    },
    resolve,
    errorsText: ({ errors }) => (errors ?? []).map(errorText).join('; '),
  };
}

// The library's sentences leave out which field is one too many and which values are allowed.
function errorText({ instancePath, message = '', params }: ErrorObject): string {
  const detail = ['unevaluatedProperty', 'additionalProperty', 'allowedValues', 'allowedValue']
    .filter((name) => Object.hasOwn(params, name))
    .map((name) => `: ${JSON.stringify(params[name])}`);
  return `data${instancePath} ${message}${detail.join('')}`;
}

const nothing: JsonRecord = Object.freeze({});

/** The object under the key; an empty one, always the same, when there is none. */
export function recordAt(of: JsonRecord, key: string): JsonRecord {
  const value = of[key];
  return isRecord(value) ? value : nothing;
}

function mapValues(of: JsonRecord, change: (value: unknown) => unknown): JsonRecord {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
}
