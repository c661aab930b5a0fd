import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published contract as it is now, and the SHA-256 of its bytes. */
export function readDocument(): { readonly document: unknown; readonly digest: string } {
  const bytes = readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'));
  return {
    document: JSON.parse(bytes.toString('utf8')),
    digest: createHash('sha256').update(bytes).digest('base64url'),
  };
}
