import openApiSchema from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';
import { below, valueAt } from './json';
import { operationsOf } from './operations';
import { walk } from './walk';

/** A fault of a contract: a JSON pointer that begins with `#`, and a message. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isOpenApi = ajv.compile(openApiSchema);

/**
 * Checks that a document is OpenAPI 3.1 in one file: its structure, its schemas as JSON Schema
 * 2020-12, references without a target, missing or repeated operationIds, and path parameters that
 * the path lacks.
 */
export function validateDocument(document: unknown): Fault[] {
  const structure = checkStructure(document);
  if (structure.length > 0) return structure;
  return [...checkSchemas(document), ...checkReferences(document), ...checkOperations(document)];
}

function checkStructure(document: unknown): Fault[] {
  return isOpenApi(document) ? [] : [toFault('#', isOpenApi.errors)];
}

function checkSchemas(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    schema(schema, pointer) {
      if (ajv.validate('https://json-schema.org/draft/2020-12/schema', schema)) return;
      faults.push(toFault(pointer, ajv.errors));
    },
  });
  return faults;
}

function checkReferences(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    reference(ref, pointer, section) {
      const at = below(pointer, '$ref');
      if (!ref.startsWith('#/')) {
        faults.push({
          pointer: at,
          message: `${ref} must begin with #/: the contract is one file`,
        });
      } else if (valueAt(document, ref) === undefined) {
        faults.push({ pointer: at, message: `${ref} does not exist` });
      } else if (section !== undefined && !ref.startsWith(`#/components/${section}/`)) {
        faults.push({ pointer: at, message: `${ref} must be one of #/components/${section}` });
      }
    },
  });
  return faults;
}

function checkOperations(document: unknown): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  for (const { path, pointer, operation, parameters } of operationsOf(document)) {
    const id = operation['operationId'];
    if (typeof id !== 'string') {
      faults.push({ pointer, message: 'the operation has no operationId' });
      continue;
    }
    const other = seen.get(id);
    if (other !== undefined) {
      faults.push({
        pointer: below(pointer, 'operationId'),
        message: `${id} is the operationId of ${other} already`,
      });
    }
    seen.set(id, pointer);

    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const declared = parameters.filter(({ value }) => value['in'] === 'path');
    for (const name of named) {
      if (!declared.some(({ value }) => value['name'] === name)) {
        faults.push({ pointer, message: `${id} does not declare the path parameter ${name}` });
      }
    }
    for (const { value } of declared) {
      if (!named.some((name) => value['name'] === name)) {
        faults.push({ pointer, message: `${path} has no parameter ${String(value['name'])}` });
      }
    }
  }
  return faults;
}

/** The deepest error: those above it only say that a branch failed. */
function toFault(pointer: string, errors: readonly ErrorObject[] | null | undefined): Fault {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const [cause] = [...(errors ?? [])].toSorted((one, other) => depth(other) - depth(one));
  if (cause === undefined) return { pointer, message: 'is not valid' };
  return { pointer: pointer + cause.instancePath, message: describeError(cause) };
}

/** The message of an Ajv error, with the name or the values that it concerns. */
export function describeError({ message = 'is not valid', params }: ErrorObject): string {
  const about: unknown =
    params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['allowedValues'];
  return about === undefined ? message : `${message}: ${JSON.stringify(about).slice(0, 200)}`;
}
