import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDigests, contractVersion } from '../../../generated/handlers';
import { CodedCopies, taggedBytes, type CodedCopy } from '../../platform/coded-copies';
import { packageRoot } from '../../platform/package-root';

/** A published file with the strong entity tag of its bytes, and in other content codings. */
export interface Published extends CodedCopy {
  readonly copies: CodedCopies;
}

/** The contract as the original YAML file and as JSON. */
export interface Contract {
  readonly yaml: Published;
  readonly json: Published;
}

/**
 * Reads the contract from the package. Throws when a file is missing or differs from the one that
 * the handlers were generated from. The generator validates it against OpenAPI 3.1, so no invalid
 * contract is ever served.
 */
export function readContract(root: string = packageRoot()): Contract {
  return {
    yaml: publish(join(root, 'contract', 'openapi.yaml'), contractDigests.yaml),
    json: publish(join(root, 'generated', 'openapi.json'), contractDigests.json),
  };
}

/** A line with the contract's version and the hexadecimal SHA-256 of `/openapi.json`. */
export function describeContract(): string {
  const digest = Buffer.from(contractDigests.json, 'base64url').toString('hex');
  return `contract ${contractVersion} sha256:${digest}`;
}

/** Creates the strong entity tag for bytes to publish. */
export function publishBytes(bytes: Buffer): Published {
  const copy = taggedBytes(bytes);
  return { ...copy, copies: new CodedCopies(copy) };
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
