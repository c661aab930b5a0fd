import { isRecord, type JsonRecord } from '../../../src/platform/json';

/** A value that is only known once answers have come: one of a kind, from this workspace or another, or one never used before. */
export class Pooled {
  constructor(
    readonly kind: string,
    readonly index: number,
    readonly from: 'here' | 'elsewhere' | 'nowhere' = 'here',
  ) {}
}

/** What was last seen of a record: its simple fields, its lists of texts, and those of its parts as `part.field`. */
export type Seen = Readonly<Record<string, unknown>>;

const mostOfAKind = 60;
const single = new Set(['client_request_id', 'source_key', 'name', 'version']);

/** What answers have told, to be used in later requests; kinds are prefixes of ids, field names, or `next` of an operation. */
export class Pool {
  private readonly here = new Map<string, string[]>();
  private readonly elsewhere = new Map<string, string[]>();
  private readonly tags = new Map<string, string>();
  private readonly records = new Map<string, Seen>();
  private fresh = 0;

  /** Takes in the ids and other values of an answer. */
  learn(operation: string, answer: unknown, etag?: string): void {
    if (isRecord(answer) && typeof answer['id'] === 'string' && etag !== undefined) {
      this.tags.set(answer['id'], etag);
    }
    this.walk(operation, answer, 0);
  }

  /** Keeps a value of a kind. */
  keep(kind: string, value: string): void {
    const known = this.here.get(kind) ?? [];
    this.here.set(kind, known);
    if (value === '' || known.includes(value)) return;
    // The first ones stay: everything else hangs on them.
    if (known.length >= mostOfAKind) known.splice(mostOfAKind / 4, 1);
    known.push(value);
  }

  /** From now on, all that is known belongs to another workspace. */
  leave(): void {
    for (const [kind, values] of this.here) this.elsewhere.set(kind, values);
    this.here.clear();
    this.tags.clear();
    this.records.clear();
  }

  /** The records of this workspace, of the kind, that were like that when they were last seen. */
  recordsLike(kind: string, isLike: (record: Seen) => boolean): Seen[] {
    return [...this.records.values()].filter(
      (record) => prefixOf(String(record['id'])) === kind && isLike(record),
    );
  }

  /** The value that is meant. */
  take({ kind, index, from }: Pooled): string {
    if (from === 'nowhere') return `fuzz-${(this.fresh += 1)}-${index}`;
    const values = (from === 'here' ? this.here : this.elsewhere).get(kind) ?? [];
    return values[index % Math.max(1, values.length)] ?? `${kind}_${index}`;
  }

  /** The entity tag that an id was last seen with. */
  tagOf(id: string): string {
    return this.tags.get(id) ?? '"1"';
  }

  /** Says that what has the id is no more. */
  forget(id: string): void {
    this.records.delete(id);
    const known = this.here.get(prefixOf(id)) ?? [];
    if (known.includes(id)) known.splice(known.indexOf(id), 1);
  }

  /** Whether the id is of another workspace. */
  isElsewhere(id: string): boolean {
    return this.elsewhere.get(prefixOf(id))?.includes(id) === true;
  }

  /** The same value with everything that was meant put in. */
  fill(value: unknown): unknown {
    if (value instanceof Pooled) return this.take(value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (!isRecord(value)) return value;
    const filled: JsonRecord = {};
    for (const [key, item] of Object.entries(value)) setOwn(filled, key, this.fill(item));
    return filled;
  }

  private remember(record: JsonRecord): void {
    const { id } = record;
    if (typeof id !== 'string') return;
    this.records.set(id, { ...this.records.get(id), ...simpleFields(record) });
  }

  private walk(operation: string, value: unknown, depth: number): void {
    if (depth > 6) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.walk(operation, item, depth + 1);
    } else if (isRecord(value)) {
      this.remember(value);
      for (const [key, item] of Object.entries(value)) {
        if (typeof item !== 'string') this.walk(operation, item, depth + 1);
        else if (key === 'next') this.keep(`next of ${operation}`, item);
        else if (single.has(key)) this.keep(key, item);
        else if (key === 'token') this.keep(prefixOf(item), item);
        else if (/(^|_)id$/.test(key)) this.keep(prefixOf(item), item);
      }
    }
  }
}

const longestRemembered = 200;

function simpleFields(record: JsonRecord): Seen {
  const fields = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    if (isRecord(value)) {
      return Object.entries(simpleFields(value)).map(([inner, part]) => [`${key}.${inner}`, part]);
    }
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    const isSimple =
      typeof value === 'string' ? value.length <= longestRemembered : !Array.isArray(value);
    return isList || isSimple ? [[key, value]] : [];
  });
  return Object.fromEntries(fields);
}

/** Sets a field of any name, `__proto__` too. */
export function setOwn(record: JsonRecord, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** The kind of an id, or of another text that begins with one. */
export function prefixOf(id: string): string {
  return id.split('_')[0] ?? '';
}
