import { isRecord } from '../../src/platform/json';
import { asObject, below } from './json';

/**
 * The callbacks of a walk through an OpenAPI document; pointers are JSON pointers that begin with
 * `#`.
 */
export interface Visitor {
  /** A Schema Object that is not inside another one. */
  readonly schema?: (schema: unknown, pointer: string) => void;
  /** Every Schema Object, including nested ones. */
  readonly subschema?: (schema: unknown, pointer: string) => void;
  /**
   * A Reference Object, or a schema's `$ref`; `section` is the required part of components, if
   * there is one.
   */
  readonly reference?: (ref: string, pointer: string, section: string | undefined) => void;
  /** A Parameter, Header or Media Type Object, or another object with examples beside a schema. */
  readonly exampleCarrier?: (carrier: Readonly<Record<string, unknown>>, pointer: string) => void;
}

/** Keywords whose values are maps with arbitrary names. */
const maps = new Set([
  'callbacks',
  'content',
  'encoding',
  'examples',
  'headers',
  'links',
  'parameters',
  'pathItems',
  'paths',
  'requestBodies',
  'responses',
  'securitySchemes',
  'webhooks',
]);

/** The section of components to which a reference under a keyword must lead. */
const sections: Readonly<Record<string, string>> = {
  callbacks: 'callbacks',
  examples: 'examples',
  headers: 'headers',
  links: 'links',
  parameters: 'parameters',
  requestBodies: 'requestBodies',
  requestBody: 'requestBodies',
  responses: 'responses',
  securitySchemes: 'securitySchemes',
};

const schemaKeywords = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaMaps = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];

/**
 * Walks an OpenAPI 3.1 document from its root. Skips examples, extensions and defaults, because
 * they are data.
 */
export function walk(document: unknown, visitor: Visitor): void {
  walkObject(document, '#', visitor, undefined);
}

function walkObject(
  node: unknown,
  pointer: string,
  visitor: Visitor,
  section: string | undefined,
): void {
  if (Array.isArray(node)) {
    node.forEach((item, index) => walkObject(item, below(pointer, index), visitor, section));
    return;
  }
  if (!isRecord(node)) return;
  if (typeof node['$ref'] === 'string') visitor.reference?.(node['$ref'], pointer, section);
  if ('schema' in node) visitor.exampleCarrier?.(node, pointer);

  for (const [key, value] of Object.entries(node)) {
    const at = below(pointer, key);
    if (key === 'schema') walkSchema(value, at, visitor);
    else if (key === 'schemas') {
      for (const [name, schema] of Object.entries(asObject(value))) {
        walkSchema(schema, below(at, name), visitor);
      }
    } else if (key === 'example' || key === 'value' || key.startsWith('x-')) continue;
    else if (maps.has(key) && isRecord(value)) {
      for (const [name, each] of Object.entries(value)) {
        walkObject(each, below(at, name), visitor, sections[key]);
      }
    } else walkObject(value, at, visitor, sections[key]);
  }
}

function walkSchema(schema: unknown, pointer: string, visitor: Visitor): void {
  visitor.schema?.(schema, pointer);
  enterSchema(schema, pointer, visitor);
}

function enterSchema(schema: unknown, pointer: string, visitor: Visitor): void {
  visitor.subschema?.(schema, pointer);
  if (!isRecord(schema)) return;
  if (typeof schema['$ref'] === 'string') {
    visitor.reference?.(schema['$ref'], pointer, 'schemas');
  }
  for (const key of schemaKeywords) {
    if (key in schema) enterSchema(schema[key], below(pointer, key), visitor);
  }
  for (const key of [...schemaLists, ...schemaMaps]) {
    for (const [step, each] of Object.entries(schema[key] ?? {})) {
      enterSchema(each, below(pointer, key, step), visitor);
    }
  }
}
