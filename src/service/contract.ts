import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root';

/** A published form of the contract: what is sent, and the strong entity tag of exactly that. */
export interface Published {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The contract in both forms: the file as it is kept, and the same document as JSON. */
export interface Contract {
  readonly yaml: Published;
  readonly json: Published;
}

/** Reads the contract from the package. Throws when a file is missing: then the package is incomplete. */
export function readContract(): Contract {
  const root = packageRoot();
  return {
    yaml: publish(readFileSync(join(root, 'contract', 'openapi.yaml'))),
    json: publish(readFileSync(join(root, 'generated', 'openapi.json'))),
  };
}

function publish(bytes: Buffer): Published {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
