import { isRecord, type JsonRecord } from '../../../platform/json';
import type { Problem } from '../../../platform/problems';
import { countCharacters } from '../../../platform/text-length';

/** The most bytes of the JSON of a result, which is what a model reads. */
export const maxResultBytes = 32 * 1024;

/** The most bytes of the JSON of a result that summarizes, such as an overview. */
export const usualResultBytes = 8 * 1024;

/**
 * A result of a tool. A success is only the text: every host gives it to its model, and some give
 * the model `structuredContent` as a second copy.
 */
export interface ToolResult {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** A result, and what was cut from it. */
interface Shortened {
  readonly result: ToolResult;
  readonly truncated: Truncated;
}

/** A presented result, shortened to `maxBytes`; `more` says how to get the rest. */
export function toResult(body: JsonRecord, maxBytes: number, more: string): Shortened {
  const { value, truncated } = fit(body, maxBytes);
  const isCut = Object.keys(truncated).length > 0;
  const whole = {
    ...value,
    ...(isCut && { truncated }),
    ...((isCut || hasCutContext(body)) && { how_to_get_more: more }),
  };
  return { result: { content: [{ type: 'text', text: JSON.stringify(whole) }] }, truncated };
}

// The operation shortens a context itself.
function hasCutContext({ context }: JsonRecord): boolean {
  return isRecord(context) && context['truncated'] !== undefined;
}

/**
 * The number of records that are left of a list that was cut, of several lists the fewest; undefined
 * if none was cut. A cursor continues after the last record that was read, so those that were cut
 * would be lost.
 */
export function leftOfLists(truncated: Truncated): number | undefined {
  const left = Object.entries(truncated).flatMap(([pointer, amount]) =>
    /^(\/[^/]+)?\/items$/.test(pointer) ? [Number.parseInt(amount, 10)] : [],
  );
  return left.length === 0 ? undefined : Math.min(...left);
}

/** The result of a call that an operation refused: the model can read it and correct itself. */
export function toRefusal(failure: Problem): ToolResult {
  const { code, message } = failure;
  const { value } = fit({ error: failure.envelope() }, usualResultBytes);
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { ...value },
    isError: true,
  };
}

/** What was cut: a JSON pointer, with how much of it is left. */
export type Truncated = Readonly<Record<string, string>>;

/** A text or an array that can be cut. */
interface Part {
  readonly pointer: string;
  readonly value: string | readonly unknown[];
  /** The bytes that it has in the result. */
  readonly bytes: number;
  readonly replace: (value: string | readonly unknown[]) => void;
}

const shortText = 200;
const marginBytes = 1024;
/** The most bytes of how to get the rest, with its name. */
const adviceBytes = 320;
// Bounds the time of a result. Lists of records are cut at once.
const mostTries = 4;
const mostCuts = 50;

/** The number of bytes of a value as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * The object with at most so many bytes of JSON, and what was cut: first long texts, the longest
 * most, then the ends of arrays. Objects that fit are returned as they are.
 */
function fit(
  whole: JsonRecord,
  maxBytes: number,
): { readonly value: JsonRecord; readonly truncated: Truncated } {
  if (bytesOf(whole) <= maxBytes) return { value: whole, truncated: {} };
  let target = maxBytes - marginBytes;
  for (let tries = 1; ; tries += 1) {
    const value = structuredClone(whole);
    const truncated: Record<string, string> = {};
    cutTexts(value, target, truncated);
    let cuts = 0;
    while (
      bytesOf(value) > target &&
      cuts < mostCuts &&
      cutLargestArray(value, target, truncated)
    ) {
      cuts += 1;
    }
    const excess = bytesOf(value) + bytesOf(truncated) + adviceBytes - maxBytes;
    if (excess <= 0 || tries === mostTries) return { value, truncated };
    // The list of what was cut is longer than the margin.
    target -= Math.max(excess, marginBytes);
  }
}

function cutTexts(value: JsonRecord, target: number, truncated: Record<string, string>): void {
  const texts = partsOf(value).flatMap(({ value: text, ...part }) =>
    typeof text === 'string' && text.length > shortText ? [{ ...part, text }] : [],
  );
  // The limit that makes the whole fit, found by halving.
  const excess = bytesOf(value) - target;
  const saved = (limit: number): number =>
    texts.reduce(
      (sum, { text, bytes }) =>
        text.length <= limit ? sum : sum + bytes - bytesOf(cut(text, limit)),
      0,
    );
  let [low, high] = [shortText, Math.max(shortText, ...texts.map(({ text }) => text.length))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (saved(middle) >= excess) low = middle;
    else high = middle - 1;
  }
  for (const { pointer, text, replace } of texts) {
    if (text.length <= low) continue;
    const kept = cut(text, low);
    replace(kept);
    truncated[pointer] = `${countCharacters(kept)} of ${countCharacters(text)} characters`;
  }
}

function cutLargestArray(
  value: JsonRecord,
  target: number,
  truncated: Record<string, string>,
): boolean {
  const arrays = partsOf(value).flatMap(({ value: items, ...part }) =>
    typeof items !== 'string' && items.length > 0 ? [{ ...part, items }] : [],
  );
  // The innermost of the largest, because it is cut without losing a whole outer item.
  const [largest] = arrays.toSorted((a, b) => b.bytes - a.bytes);
  if (largest === undefined) return false;
  const { pointer, items, replace } = largest;
  const total = truncated[pointer]?.replace(/^.* of /, '') ?? `${items.length} items`;
  const kept = items.slice(0, countToKeep(items, bytesOf(value) - target));
  replace(kept);
  truncated[pointer] = `${kept.length} of ${total}`;
  return true;
}

/** How many items are left when `excess` bytes are cut from the end, but at most half of the items. */
function countToKeep(items: readonly unknown[], excess: number): number {
  let [count, saved] = [items.length, 0];
  while (count > Math.floor(items.length / 2) && saved < excess) {
    count -= 1;
    saved += bytesOf(items[count]) + 1;
  }
  return count;
}

// A surrogate pair is not cut in two.
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
}

/** Members with any JSON. A framed one is `text`. */
const opaque: ReadonlySet<string> = new Set([
  'input_payload',
  'payload',
  'permitted_payload',
  'content',
  'text',
]);
/** A part of a cursor is none. */
const uncut: ReadonlySet<string> = new Set(['next', 'cursor']);

/** The texts and arrays in a result. JSON of a caller is a text, so that one cut shortens it. */
function partsOf(root: JsonRecord): Part[] {
  const parts: Part[] = [];
  const enter = (owner: object, key: string, pointer: string): void => {
    const value: unknown = Reflect.get(owner, key);
    const replace = (changed: string | readonly unknown[]): void => {
      Reflect.set(owner, key, changed);
    };
    if (uncut.has(key)) return;
    const bytes = bytesOf(value);
    if (typeof value === 'string') parts.push({ pointer, value, bytes, replace });
    else if (opaque.has(key)) {
      parts.push({ pointer, value: JSON.stringify(value) ?? '', bytes, replace });
    } else if (Array.isArray(value)) {
      parts.push({ pointer, value, bytes, replace });
      value.forEach((_, index) => enter(value, String(index), `${pointer}/${index}`));
    } else if (isRecord(value)) {
      for (const name of Object.keys(value)) {
        enter(value, name, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      }
    }
  };
  for (const name of Object.keys(root)) enter(root, name, `/${name}`);
  return parts;
}
