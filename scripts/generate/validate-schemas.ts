import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { closeSchemas } from '../../src/platform/http/responses/response-validator';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { asObject, asList, below, follow } from './json';
import { describeError, type Fault } from './validate-document';
import { walk } from './walk';

/** Keywords that OpenAPI adds to JSON Schema and that do not affect validation. */
const openApiKeywords = ['discriminator', 'example', 'externalDocs', 'xml'];

/**
 * Checks the schemas of a valid document more strictly than OpenAPI's own schema: unknown keywords
 * and formats, invalid patterns, schemas that do not compile, and examples that do not match their
 * schemas or have fields that these do not name.
 */
export function validateSchemas(document: unknown): Fault[] {
  // Each validator runs for an example or two, so optimizing its code would cost a third of the
  // whole check.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, strictTuples: false, code });
  addFormats(ajv);
  ajv.addVocabulary(openApiKeywords);

  const faults: Fault[] = [];
  walk(document, {
    subschema: (schema, pointer) => faults.push(...checkKeywords(ajv, asObject(schema), pointer)),
  });
  if (faults.length > 0) return faults;

  // Schemas are compiled at their position in the document, so that their references work.
  const known = (key: string) => Object.hasOwn(ajv.RULES.keywords, key);
  ajv.addVocabulary(Object.keys(asObject(document)).filter((key) => !known(key)));
  ajv.addSchema(asObject(document), 'contract');
  const compile = (pointer: string) => ajv.compile({ $ref: `contract${encodePointer(pointer)}` });
  const closed = closeSchemas(asObject(document));
  const checkFields = (schema: unknown, value: unknown, pointer: string) => {
    const validate = closed.validatorOf(asObject(schema));
    if (validate(value)) return;
    faults.push({ pointer, message: `the example: ${closed.errorsText(validate)}` });
  };
  const checkExample = (schema: string, value: unknown, pointer: string) => {
    const validate = compile(schema);
    if (validate(value)) return;
    for (const error of (validate.errors ?? []).slice(0, 1)) {
      faults.push({
        pointer: pointer + error.instancePath,
        message: `the example does not match ${schema}: ${describeError(error)}`,
      });
    }
  };
  walk(document, {
    schema(_schema, pointer) {
      try {
        compile(pointer);
      } catch (error) {
        faults.push({ pointer, message: error instanceof Error ? error.message : String(error) });
      }
    },
  });
  if (faults.length > 0) return distinct(faults);

  walk(document, {
    exampleCarrier(carrier, pointer) {
      for (const example of examplesOf(document, carrier, pointer)) {
        checkExample(below(pointer, 'schema'), example.value, example.pointer);
        checkFields(carrier['schema'], example.value, example.pointer);
      }
    },
    subschema(schema, pointer) {
      asList(asObject(schema)['examples']).forEach((value, index) => {
        checkExample(pointer, value, below(pointer, 'examples', index));
      });
      if (isRecord(schema) && 'example' in schema) {
        checkExample(pointer, schema['example'], below(pointer, 'example'));
      }
      if (isRecord(schema) && 'default' in schema) {
        checkExample(pointer, schema['default'], below(pointer, 'default'));
      }
    },
  });
  return distinct(faults);
}

function checkKeywords(ajv: Ajv2020, schema: JsonRecord, pointer: string): Fault[] {
  const faults: Fault[] = [];
  for (const key of Object.keys(schema)) {
    const known = key === '$ref' || Object.hasOwn(ajv.RULES.keywords, key);
    if (!known && key.startsWith('x-')) ajv.addKeyword(key);
    else if (!known) {
      faults.push({
        pointer: below(pointer, key),
        message: `${key} is not a keyword of JSON Schema`,
      });
    }
  }
  const { format, pattern } = schema;
  if (typeof format === 'string' && !Object.hasOwn(ajv.formats, format)) {
    faults.push({ pointer: below(pointer, 'format'), message: `the format ${format} is unknown` });
  }
  if (typeof pattern === 'string') {
    try {
      new RegExp(pattern, 'u');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      faults.push({ pointer: below(pointer, 'pattern'), message });
    }
  }
  return faults;
}

/** The examples beside a schema with references resolved: each value with its pointer. */
function examplesOf(document: unknown, carrier: JsonRecord, pointer: string) {
  const found: { value: unknown; pointer: string }[] = [];
  if ('example' in carrier) {
    found.push({ value: carrier['example'], pointer: below(pointer, 'example') });
  }
  for (const name of Object.keys(asObject(carrier['examples']))) {
    const example = follow(document, below(pointer, 'examples', name));
    if ('value' in example.value) {
      found.push({ value: example.value['value'], pointer: below(example.pointer, 'value') });
    }
  }
  return found;
}

function encodePointer(pointer: string): string {
  return `#${encodeURI(pointer.slice(1))}`;
}

/** Many pointers may lead to the same example and schema. */
function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((each) => [`${each.pointer} ${each.message}`, each])).values()];
}
