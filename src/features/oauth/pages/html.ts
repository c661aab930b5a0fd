/** Trusted HTML. `html` makes it, and escapes every text in it. */
export class Html {
  // Private, so that parsed JSON with a `text` is no HTML.
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/** What a template may contain: HTML, texts, which are escaped, and nothing. */
export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/** A template of HTML. Values are escaped for text and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + textOf(values[index])).join(''));
}

function textOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value)
    .toWellFormed()
    .replace(/[&<>"']/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
