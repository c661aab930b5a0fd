import { asObject } from '../generate/json';
import { propertiesOf } from './breaks-of-body';
import type { Shape } from './contract';
import { fieldsOf, type Draft } from './draft';
import { typesOf, branchesOf } from './schema';
import { chosen, type Break } from './break';

const json = (draft: Draft): string => JSON.stringify(draft.body ?? {});

const malformed: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}}`,
  (text) => text.replace('}', ',}'),
  (text) => `\ufeff${text}`,
  (text) => `${text}\0`,
  (text) => text.replaceAll('"', "'"),
  (text) => `[${text}`,
  (text) => `${text} ${text}`,
  (text) => text.replace(/\}$/, '/* x */}'),
  () => ' ',
  () => '\n',
  () => 'NaN',
  () => '{"x":Infinity}',
  () => '{"x":01}',
  () => '{"x":"\u0001"}',
  () => '{"x":"\\x41"}',
  () => '{"x":1e999}',
  () => '{"x":-1e999}',
  () => '{x:1}',
  () => 'title=x',
  () => '"x"',
  () => '1',
  () => '[1]',
];

const notUtf8 = [
  Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0]),
];

const types = [
  '',
  'text/plain',
  'text/json',
  'application/xml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/jsonx',
  'json',
  '*/*',
  ';',
];

const codings = ['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'x', 'compress'];

/** Puts numbers into a body that no double represents, or not exactly. */
export const hugeNumbers = 'numbers of any size';

const sizes = ['1e400', '-1e400', '9'.repeat(400), `0.${'1'.repeat(5000)}`, '1e-999'];
const marker = 'a placeholder for a number';

type Wrapper = (value: unknown) => unknown;

const inObject: readonly Wrapper[] = [(value) => ({ x: value }), (value) => ({ x: [1, value] })];
const anywhere: readonly Wrapper[] = [(value) => value, (value) => [[value]], ...inObject];

/**
 * The fields whose schemas admit any number, so only the check of the value itself refuses one that
 * cannot be stored.
 */
export function freeFieldsOf(
  shape: Shape,
): { readonly name: string; readonly wrappers: readonly Wrapper[] }[] {
  return Object.entries(propertiesOf(shape)).flatMap(([name, schema]) => {
    const branches = branchesOf(schema);
    if (branches.some((branch) => typesOf(branch) === undefined))
      return [{ name, wrappers: anywhere }];
    const isBag = branches.some(
      (branch) =>
        typesOf(branch)?.includes('object') &&
        Object.keys(asObject(branch['properties'])).length === 0,
    );
    return isBag ? [{ name, wrappers: inObject }] : [];
  });
}

/** Faults in the bytes of a body and in the headers that describe it. */
export const breaksOfBytes: Readonly<Record<string, Break>> = {
  'JSON that is not well-formed': (draft, { pick }) => ({
    ...draft,
    bytes: Buffer.from(chosen(malformed, pick)?.(json(draft)) ?? ''),
  }),

  'a duplicate field': (draft, { pick, other }) => {
    const entry = chosen(Object.entries(fieldsOf(draft) ?? {}), pick);
    if (entry === undefined) return undefined;
    const [name, value] = entry.map((part) => JSON.stringify(part));
    const again = other % 2 === 0 ? name : name?.replace(/^"(.)/, escaped);
    return { ...draft, bytes: Buffer.from(`{${again}:${value},${json(draft).slice(1)}`) };
  },

  'bytes that are not UTF-8': (draft, { pick }) => ({
    ...draft,
    bytes: chosen(notUtf8, pick) ?? Buffer.alloc(1),
  }),

  [hugeNumbers]: (draft, { pick, other }, shape) => {
    const digits = chosen(sizes, pick) ?? '';
    const free = other % 4 > 0 ? chosen(freeFieldsOf(shape), other) : undefined;
    const wrap = chosen(free?.wrappers ?? [], pick + other);
    if (free === undefined || wrap === undefined) {
      return { ...draft, bytes: Buffer.from(withValue(json(draft), digits, other)) };
    }
    const body = { ...fieldsOf(draft), [free.name]: wrap(marker) };
    const text = JSON.stringify(body).replace(`"${marker}"`, digits);
    return { ...draft, bytes: Buffer.from(text) };
  },

  'deep nesting': (draft, { pick, other }) => {
    const depth = chosen([99, 100, 101, 1000, 100_000], pick) ?? 0;
    const inner = other % 2 === 0 ? '[' : '{"x":';
    const deep = `${inner.repeat(depth)}1${(other % 2 === 0 ? ']' : '}').repeat(depth)}`;
    const text = withValue(json(draft), deep, pick + other);
    return { ...draft, bytes: Buffer.from(other % 3 === 0 ? deep : text) };
  },

  'a wrong content type': (draft, { pick }) => ({
    ...draft,
    bytes: Buffer.from(json(draft)),
    headers: { ...draft.headers, 'Content-Type': chosen(types, pick) ?? '' },
  }),

  'a wrong content coding': (draft, { pick }) => ({
    ...draft,
    bytes: Buffer.from(json(draft)),
    headers: { ...draft.headers, 'Content-Encoding': chosen(codings, pick) ?? '' },
  }),

  'a body of two mebibytes': (draft, { pick, other }) => {
    // Rare, because it is slow.
    if (other % 8 > 0) return undefined;
    const text = json(draft);
    const length = 2 * 1024 * 1024 + (pick % 3) - 1;
    return { ...draft, bytes: Buffer.from(text + ' '.repeat(length - Buffer.byteLength(text))) };
  },
};

function escaped(_match: string, first: string): string {
  return `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Replaces one of the scalar values by a text; adds a field with it if there is none.
function withValue(text: string, value: string, pick: number): string {
  const found = chosen(
    [...text.matchAll(/(?<=[:[,])(?:"[^"\\]*"|null|true|false|-?[\d.e+-]+)(?=[,}\]])/g)],
    pick,
  );
  if (found === undefined) return `{"x":${value}}`;
  return `${text.slice(0, found.index)}${value}${text.slice(found.index + found[0].length)}`;
}
