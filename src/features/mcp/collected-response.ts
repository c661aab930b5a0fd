import { escapeLineSeparators } from '../../platform/json';
import type { ProtocolReply } from '../../platform/operation';

/** The part of a Node.js response that the library writes to. */
interface Written {
  writeHead(status: number, headers?: Record<string, string>): unknown;
  write(chunk: string | Uint8Array): unknown;
  end(chunk?: string | Uint8Array): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** Headers that the platform sets, or that this response does not need. */
const ofPlatform: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
  // For streams; the platform sends the whole response at once.
  'x-accel-buffering',
]);

/**
 * Collects the response that the library writes, so that the platform sends it like any other. An
 * event stream of the library ends with the response to its message, so it is finite too. A client
 * that goes away does not cancel a call, because the call may be half way through its work.
 */
export async function collectResponse(
  write: (response: Written) => Promise<void>,
): Promise<ProtocolReply> {
  let status = 500;
  let sent: Readonly<Record<string, string>> = {};
  const chunks: Buffer[] = [];
  const add = (chunk?: string | Uint8Array): void => {
    if (chunk !== undefined) chunks.push(Buffer.from(chunk));
  };
  await write({
    writeHead: (given, headers = {}) => {
      status = given;
      sent = headers;
    },
    write: (chunk) => {
      add(chunk);
      return true;
    },
    end: add,
    on: () => undefined,
  });
  const named = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.fromEntries(named.filter(([name]) => !ofPlatform.has(name)));
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return { status, headers };
  // Both media types are JSON in lines, or JSON alone.
  const text = escapeLineSeparators(bytes.toString('utf8'));
  const contentType = new Map(named).get('content-type') ?? 'application/json';
  return { status, headers, bytes: Buffer.from(text), contentType };
}
