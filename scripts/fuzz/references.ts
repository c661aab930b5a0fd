import fc from 'fast-check';
import { asObject } from '../generate/json';
import { idKinds, isIdKind } from '../../src/platform/ids';
import { idPrefixes } from '../requests/operations';
import type { Shape } from './contract';
import { addresses } from './formats';
import { Pooled, prefixOf } from './pool';
import { textOf } from './text';

/** The prefixes of ids in fields whose name does not end with the kind of a record. */
const otherPrefixes: Readonly<Record<string, string>> = {
  blocker: 'act',
  agent_request: 'qst',
  actor: 'atr',
};

/** Fields other than ids whose values are taken from earlier requests or responses. */
const valueFields = new Set(['source_key', 'password', 'current_password']);

/**
 * Values for a field that refers to something; undefined for other fields. `kind` is the `x-id-of`
 * of its schema.
 */
export function referenceFor(
  shape: Shape,
  name: string,
  kind?: unknown,
): fc.Arbitrary<unknown> | undefined {
  if (typeof kind === 'string' && isIdKind(kind)) return drawn(idKinds[kind].prefix);
  if (name === 'client_request_id') return requestIds;
  // A write continues after a cursor of the feed.
  if (name === 'after') return cursors(shape.method === 'post' ? 'readEvents' : shape.id);
  if (name === 'through') return cursors('getAgentNews');
  if (valueFields.has(name)) return drawn(name);
  if (name === 'email') return emails;
  if (shape.id === 'renameLabel' && name === 'name') return drawn('label');
  if (name === 'token') return drawn(secretKind(shape, name));
  return /(^|_)ids?$/.test(name) ? drawn(kindOf(shape, name)) : undefined;
}

// Secrets have a prefix too, which the examples show.
function secretKind({ body }: Shape, name: string): string {
  const [example] = body?.examples ?? [];
  return prefixOf(String(asObject(example)[name]));
}

/** The prefix of the ids that a field or a parameter takes. */
export function kindOf(shape: Shape, name: string): string {
  if (name === 'id') return idPrefixes.get(shape.path.split('/')[2] ?? '') ?? 'act';
  const stem = /^(.*)_id$/.exec(name)?.[1] ?? '';
  const other = Object.keys(otherPrefixes).find((kind) => endsWithKind(stem, kind));
  const plural = [...idPrefixes.keys()].find((each) => endsWithKind(`${stem}s`, each));
  return otherPrefixes[other ?? ''] ?? idPrefixes.get(plural ?? '') ?? 'act';
}

// `assigned_agent` ends with the kind `agent`.
function endsWithKind(name: string, kind: string): boolean {
  return name === kind || name.endsWith(`_${kind}`);
}

const anyIndex = fc.nat(1000);
const anyPrefix = fc.constantFrom(
  ...new Set([...idPrefixes.values(), ...Object.values(otherPrefixes)]),
);

const requestIds = fc.oneof(
  {
    weight: 8,
    arbitrary: anyIndex.map((index) => new Pooled('client_request_id', index, 'nowhere')),
  },
  { weight: 1, arbitrary: anyIndex.map((index) => new Pooled('client_request_id', index)) },
  { weight: 1, arbitrary: textOf(1, 200) },
);

/** An id of the kind: mostly a known one, else one of another workspace or kind, or any text. */
export function drawn(kind: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    // Prefer the first few of a kind, because most other records refer to them.
    { weight: 8, arbitrary: fc.nat(3).map((index) => new Pooled(kind, index)) },
    { weight: 8, arbitrary: anyIndex.map((index) => new Pooled(kind, index)) },
    { weight: 1, arbitrary: anyIndex.map((index) => new Pooled(kind, index, 'elsewhere')) },
    {
      weight: 1,
      arbitrary: fc.tuple(anyPrefix, anyIndex).map(([other, index]) => new Pooled(other, index)),
    },
    { weight: 2, arbitrary: textOf(1, 200) },
  );
}

// Addresses of people who can sign in, and unknown ones.
const emails = fc.oneof(
  { weight: 2, arbitrary: drawn('email') },
  { weight: 1, arbitrary: addresses },
);

function cursors(id: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: anyIndex.map((index) => new Pooled(`next of ${id}`, index)) },
    { weight: 1, arbitrary: textOf(1, 100) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.oneof(fc.jsonValue(), fc.constantFrom('-created_at', 'name', null, '\0', 1e308)))
        .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url') || 'W10'),
    },
  );
}
