import fc from 'fast-check';
import type { JsonRecord } from '../../src/platform/json';
import { asList, asObject } from '../generate/json';
import type { Shape } from './contract';
import { addresses, dates, timestamps, urls } from './formats';
import { anything, bags } from './json-values';
import { setOwn } from './pool';
import { referenceFor } from './references';
import { typesOf, branchesOf } from './schema';
import { textOf } from './text';

type Values = fc.Arbitrary<unknown>;

/**
 * Values that a schema of the contract admits: at its limits, unusual text, and ids from earlier
 * responses (`Pooled`). Supports the keywords that the contract uses in requests. A value may break
 * a rule between fields, which `judge` detects.
 */
export function valuesOf(shape: Shape, schema: unknown, name = ''): Values {
  const ways = branchesOf(schema).map((way) => plainValues(shape, way, name));
  return fc.oneof(...ways);
}

function plainValues(shape: Shape, schema: JsonRecord, name: string): Values {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) {
    const types = typesOf(schema);
    const values = schema['enum'].filter((value) => types?.includes(typeOf(value)) !== false);
    return fc.constantFrom(...values);
  }
  const types = typesOf(schema);
  if (types === undefined) return anything;
  return fc.oneof(...types.map((type) => ofType(shape, schema, name, String(type))));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function ofType(shape: Shape, schema: JsonRecord, name: string, type: string): Values {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(limit(schema, 'minimum', -(2 ** 31)), limit(schema, 'maximum', 2 ** 31));
    case 'array':
      return arrays(shape, schema, name);
    case 'object':
      return objects(shape, schema);
    case 'string':
      return referenceFor(shape, name, schema['x-id-of']) ?? strings(schema);
    default:
      throw new Error(`Nothing makes values of the type ${type}.`);
  }
}

function integers(least: number, most: number): Values {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 100) }) },
    { weight: 1, arbitrary: fc.integer({ min: least, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
  );
}

function arrays(shape: Shape, schema: JsonRecord, name: string): Values {
  const items = valuesOf(shape, schema['items'] ?? {}, name);
  const minLength = limit(schema, 'minItems', 0);
  const most = limit(schema, 'maxItems', 5);
  const few = { minLength, maxLength: Math.min(most, minLength + 3) };
  if (schema['uniqueItems'] === true) {
    const selector = (item: unknown): string => JSON.stringify(item);
    return fc.uniqueArray(items, { ...few, selector });
  }
  // A long list of ids exceeds Node's limit for the request line and headers.
  if (most > 60) return fc.array(items, few);
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(items, few) },
    { weight: 1, arbitrary: fc.array(items, { minLength: most, maxLength: most }) },
  );
}

function objects(shape: Shape, schema: JsonRecord): Values {
  const properties = asObject(schema['properties']);
  const names = Object.keys(properties);
  if (names.length === 0) return schema['additionalProperties'] === false ? fc.constant({}) : bags;
  const required = new Set(asList(schema['required']));
  const optional = names.filter((name) => !required.has(name));
  const depends = asObject(schema['dependentRequired']);
  const all = fc.tuple(...names.map((name) => valuesOf(shape, properties[name], name)));
  const minLength = Math.max(0, limit(schema, 'minProperties', 0) - required.size);
  const maxLength = Math.min(Math.max(2, minLength), optional.length);
  const chosen = fc.oneof(
    { weight: 3, arbitrary: fc.shuffledSubarray(optional, { minLength, maxLength }) },
    { weight: 1, arbitrary: fc.subarray(optional, { minLength }) },
  );
  return fc.tuple(all, chosen).map(([values, present]) => {
    const also = present.flatMap((name) => asList(depends[name]));
    const record: JsonRecord = {};
    names.forEach((name, index) => {
      const isPresent = required.has(name) || present.includes(name) || also.includes(name);
      if (isPresent) setOwn(record, name, values[index]);
    });
    return record;
  });
}

function strings(schema: JsonRecord): Values {
  const { format, pattern } = schema;
  if (format === 'date-time') return timestamps;
  if (format === 'date') return dates;
  const most = limit(schema, 'maxLength', 1000);
  const least = limit(schema, 'minLength', 0);
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (typeof pattern !== 'string') return textOf(least, most);
  const matches = new RegExp(pattern, 'u');
  if (pattern.startsWith('^http')) return urls.filter((text) => matches.test(text));
  if (pattern === '^[!-~][ -~]*$')
    return fc.stringMatching(new RegExp(`^[!-~][ -~]{0,${most - 1}}$`));
  if (pattern.startsWith('^[A-Z]')) return fc.stringMatching(new RegExp(pattern));
  if (pattern.startsWith('^$|')) return textOf(least, most).filter((text) => matches.test(text));
  if (!pattern.includes('@')) throw new Error(`No text is known to match ${pattern}.`);
  return addresses.filter((text) => matches.test(text));
}

function limit(schema: JsonRecord, key: string, otherwise: number): number {
  const given = schema[key];
  return typeof given === 'number' ? given : otherwise;
}
