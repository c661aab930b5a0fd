import { limits } from '../../../../generated/limits';

/** The maximum length of a text in a context, in bytes of UTF-8. */
const maxBytes = limits.context_value_bytes;

/** Truncates long values and records their JSON pointers. */
export class TextTruncator {
  readonly truncated: string[] = [];

  /** Truncates a text after 16 KiB, never within a character; null stays null. */
  text<T extends string | null>(value: T, path: string): T | string {
    if (value === null || Buffer.byteLength(value) <= maxBytes) return value;
    this.truncated.push(path);
    const bytes = Buffer.from(value).subarray(0, maxBytes);
    // In stream mode the decoder omits an incomplete character at the end.
    return new TextDecoder().decode(bytes, { stream: true });
  }

  /** Truncates a text; replaces any other value of more than 16 KiB of JSON by null. */
  json(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.text(value, path);
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= maxBytes) return value;
    this.truncated.push(path);
    return null;
  }
}
