import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

// The best quality of Brotli takes seconds for a megabyte, and saves a few percent.
const brotliQuality = 9;

/** The content codings of responses, from the smallest. */
export const codings = ['br', 'gzip', 'identity'] as const;

/** A content coding of a response; `identity` means that it is sent as it is. */
export type Coding = (typeof codings)[number];

/** Bytes in one content coding, with the strong entity tag of exactly these bytes. */
export interface CodedCopy {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A document in all content codings. Each is made once, when it is first asked for. */
export class CodedCopies {
  private readonly copies = new Map<Coding, Promise<CodedCopy>>();

  constructor(readonly identity: CodedCopy) {}

  in(coding: Coding): Promise<CodedCopy> {
    const known = this.copies.get(coding) ?? this.make(coding);
    this.copies.set(coding, known);
    return known;
  }

  private async make(coding: Coding): Promise<CodedCopy> {
    if (coding === 'identity') return this.identity;
    const { bytes } = this.identity;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return taggedBytes(
      coding === 'br' ? await compress.brotli(bytes, { params }) : await compress.gzip(bytes),
    );
  }
}

/** Bytes with the strong entity tag of their SHA-256. */
export function taggedBytes(bytes: Buffer): CodedCopy {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
