import { hash } from 'node:crypto';
import { toJson } from './json-body';
import { etagOf } from './preconditions';
import type { ResponseParts } from './send';

const plain = /^"(\d{1,15})"$/;
const whole = /^(?:W\/)?"(\d{1,15})(?:-([\w.]+)-[\w-]+)?"$/;

/**
 * Completes the entity tag of a record: the version that the handler has set, the epoch of the
 * database, and a digest of the body, because a body also changes with other records and with time
 * (decision 57). Serialises the body for that, once.
 */
export function withEntityTag(reply: ResponseParts, epoch: string | undefined): ResponseParts {
  const version = plain.exec(reply.headers?.['ETag'] ?? '')?.[1];
  if (version === undefined || epoch === undefined) return reply;
  const json = reply.text ?? toJson(reply.body);
  const text = typeof json === 'string' ? json : Buffer.concat(json).toString();
  // The fastest digest: it only has to differ when the body does.
  const digest = hash('sha1', text, 'base64url').slice(0, 16);
  const headers = { ...reply.headers, ETag: `"${version}-${epoch}-${digest}"` };
  return { ...reply, headers, text };
}

/**
 * An `If-Match` header as handlers compare it: the entity tags of this epoch without epoch and
 * digest, because only the version decides. Compression by a proxy makes a tag weak, so weak tags
 * count too. A version alone is accepted as it is.
 */
export function versionsOf(ifMatch: string, epoch: string | undefined): string {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.map((tag) => toVersion(tag, epoch)).join(', ');
}

function toVersion(tag: string, epoch: string | undefined): string {
  const [, version, ofEpoch = epoch] = whole.exec(tag) ?? [];
  return version === undefined || ofEpoch !== epoch ? tag : etagOf(Number(version));
}
