import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import type { ProtocolHandler } from '../../platform/protocol';
import { german } from './german';

/** The languages of the console and of the pages of the server. English is that of the sources. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

/** The language that a browser prefers, by its `Accept-Language`; English if we have none of its. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const headers = { 'accept-language': acceptLanguage };
  const chosen = new Negotiator({ headers }).language([...languages]);
  return languages.find((language) => language === chosen) ?? 'en';
}

// The language would otherwise be a parameter of each function on the way to a text.
const ofRequest = new AsyncLocalStorage<Language>();

/** The handler, whose pages are in the language that the browser prefers. */
export function inPreferredLanguage(handler: ProtocolHandler): ProtocolHandler {
  return (request, ctx) => inLanguageOf(request.message, () => handler(request, ctx));
}

/** Makes a page in the language that the browser prefers. */
export function inLanguageOf<T>({ headers }: IncomingMessage, make: () => T): T {
  return ofRequest.run(preferredLanguage(headers['accept-language']), make);
}

/** The language of the pages of this request. */
export function pageLanguage(): Language {
  return ofRequest.getStore() ?? 'en';
}

export type PageText = keyof typeof german;

const isPageText = (text: string): text is PageText => Object.hasOwn(german, text);

/** The text in a language, with its `{placeholders}`. */
export function textIn(language: Language, text: PageText): string {
  return language === 'de' ? german[text] : text;
}

/** The text in the language of the page. */
export function t(text: PageText, values: Readonly<Record<string, string | number>> = {}): string {
  return textIn(pageLanguage(), text).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name]),
  );
}

/** The texts with values, such as `{seconds}`: the names of the values, and what is around them. */
const filledTexts = Object.keys(german)
  .filter(isPageText)
  .filter((text) => text.includes('{'))
  .map((text) => {
    const parts = text.split(/[{}]/);
    const names = parts.filter((_, at) => at % 2 > 0);
    return { text, names, around: parts.filter((_, at) => at % 2 === 0) };
  });

/** The values of a message that has texts around them; undefined if it has not. */
function valuesIn(message: string, around: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = around;
  if (!message.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [at, part] of others.entries()) {
    const isLast = at === others.length - 1;
    const end = isLast ? message.length - part.length : message.indexOf(part, from);
    if (end <= from || !message.startsWith(part, end)) return undefined;
    values.push(message.slice(from, end));
    from = end + part.length;
  }
  return values;
}

/**
 * A message of the server in the language of the page, if it is a text of pages. The message may
 * have its values already, because programs get the same one in English.
 */
export function messageOf(message: string): string {
  if (pageLanguage() === 'en') return message;
  if (isPageText(message)) return t(message);
  for (const { text, names, around } of filledTexts) {
    const values = valuesIn(message, around);
    if (values === undefined) continue;
    return t(text, Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])));
  }
  return message;
}
