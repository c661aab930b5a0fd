import type { Ajv2020 } from 'ajv/dist/2020';
import { emptyOrVisible } from '../../name-key';

/**
 * The pattern of the contract's texts for people, such as that of `VisibleText`. It is portable, so
 * it names only the most frequent invisible characters: engines differ in properties of Unicode and
 * in characters beyond U+FFFF.
 */
export const visiblePattern = String.raw`^$|[^\s\x00-\x1F\x7F-\x9F\xAD\u034F\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFFA0]`;

/** Makes an Ajv apply what the contract says of these texts to all characters of Unicode. */
export function applyVisibleTexts(ajv: Ajv2020): Ajv2020 {
  const { code } = ajv.opts;
  const plain = code.regExp;
  code.regExp = Object.assign(
    (source: string, flags: string) =>
      source === visiblePattern ? emptyOrVisible : plain(source, flags),
    { code: plain.code },
  );
  return ajv;
}
