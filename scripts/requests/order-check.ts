import document from '../../generated/openapi.json';
import { documentedResponse, operationsById, schemaPointer } from '../conformance/lookup';
import { asList, asObject, below, follow } from '../generate/json';
import { isRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';

const operations = operationsById(document);

/**
 * The fault of the first list in a success that is not in its documented order: that of `sort` in
 * the envelope of a list, or of `x-order` beside an array.
 */
export function orderFault(id: OperationId, status: number, body: unknown): string | undefined {
  const found = operations.get(id);
  if (found === undefined || status !== 200) return undefined;
  const { sort, items } = asObject(body);
  if (typeof sort === 'string' && Array.isArray(items)) {
    const fault = faultOf(items, [sort], 'items');
    if (fault !== undefined) return fault;
  }
  if (!schemas.has(id)) {
    schemas.set(id, schemaPointer(document, documentedResponse(document, found, '200')));
  }
  const schema = schemas.get(id);
  return schema && faultBelow(schema, body, 'body');
}

/** The schema of each operation's success that was asked for. */
const schemas = new Map<OperationId, string | undefined>();

const resolved = new Map<string, ReturnType<typeof follow>>();

/** The schema at a pointer of the contract, resolved once: responses of all tests ask for it. */
function schemaAt(pointer: string): ReturnType<typeof follow> {
  const known = resolved.get(pointer);
  if (known !== undefined) return known;
  const found = follow(document, pointer);
  resolved.set(pointer, found);
  return found;
}

const ordered = new Map<string, boolean>();

/** Whether an `x-order` is at the schema or below it. Most schemas need no comparison of values. */
function hasOrder(start: string): boolean {
  const { pointer, value } = schemaAt(start);
  const known = ordered.get(pointer);
  if (known !== undefined) return known;
  // For schemas that contain themselves.
  ordered.set(pointer, false);
  const has =
    'x-order' in value || stepsBelow(value).some((steps) => hasOrder(below(pointer, ...steps)));
  ordered.set(pointer, has);
  return has;
}

function stepsBelow(schema: object): string[][] {
  const { properties, items, ...parts } = asObject(schema);
  return [
    ...Object.keys(asObject(properties)).map((name) => ['properties', name]),
    ...(isRecord(items) ? [['items']] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
      asList(parts[keyword]).map((_, index) => [keyword, String(index)]),
    ),
  ];
}

function faultBelow(start: string, body: unknown, at: string): string | undefined {
  if (!hasOrder(start)) return undefined;
  const { pointer, value: schema } = schemaAt(start);
  const order = asList(schema['x-order']).map(String);
  const lists = Array.isArray(body)
    ? [[at, body] as const]
    : Object.entries(asObject(body)).map(([name, each]) => [`${at}.${name}`, each] as const);
  for (const [where, list] of order.length > 0 ? lists : []) {
    const fault = Array.isArray(list) ? faultOf(list, order, where) : undefined;
    if (fault !== undefined) return fault;
  }
  for (const steps of stepsBelow(schema)) {
    const [keyword = '', name = ''] = steps;
    const parts = keyword === 'items' ? asList(body) : [body];
    for (const part of parts) {
      const inner = keyword === 'properties' ? asObject(part)[name] : part;
      const where = keyword === 'properties' ? `${at}.${name}` : at;
      const fault = faultBelow(below(pointer, ...steps), inner, where);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function faultOf(
  list: readonly unknown[],
  order: readonly string[],
  at: string,
): string | undefined {
  const wrong = list.findIndex(
    (each, index) => index > 0 && compare(list[index - 1], each, order) > 0,
  );
  return wrong === -1 ? undefined : `${at} is not in the order ${order.join(', ')} at ${wrong}.`;
}

/** Compares two items; null comes last in either direction. Words of people are not compared. */
function compare(one: unknown, other: unknown, order: readonly string[]): number {
  for (const term of order) {
    const [, sign = '', field = ''] = /^(-?)(.*)$/.exec(term) ?? [];
    const [a, b] = [valueAt(one, field), valueAt(other, field)];
    if (!isComparable(a) || !isComparable(b)) return 0;
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return (a < b ? -1 : 1) * (sign === '' ? 1 : -1);
  }
  return 0;
}

function valueAt(item: unknown, field: string): unknown {
  return field.split('.').reduce((value: unknown, name) => asObject(value)[name], item);
}

const plain = /^(?:\d{4}-\d{2}-\d{2}T[\d:.]+Z|[a-z]+)$/;

function isComparable(value: unknown): value is string | number | null {
  return (
    value === null || typeof value === 'number' || (typeof value === 'string' && plain.test(value))
  );
}
