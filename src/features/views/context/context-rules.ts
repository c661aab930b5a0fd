import { limits } from '../../../../generated/limits';

/** The maximum lengths of a text in a context, in bytes of UTF-8, from the usual one down. */
export const textLimits: readonly number[] = halvings(
  limits.context_value_bytes,
  limits.context_cut_bytes,
);

function halvings(from: number, to: number): number[] {
  return from < to ? [] : [from, ...halvings(from / 2, to)];
}

/** Truncates values longer than `maxBytes` of UTF-8 and records their JSON pointers. */
export class TextTruncator {
  readonly truncated: string[] = [];
  readonly #maxBytes: number;

  constructor(maxBytes: number = limits.context_value_bytes) {
    this.#maxBytes = maxBytes;
  }

  /** Truncates a long text, never within a character; null stays null. */
  text<T extends string | null>(value: T, path: string): T | string {
    if (value === null || Buffer.byteLength(value) <= this.#maxBytes) return value;
    this.truncated.push(path);
    const bytes = Buffer.from(value).subarray(0, this.#maxBytes);
    // In stream mode the decoder omits an incomplete character at the end.
    return new TextDecoder().decode(bytes, { stream: true });
  }

  /** Truncates a long text; replaces any other value with longer JSON by null. */
  json(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.text(value, path);
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= this.#maxBytes) {
      return value;
    }
    this.truncated.push(path);
    return null;
  }
}
