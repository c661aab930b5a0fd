import { TransferError } from './record-rules';

/** A line with its number, starting at 1, and its bytes including the line feed. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

// A document of 1 MiB is at most 6 MiB of escaped JSON; some rows contain two.
const maxLineBytes = 64 * 1024 * 1024;

/**
 * Splits a stream into lines at line feeds only. Node's readline also splits at U+2028, which JSON
 * may contain. Buffers one line and one chunk. Throws a TransferError for a line of more than
 * 64 MiB.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield { number, bytes: Buffer.concat([...parts, chunk.subarray(start, end + 1)]) };
      [parts, size, number, start] = [[], 0, number + 1, end + 1];
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxLineBytes) throw new TransferError(`Line ${number} is too long.`);
  }
  if (size > 0) yield { number, bytes: Buffer.concat(parts) };
}
