import { limits } from '../../../../generated/limits';

/** The most bytes of a text in a context, in UTF-8. */
const mostBytes = limits.context_value_bytes;

/** Cuts texts and remembers which, by their JSON pointers. */
export class Cutter {
  readonly cut: string[] = [];

  /** The beginning of a text that is longer than 16 KiB, cut between two characters; null stays null. */
  text<T extends string | null>(value: T, path: string): T | string {
    if (value === null || Buffer.byteLength(value) <= mostBytes) return value;
    this.cut.push(path);
    const bytes = Buffer.from(value).subarray(0, mostBytes);
    // A stream may go on: the decoder keeps an unfinished character to itself.
    return new TextDecoder().decode(bytes, { stream: true });
  }

  /** A JSON value: a text is cut as texts are, any other that is written in more than 16 KiB is left out as null. */
  json(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.text(value, path);
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= mostBytes) return value;
    this.cut.push(path);
    return null;
  }
}
