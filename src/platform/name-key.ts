import { createHash } from 'node:crypto';

// Characters without a glyph: zero-width characters, bidi controls, variation selectors and fillers.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// U+2800 is a braille pattern without dots, which looks like a space.
const blanks = /[\s\p{Cc}\u2800]+/gu;

/**
 * The key under which names are compared: two names have the same key if they differ only in case,
 * width, invisible characters or whitespace. It is a hash, because an index has a maximum size.
 */
export function nameKey(name: string): string {
  return createHash('sha256').update(folded(name)).digest('base64url');
}

// JavaScript has no case folding. Upper case first, so that ß equals ss and both sigmas are equal.
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(blanks, '');
}
