import { problem } from '../platform/problems';

const maxContentBytes = 1024 * 1024;

/**
 * The content as it is stored: its JSON text, at most 1 MiB in UTF-8 (product section 2). Throws 413 `PAYLOAD_TOO_LARGE` with
 * `details {limit_bytes, bytes}`.
 */
export function contentText(content: unknown): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxContentBytes) return text;
  const message = 'body/content is larger than 1 MiB.';
  throw problem('PAYLOAD_TOO_LARGE', message, {
    issues: [{ path: 'body/content', code: 'PAYLOAD_TOO_LARGE', message }],
    details: { limit_bytes: maxContentBytes, bytes },
  });
}
