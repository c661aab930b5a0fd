import { getRandomValues } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

const randoms = new Uint32Array(1024);
let remaining = 0;

// The library's own generator makes a system call for each of an id's 16 random characters.
function randomFraction(): number {
  if (remaining === 0) {
    getRandomValues(randoms);
    remaining = randoms.length;
  }
  remaining -= 1;
  return (randoms[remaining] ?? 0) / 2 ** 32;
}

const monotonic = monotonicFactory(randomFraction);

/** A new request id: a ULID, 26 characters that sort by time. */
export function newRequestId(): string {
  return ulid(undefined, randomFraction);
}

/**
 * A new id: the prefix, an underscore and a ULID of `now` (ISO 8601 UTC). Ids with the same time
 * sort in the order of their creation.
 */
export function newId(prefix: string, now: string): string {
  return `${prefix}_${monotonic(Date.parse(now))}`;
}

/** The kinds of records that a request can name by their id: the prefix of the ids, and a noun. */
export const idKinds = {
  action: { prefix: 'act', noun: 'an action' },
  actor: { prefix: 'atr', noun: 'an actor' },
  agent: { prefix: 'agt', noun: 'an agent' },
  checkin: { prefix: 'chk', noun: 'a check-in' },
  delivery: { prefix: 'msg', noun: 'a delivery' },
  document: { prefix: 'doc', noun: 'a document' },
  domain: { prefix: 'dom', noun: 'a domain' },
  event: { prefix: 'evt', noun: 'an event' },
  file: { prefix: 'fil', noun: 'a file' },
  invitation: { prefix: 'inv', noun: 'an invitation' },
  link: { prefix: 'lnk', noun: 'a link' },
  note: { prefix: 'not', noun: 'a note' },
  oauth_grant: { prefix: 'ogr', noun: 'a grant' },
  order: { prefix: 'ord', noun: 'an order' },
  project: { prefix: 'prj', noun: 'a project' },
  proposal: { prefix: 'ppl', noun: 'a proposal' },
  question: { prefix: 'qst', noun: 'a question' },
  revision: { prefix: 'rev', noun: 'a revision' },
  saved_view: { prefix: 'svw', noun: 'a saved view' },
  session: { prefix: 'ses', noun: 'a session' },
  token: { prefix: 'tok', noun: 'a token' },
  user: { prefix: 'usr', noun: 'a person' },
  webhook: { prefix: 'whk', noun: 'a webhook' },
  workspace: { prefix: 'wsp', noun: 'a workspace' },
} as const;

/** A kind of `idKinds`. */
export type IdKind = keyof typeof idKinds;

const kindsByPrefix: ReadonlyMap<string, IdKind> = new Map(
  Object.keys(idKinds)
    .filter((kind) => isIdKind(kind))
    .map((kind) => [idKinds[kind].prefix, kind]),
);

/** Whether the text is a kind of `idKinds`. */
export function isIdKind(text: string): text is IdKind {
  return Object.hasOwn(idKinds, text);
}

/** The kind of record that an id's prefix names; undefined for a text without a known prefix. */
export function kindOfId(id: string): IdKind | undefined {
  return id[3] === '_' ? kindsByPrefix.get(id.slice(0, 3)) : undefined;
}
