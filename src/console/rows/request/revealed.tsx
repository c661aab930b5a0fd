import '../../api/client';
import { createElement } from 'react';

// Characters that show nothing, or that turn or join what is around them. A tab, the ends of lines,
// and the two that choose between text and emoji are shown as they are.
const hidden =
  /((?:(?!\t|\n|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+)/gu;
const most = 8;

/** Whether a text has characters that a person would not see. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** A text whose hidden characters are shown by their numbers. */
export function Revealed({ text }: { readonly text: string }) {
  const parts = text.replaceAll('\r\n', '\n').split(hidden);
  return createElement(
    'bdi',
    { dir: 'auto' },
    ...parts.map((part, index) =>
      index % 2 === 0 ? part : createElement('mark', { className: 'hidden' }, numbersOf(part)),
    ),
  );
}

function numbersOf(part: string): string {
  const all = Array.from(part, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
  const more = all.length > most ? ` and ${all.length - most} more` : '';
  return ` ${all.slice(0, most).join(' ')}${more} `;
}
