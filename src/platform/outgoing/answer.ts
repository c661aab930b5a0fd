import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The parts of a response that callers get. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly truncated: boolean;
}

/** A response whose body arrives. */
export interface ArrivingAnswer {
  /** What has arrived so far. */
  soFar(): Answer;
  /** Resolves at the end of the body or after the limit, and rejects if the body is cut. */
  readonly whole: Promise<Answer>;
}

/**
 * Reads a response up to `limit` bytes of its body. The caller destroys the connection. Redirects
 * are failures, and their body is not read.
 */
export function readAnswer(
  response: IncomingMessage,
  limit: number,
): ArrivingAnswer | { readonly error: 'redirect' } {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) return { error: 'redirect' };
  const chunks: Buffer[] = [];
  let length = 0;
  const answer = (truncated: boolean): Answer => ({
    status,
    headers,
    text: decode(Buffer.concat(chunks), limit),
    truncated,
  });
  const readWhole = async (): Promise<Answer> => {
    for await (const chunk of response) {
      const bytes: Buffer = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, Math.max(0, limit - length)));
      length += bytes.length;
      if (length > limit) break;
    }
    return answer(length > limit);
  };
  return { soFar: () => answer(true), whole: readWhole() };
}

/** Decodes UTF-8 into a text of at most `limit` bytes without NUL. */
function decode(bytes: Buffer, limit: number): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
  // Each invalid byte becomes a replacement character of three bytes.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
