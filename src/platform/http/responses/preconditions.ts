import { problem } from '../../problems';

/**
 * The version of a record as a handler sets it as `ETag`, and compares it with `If-Match`: `"3"`. The
 * platform completes the tag and takes the header apart (`entity-tag.ts`).
 */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Compares `If-Match` with the record's version (RFC 9110, 13.1.1: strong comparison, `*` matches
 * any version). Throws 412 `STALE_VERSION` with `details.current_version`. An absent header passes.
 */
export function checkIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etagOf(version))) return;
  throw problem(
    'STALE_VERSION',
    `The record has version ${version} now. Read it again and repeat your change.`,
    { details: { current_version: version } },
  );
}

/**
 * `matchVersion` for operations that require the header. Throws 428 `VERSION_REQUIRED` with
 * `details.current_version` when it is absent.
 */
export function requireIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) {
    throw problem('VERSION_REQUIRED', 'Send the ETag of the version that you read as If-Match.', {
      details: { current_version: version },
    });
  }
  checkIfMatch(ifMatch, version);
}

/** Whether `If-None-Match` has the tag (RFC 9110, 13.1.2: weak comparison, `*` matches any). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
