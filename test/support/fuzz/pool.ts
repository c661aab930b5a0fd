import { isRecord, type JsonRecord } from '../../../src/platform/json';

/** A value that is only known once answers have come: one of a kind, from this workspace or another, or one never used before. */
export class Pooled {
  constructor(
    readonly kind: string,
    readonly index: number,
    readonly from: 'here' | 'elsewhere' | 'nowhere' = 'here',
  ) {}
}

const mostOfAKind = 60;
const single = new Set(['client_request_id', 'source_key', 'token', 'email', 'name', 'version']);

/** What answers have told, to be used in later requests; kinds are prefixes of ids, field names, or `next` of an operation. */
export class Pool {
  private readonly here = new Map<string, string[]>();
  private readonly elsewhere = new Map<string, string[]>();
  private readonly tags = new Map<string, string>();
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

  private walk(operation: string, value: unknown, depth: number): void {
    if (depth > 6) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.walk(operation, item, depth + 1);
    } else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (typeof item !== 'string') this.walk(operation, item, depth + 1);
        else if (key === 'next') this.keep(`next of ${operation}`, item);
        else if (single.has(key)) this.keep(key, item);
        else if (/(^|_)id$/.test(key)) this.keep(prefixOf(item), item);
      }
    }
  }
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

function prefixOf(id: string): string {
  return id.split('_')[0] ?? '';
}
