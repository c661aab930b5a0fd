import { limits } from '../../../generated/limits';

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
