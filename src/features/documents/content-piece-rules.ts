import type { components } from '../../../generated/types';

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
