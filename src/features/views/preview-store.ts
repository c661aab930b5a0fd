import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';

/**
 * Selects the beginning of a text column: the length of a preview plus one character, so that
 * `previewOf` can detect a longer text.
 */
export function previewColumn(db: Knex, column: string): Knex.Raw {
  return db.raw('substr(??, 1, ?)', [column, previewLength + 1]);
}

/** The length of a preview in characters (Unicode code points). */
export const previewLength: number = limits.preview_characters;

/** The beginning of a text. */
export interface Preview {
  readonly text: string | null;
  /** Whether the text is longer than the preview. */
  readonly truncated: boolean;
}

/**
 * The first `length` code points of a text, at most 280, so that no character is split; null stays
 * null.
 */
export function previewOf(text: string | null, length: number): Preview {
  if (text === null || text.length <= length) return { text, truncated: false };
  const characters = Array.from(text);
  if (characters.length <= length) return { text, truncated: false };
  return { text: characters.slice(0, length).join(''), truncated: true };
}
