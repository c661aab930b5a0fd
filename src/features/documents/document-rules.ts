import { limits } from '../../../generated/limits';
import { problem } from '../../platform/problems';

const maxContentBytes = limits.document_content_bytes;

/**
 * The JSON text of a content, at most 1 MiB in UTF-8. Throws 413 `PAYLOAD_TOO_LARGE` with `details
 * {limit_bytes, bytes}`, at the path of the field that makes it too large.
 */
export function contentText(content: unknown, path = 'body/content'): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxContentBytes) return text;
  const message =
    path === 'body/content'
      ? 'body/content is larger than 1 MiB.'
      : `The content would be larger than 1 MiB after ${path}.`;
  throw problem('PAYLOAD_TOO_LARGE', message, {
    issues: [{ path, code: 'PAYLOAD_TOO_LARGE', message }],
    details: { limit_bytes: maxContentBytes, bytes },
  });
}

/** Throws 409 `NOT_IN_REVIEW` with `details.review_state` unless the revision is pending. */
export function checkInReview(state: string): void {
  if (state === 'pending') return;
  throw problem('NOT_IN_REVIEW', `The revision is not in review: its state is ${state}.`, {
    details: { review_state: state },
  });
}

/**
 * Throws 409 `NOT_REVERTIBLE` with `details.cause`: `superseded` unless the revision is the newest
 * of its document, `first` when there is no revision before it.
 */
export function checkRevertible(
  revision: { readonly number: number },
  newest: { readonly id: string; readonly number: number },
): void {
  if (revision.number !== newest.number) {
    throw problem('NOT_REVERTIBLE', 'The document has changed since. Revert its newest revision.', {
      details: { cause: 'superseded', newest_revision_id: newest.id },
    });
  }
  if (revision.number === 1) {
    throw problem('NOT_REVERTIBLE', 'There is no content before the first revision.', {
      details: { cause: 'first', newest_revision_id: newest.id },
    });
  }
}
