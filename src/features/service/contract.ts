import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDigests, contractVersion } from '../../../generated/handlers';
import { packageRoot } from '../../platform/package-root';

/** What is sent as it is, and the strong entity tag of exactly that. */
export interface Published {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The contract in both forms: the file as it is kept, and the same document as JSON. */
export interface Contract {
  readonly yaml: Published;
  readonly json: Published;
}

/**
 * Reads the contract from the package. Throws when a file is missing or is not the one that the handlers were generated
 * from: the generator refuses a contract that is not valid OpenAPI 3.1, so no other one is ever served.
 */
export function readContract(root: string = packageRoot()): Contract {
  return {
    yaml: publish(join(root, 'contract', 'openapi.yaml'), contractDigests.yaml),
    json: publish(join(root, 'generated', 'openapi.json'), contractDigests.json),
  };
}

/** The version of the contract and the SHA-256 of what `/openapi.json` sends, in hexadecimal, as a line to print. */
export function describeContract(): string {
  const digest = Buffer.from(contractDigests.json, 'base64url').toString('hex');
  return `contract ${contractVersion} sha256:${digest}`;
}

/** Bytes to send, with the strong entity tag of exactly them. */
export function publishBytes(bytes: Buffer): Published {
  return { bytes, etag: `"${digestOf(bytes)}"` };
}

function publish(file: string, expected: string): Published {
  const bytes = readFileSync(file);
  if (digestOf(bytes) !== expected) {
    throw new Error(`${file} has changed since it was checked. Run npm run generate.`);
  }
  return publishBytes(bytes);
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
