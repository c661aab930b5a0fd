import { problem } from '../../problems';

/** The strong entity tag of a version: `"3"`. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Holds `If-Match` against the record's version (RFC 9110, section 13.1.1: strong comparison, `*` matches anything).
 * Throws 412 `STALE_VERSION` with `details.current_version`; an absent header asks for nothing.
 */
export function matchVersion(ifMatch: string | undefined, version: number): void {
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
 * `matchVersion` for a change that must not overwrite anything unseen. Throws 428 `VERSION_REQUIRED` with
 * `details.current_version` when the header is absent.
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) {
    throw problem('VERSION_REQUIRED', 'Send the ETag of what you read as If-Match.', {
      details: { current_version: version },
    });
  }
  matchVersion(ifMatch, version);
}

/** Whether `If-None-Match` names the tag (RFC 9110, section 13.1.2: weak comparison, `*` matches anything). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
