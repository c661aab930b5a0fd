import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { json } from '../../platform/db/statements/columns';
import type { Actor } from '../../platform/operation';
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

type Edit = components['schemas']['DocumentEdit'];

/**
 * The content after the edit, which replaces the only occurrence of a text. Throws 422
 * `INVALID_EDIT` with `details.occurrences` for another number of them, or null if the content is
 * no string.
 */
export function editedContent(stored: string, { find, replace }: Edit): string {
  const content = json(stored);
  if (typeof content !== 'string') {
    throw invalidEdit('The content is no text. Send the whole content instead.', null);
  }
  const at = content.indexOf(find);
  if (at === -1 || at !== content.lastIndexOf(find)) {
    const occurrences = countOccurrences(content, find);
    throw invalidEdit(messageFor(occurrences), occurrences);
  }
  return content.slice(0, at) + replace + content.slice(at + find.length);
}

/** Overlapping occurrences count too, because each is a place that the edit could mean. */
function countOccurrences(content: string, find: string): number {
  let count = 0;
  for (let at = content.indexOf(find); at !== -1; at = content.indexOf(find, at + 1)) count += 1;
  return count;
}

function messageFor(occurrences: number): string {
  return occurrences === 0
    ? 'The content does not have the text of body/edit/find. Read the document again.'
    : `The content has the text of body/edit/find ${occurrences} times. Send more of the text around it.`;
}

function invalidEdit(message: string, occurrences: number | null) {
  return problem('INVALID_EDIT', message, {
    issues: [{ path: 'body/edit/find', code: 'INVALID_EDIT', message }],
    details: { occurrences },
  });
}

/** A piece of a content, as `getDocument` returns it. */
interface Piece {
  readonly content: string;
  readonly content_range: components['schemas']['ContentRange'];
}

/**
 * The piece of a content at `offset`, of at most `length` characters. Both count Unicode code
 * points, so that no character is split; a piece beyond the end is empty. The text of a content
 * that is no string is its JSON.
 */
export function pieceOf(
  content: unknown,
  { offset = 0, length = Infinity }: { readonly offset?: number; readonly length?: number },
): Piece {
  const isJson = typeof content !== 'string';
  const text = isJson ? JSON.stringify(content) : content;
  let total = 0;
  let start = text.length;
  let end = text.length;
  // The index counts UTF-16 code units, of which some code points have two.
  for (let index = 0; index < text.length; total += 1) {
    if (total === offset) start = index;
    if (total === offset + length) end = index;
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  const shown = Math.max(0, Math.min(length, total - offset));
  return {
    content: text.slice(start, end),
    content_range: { offset, length: shown, total, is_json: isJson },
  };
}

/** The fields of a document that decide who may change it. */
export interface SharedDocument {
  readonly created_by_actor_id: string;
  readonly access_mode: 'private' | 'shared_read' | 'shared_comment' | 'shared_edit';
}

/**
 * Throws 403 unless the actor may edit a document that they see: people, sysadmin agents and its
 * creator always, other agents with `shared_edit`.
 */
export function checkMayEdit(actor: Actor, document: SharedDocument): void {
  if (hasFullAccess(actor, document) || document.access_mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${document.access_mode}: you cannot edit it.`);
}

/**
 * Throws 403 unless the actor may write notes on a document that they see: people, sysadmin agents
 * and its creator always, other agents with `shared_comment` or `shared_edit`.
 */
export function checkMayComment(actor: Actor, document: SharedDocument): void {
  const { access_mode: mode } = document;
  if (hasFullAccess(actor, document) || mode === 'shared_comment' || mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${mode}: you cannot write notes on it.`);
}

/**
 * Throws 403 unless the actor may change the access mode: people, sysadmin agents and the creator
 * of the document.
 */
export function checkMayShare(actor: Actor, document: SharedDocument): void {
  if (hasFullAccess(actor, document)) return;
  throw problem(
    'FORBIDDEN',
    'Only people, sysadmin agents and its creator can change the access mode of a document.',
  );
}

function hasFullAccess(actor: Actor, document: SharedDocument): boolean {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return true;
  return document.created_by_actor_id === actor.id;
}
