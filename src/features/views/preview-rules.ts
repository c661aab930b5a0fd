import { limits } from '../../../generated/limits';

/** Characters of a preview (product section 5). */
export const previewLength: number = limits.preview_characters;

/** The beginning of a text, and whether there is more of it. */
export interface Preview {
  readonly text: string | null;
  readonly cut: boolean;
}

/** The first 280 characters, counted as code points, so that none is cut in half; null stays null. */
export function previewOf(text: string | null): Preview {
  if (text === null || text.length <= previewLength) return { text, cut: false };
  const characters = Array.from(text);
  if (characters.length <= previewLength) return { text, cut: false };
  return { text: characters.slice(0, previewLength).join(''), cut: true };
}
