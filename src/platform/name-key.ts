import { createHash } from 'node:crypto';

/**
 * A text that is empty or has a character that people see. Spaces, controls, tag characters,
 * variation selectors, fillers, noncharacters and the Braille pattern without dots are none, and a
 * combining mark needs a character before it. Characters of later versions of Unicode and of private
 * use are seen.
 */
export const emptyOrVisible =
  /^$|[^\s\p{Cc}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffc\u{13430}-\u{13455}\u{16fe4}\u{1d159}]/u;

/** Whether a text has no visible character. */
export function isInvisible(text: string): boolean {
  return text === '' || !emptyOrVisible.test(text);
}

// Characters without a glyph: zero-width characters, bidi controls, variation selectors, fillers, the
// object replacement character and the null notehead.
const invisible =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufffc\u{13430}-\u{13455}\u{16fe4}\u{1d159}]/gu;

// U+2800 is a braille pattern without dots, which looks like a space.
const blanks = /[\s\p{Cc}\u2800]+/gu;

/**
 * The key under which names are compared: two names have the same key if they differ only in case,
 * width, invisible characters or whitespace. It is a hash, because an index has a maximum size.
 */
export function nameKey(name: string): string {
  return createHash('sha256').update(folded(name)).digest('base64url');
}

// JavaScript has no case folding. Upper case in between, so that ß equals ss and both sigmas are
// equal; lower case first for the capital ẞ.
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(blanks, '');
}
