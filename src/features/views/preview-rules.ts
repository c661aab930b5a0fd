import { limits } from '../../../generated/limits';

/** The length of a preview in characters (Unicode code points). */
export const previewLength: number = limits.preview_characters;

/** The beginning of a text. */
export interface Preview {
  readonly text: string | null;
  /** Whether the text is longer than the preview. */
  readonly truncated: boolean;
}

/** The first 280 code points of a text, so that no character is split; null stays null. */
export function previewOf(text: string | null): Preview {
  if (text === null || text.length <= previewLength) return { text, truncated: false };
  const characters = Array.from(text);
  if (characters.length <= previewLength) return { text, truncated: false };
  return { text: characters.slice(0, previewLength).join(''), truncated: true };
}
