import { fitting, maxPageBytes, shorterPage } from '../../early-end';

// The JSON of items that several responses contain; undefined until the first response has it.
const cachedJson = new WeakMap<object, Buffer | undefined>();
const opening = '{"items":[';
const comma = Buffer.from(',');

/** Freezes an item of a list and marks it: its JSON is serialised once and then reused. */
export function cacheJson<Item extends object>(item: Item): Readonly<Item> {
  cachedJson.set(item, undefined);
  return Object.freeze(item);
}

/**
 * A body as JSON, with the `items` of a list first. The JSON of items that `cacheJson` has marked
 * is reused; such a body comes in parts to join. Serialising the items each time takes a fifth of
 * the time of a page of 50. A list ends early when its items exceed 4 MiB.
 */
export function toJson(body: unknown): string | readonly Buffer[] {
  if (!isList(body)) return JSON.stringify(body);
  if (!body.items.some(isMarked)) {
    const text = JSON.stringify(body);
    if (text.length <= maxPageBytes && Buffer.byteLength(text) <= maxPageBytes) return text;
  }
  const { items, ...envelope } = body;
  const json = items.map(bytesOf);
  const count = fitting(
    json.map(({ length }) => length),
    maxPageBytes,
  );
  const page = count < json.length ? shorterPage(body.page, count) : undefined;
  const shown = page === undefined ? json : json.slice(0, count);
  const parts = shown.flatMap((item, index) => (index > 0 ? [comma, item] : item));
  const rest = { items: [], ...envelope, ...(page !== undefined && { page }) };
  const closing = JSON.stringify(rest).slice(opening.length);
  return [Buffer.from(opening), ...parts, Buffer.from(closing)];
}

interface List {
  readonly items: readonly unknown[];
  readonly page?: unknown;
}

function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

function isMarked(item: unknown): item is object {
  return typeof item === 'object' && item !== null && cachedJson.has(item);
}

function bytesOf(item: unknown): Buffer {
  if (!isMarked(item)) return Buffer.from(JSON.stringify(item));
  const known = cachedJson.get(item);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(item));
  cachedJson.set(item, bytes);
  return bytes;
}
