import { isRecord, type JsonRecord } from '../../src/platform/json';

/**
 * A placeholder for a value from an earlier response: one of a kind, from this workspace or
 * another, or a new one.
 */
export class Pooled {
  constructor(
    readonly kind: string,
    readonly index: number,
    readonly from: 'here' | 'elsewhere' | 'nowhere' = 'here',
  ) {}
}

/**
 * The last seen state of a record: its scalar fields, its lists of strings, and the fields of
 * nested objects as `part.field`.
 */
export type Seen = Readonly<Record<string, unknown>>;

const maxPerKind = 60;
const single = new Set(['client_request_id', 'source_key', 'name', 'version']);

/**
 * Values from responses, for use in later requests. Kinds are prefixes of ids, field names, or
 * `next` of an operation.
 */
export class Pool {
  private readonly here = new Map<string, string[]>();
  private readonly elsewhere = new Map<string, string[]>();
  private readonly tags = new Map<string, string>();
  private readonly records = new Map<string, Seen>();
  private fresh = 0;

  /** Adds the ids and other values of a response. */
  addResponse(operation: string, response: unknown, etag?: string): void {
    if (isRecord(response) && typeof response['id'] === 'string' && etag !== undefined) {
      this.tags.set(response['id'], etag);
    }
    this.walk(operation, response, 0);
  }

  /** Adds a value of a kind. */
  add(kind: string, value: string): void {
    const known = this.here.get(kind) ?? [];
    this.here.set(kind, known);
    if (value === '' || known.includes(value)) return;
    // Never remove the first ones, because other records refer to them.
    if (known.length >= maxPerKind) known.splice(maxPerKind / 4, 1);
    known.push(value);
  }

  /** Starts a new workspace: all known values belong to another workspace from now on. */
  startWorkspace(): void {
    for (const [kind, values] of this.here) this.elsewhere.set(kind, values);
    this.here.clear();
    this.tags.clear();
    this.records.clear();
  }

  /** The records of this workspace and kind whose last seen state matches. */
  recordsLike(kind: string, isLike: (record: Seen) => boolean): Seen[] {
    return [...this.records.values()].filter(
      (record) => prefixOf(String(record['id'])) === kind && isLike(record),
    );
  }

  /** The value for a placeholder. */
  take({ kind, index, from }: Pooled): string {
    if (from === 'nowhere') return `fuzz-${(this.fresh += 1)}-${index}`;
    const values = (from === 'here' ? this.here : this.elsewhere).get(kind) ?? [];
    return values[index % Math.max(1, values.length)] ?? `${kind}_${index}`;
  }

  /** The last seen entity tag of an id. */
  tagOf(id: string): string {
    return this.tags.get(id) ?? '"1"';
  }

  /** Removes a deleted record. */
  remove(id: string): void {
    this.records.delete(id);
    const known = this.here.get(prefixOf(id)) ?? [];
    if (known.includes(id)) known.splice(known.indexOf(id), 1);
  }

  /** Whether the id belongs to another workspace. */
  isForeign(id: string): boolean {
    return this.elsewhere.get(prefixOf(id))?.includes(id) === true;
  }

  /** The value with all placeholders replaced. */
  fill(value: unknown): unknown {
    if (value instanceof Pooled) return this.take(value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (!isRecord(value)) return value;
    const filled: JsonRecord = {};
    for (const [key, item] of Object.entries(value)) setOwn(filled, key, this.fill(item));
    return filled;
  }

  private storeRecord(record: JsonRecord): void {
    const { id } = record;
    if (typeof id !== 'string') return;
    this.records.set(id, { ...this.records.get(id), ...simpleFields(record) });
  }

  private walk(operation: string, value: unknown, depth: number): void {
    if (depth > 6) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.walk(operation, item, depth + 1);
    } else if (isRecord(value)) {
      this.storeRecord(value);
      for (const label of labelsOf(value)) this.add('label', label);
      for (const [key, item] of Object.entries(value)) {
        if (typeof item !== 'string') this.walk(operation, item, depth + 1);
        else if (key === 'next') this.add(`next of ${operation}`, item);
        else if (single.has(key)) this.add(key, item);
        else if (key === 'token') this.add(prefixOf(item), item);
        else if (/(^|_)id$/.test(key)) this.add(prefixOf(item), item);
      }
    }
  }
}

function labelsOf({ labels }: JsonRecord): string[] {
  return (Array.isArray(labels) ? labels : []).filter((label) => typeof label === 'string');
}

const maxStringLength = 200;

function simpleFields(record: JsonRecord): Seen {
  const fields = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    if (isRecord(value)) {
      return Object.entries(simpleFields(value)).map(([inner, part]) => [`${key}.${inner}`, part]);
    }
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    const isSimple =
      typeof value === 'string' ? value.length <= maxStringLength : !Array.isArray(value);
    return isList || isSimple ? [[key, value]] : [];
  });
  return Object.fromEntries(fields);
}

/** Sets a field of any name, including `__proto__`. */
export function setOwn(record: JsonRecord, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** The kind of an id, or of a secret with a prefix. */
export function prefixOf(id: string): string {
  return id.split('_')[0] ?? '';
}
