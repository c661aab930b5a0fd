import fc from 'fast-check';
import { asObject } from '../../../scripts/generate/json';
import type { Shape } from './contract';
import { addresses } from './formats';
import { Pooled, prefixOf } from './pool';
import { textOf } from './text';

/** The prefix of the ids of a thing, by the name of a field or by the plural in a path. */
const prefixes: Readonly<Record<string, string>> = {
  action: 'act',
  actions: 'act',
  blocker: 'act',
  note: 'not',
  notes: 'not',
  project: 'prj',
  projects: 'prj',
  domain: 'dom',
  domains: 'dom',
  order: 'ord',
  orders: 'ord',
  checkins: 'chk',
  question: 'qst',
  questions: 'qst',
  proposals: 'ppl',
  permitted_proposal: 'ppl',
  source_agent_request: 'qst',
  agent: 'agt',
  assigned_agent: 'agt',
  agents: 'agt',
  assigned_actor: 'atr',
  created_by_actor: 'atr',
  tokens: 'tok',
  document: 'doc',
  documents: 'doc',
  revisions: 'rev',
  links: 'lnk',
  users: 'usr',
  invitations: 'inv',
};

/** Fields that are no ids but take what earlier answers or requests said. */
const learnt = new Set(['source_key', 'password', 'current_password']);

/** What a field takes that refers to something; undefined for a field that does not. */
export function referenceFor(shape: Shape, name: string): fc.Arbitrary<unknown> | undefined {
  if (name === 'client_request_id') return requestIds;
  if (name === 'after') return cursors(shape);
  if (learnt.has(name)) return drawn(name);
  if (name === 'email') return emails;
  if (name === 'token') return drawn(secretKind(shape, name));
  return /(^|_)ids?$/.test(name) ? drawn(kindOf(shape, name)) : undefined;
}

// Secrets begin with a prefix too; which one, the examples show.
function secretKind({ body }: Shape, name: string): string {
  const [example] = body?.examples ?? [];
  return prefixOf(String(asObject(example)[name]));
}

/** The prefix of what a field or a parameter takes the id of. */
export function kindOf(shape: Shape, name: string): string {
  const stem = name === 'id' ? shape.path.split('/')[2] : /^(.*)_id$/.exec(name)?.[1];
  return prefixes[stem ?? ''] ?? 'act';
}

const anyIndex = fc.nat(1000);
const anyPrefix = fc.constantFrom(...new Set(Object.values(prefixes)));

const requestIds = fc.oneof(
  {
    weight: 8,
    arbitrary: anyIndex.map((index) => new Pooled('client_request_id', index, 'nowhere')),
  },
  { weight: 1, arbitrary: anyIndex.map((index) => new Pooled('client_request_id', index)) },
  { weight: 1, arbitrary: textOf(1, 200) },
);

/** Something of the kind, most likely known, else of another workspace or of another kind or anything. */
export function drawn(kind: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    // The first few of a kind: what has most around it.
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

// Of people who can sign in, and of nobody.
const emails = fc.oneof(
  { weight: 2, arbitrary: drawn('email') },
  { weight: 1, arbitrary: addresses },
);

function cursors({ id }: Shape): fc.Arbitrary<unknown> {
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
