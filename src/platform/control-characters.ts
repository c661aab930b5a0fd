/**
 * Characters that can control a terminal, hide text or change its order: C0 and C1 with DEL and ESC,
 * separators of lines and paragraphs, and the controls of bidirectional text (UAX #9).
 */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The escapes of JSON, and such characters. */
const escapesAndControls = /\\u[0-9a-fA-F]{4}|\\.|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The text as one line that cannot control a terminal: each such character becomes a space. */
export function asLine(text: string): string {
  return text.replace(controls, ' ');
}

/** JSON text of the same value, with such characters in strings as escapes. Line feeds stay. */
export function escapedJson(json: string): string {
  return json.replace(controls, (character) =>
    character === '\n' ? character : `\\u${hex(character)}`,
  );
}

/**
 * A line of JSON without such characters in its strings, for a program that prints the strings. Line
 * feeds and tabs stay, as in stack traces.
 */
export function withoutControls(json: string): string {
  return json.replace(escapesAndControls, (found) => (isHarmless(found) ? found : ' '));
}

function isHarmless(found: string): boolean {
  if (found.startsWith('\\u')) return asLine(JSON.parse(`"${found}"`)) !== ' ';
  return found === '\n' || (found.startsWith('\\') && !/[bfr]$/.test(found));
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
