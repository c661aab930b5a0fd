import { isRecord, type JsonRecord } from '../../src/platform/json';
import { asList, asObject } from '../generate/json';
import { resolve } from './contract';

/**
 * Schemas without `anyOf`, `oneOf`, `allOf` and `if` that together admit what the schema admits, or
 * a little more: one for each combination of branches. Combinations that no value satisfies are
 * left out.
 */
export function branchesOf(schema: unknown): JsonRecord[] {
  const { allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...plain } = resolve(schema);
  let branches: JsonRecord[] = [plain];
  for (const part of asList(allOf)) branches = combined(branches, branchesOf(part));
  for (const parts of [anyOf, oneOf]) {
    if (Array.isArray(parts)) branches = combined(branches, parts.flatMap(branchesOf));
  }
  if (condition === undefined) return branches;
  const satisfied = combined(combined(branches, branchesOf(condition)), branchesOf(then));
  return [...satisfied, ...combined(branches, branchesOf(otherwise))];
}

function combined(branches: readonly JsonRecord[], others: readonly JsonRecord[]): JsonRecord[] {
  return branches
    .flatMap((branch) => others.map((other) => merged(branch, other)))
    .filter((branch) => branch !== undefined);
}

/** A schema that admits the values that both admit; undefined when there are none. */
function merged(one: JsonRecord, other: JsonRecord): JsonRecord | undefined {
  const both: JsonRecord = { ...one, ...other };
  const types = common(typesOf(one), typesOf(other));
  if (types !== undefined) {
    if (types.length === 0) return undefined;
    both['type'] = types;
  }
  if ('const' in one && 'const' in other && one['const'] !== other['const']) return undefined;
  const values = common(valuesOf(one), valuesOf(other));
  if (values !== undefined) {
    if (values.length === 0) return undefined;
    delete both['const'];
    both['enum'] = values;
  }
  for (const [key, choose] of [
    ['minimum', Math.max],
    ['maximum', Math.min],
  ] as const) {
    const limits = [one[key], other[key]].filter((limit) => typeof limit === 'number');
    if (limits.length > 0) both[key] = choose(...limits);
  }
  const required = [...asList(one['required']), ...asList(other['required'])];
  if (required.length > 0) both['required'] = [...new Set(required)];
  const properties = mergedProperties(asObject(one['properties']), asObject(other['properties']));
  if (properties === undefined) return undefined;
  if (Object.keys(properties).length > 0) both['properties'] = properties;
  if (one['additionalProperties'] === false) both['additionalProperties'] = false;
  return both;
}

function mergedProperties(one: JsonRecord, other: JsonRecord): JsonRecord | undefined {
  const both: JsonRecord = { ...one };
  for (const [name, schema] of Object.entries(other)) {
    if (!(name in one)) both[name] = schema;
    else {
      const found = merged(resolve(one[name]), resolve(schema));
      if (found === undefined) return undefined;
      both[name] = found;
    }
  }
  return both;
}

/** The types that a schema names; undefined when it names none. */
export function typesOf(schema: JsonRecord): unknown[] | undefined {
  if (schema['type'] !== undefined) return [schema['type']].flat();
  return isRecord(schema['properties']) ? ['object'] : undefined;
}

/** The values that a schema lists; undefined when it lists none. */
function valuesOf(schema: JsonRecord): unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function common(one: unknown[] | undefined, other: unknown[] | undefined): unknown[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((value) => other.includes(value));
}
