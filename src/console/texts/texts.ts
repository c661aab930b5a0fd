import { i18n, type Messages } from '@lingui/core';
import type { Catalogue } from 'texts:en';
import { storedName } from '../api/workspace';

export { Trans } from '@lingui/react';

/** The languages of the catalogue, by their own names. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

type Language = keyof typeof languageNames;

const isLanguage = (name: string | null): name is Language =>
  name !== null && Object.hasOwn(languageNames, name);

const setting = (): string => storedName('language');

/** The language that was chosen in this browser; undefined to follow the browser. */
export function chosenLanguage(): Language | undefined {
  const chosen = localStorage.getItem(setting());
  return isLanguage(chosen) ? chosen : undefined;
}

/** Chooses the language of this browser, or none, from the next time that the page is loaded. */
export function chooseLanguage(chosen: string): void {
  localStorage.setItem(setting(), chosen);
}

const [ofBrowser = 'en'] = navigator.languages
  .map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
  .filter(isLanguage);

/** The language of the texts and of numbers. */
export const language: Language = chosenLanguage() ?? ofBrowser;

/** The form of dates: English ones have the day first and 24 hours. */
export const dateLocale = language === 'en' ? 'en-GB' : language;

/**
 * The messages of a part of the catalogue by their places.
 *
 * @public The module `texts:parts`, which the build writes, imports it.
 */
export function messagesOf({ first, texts }: Catalogue): Messages {
  const entries = texts.map((text, at) => [first + at, typeof text === 'string' ? [text] : text]);
  return Object.fromEntries(entries);
}

// The build writes these modules. Only the one of the language is loaded.
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('texts:en'),
  de: () => import('texts:de'),
};

/** Loads the catalogue of the language. Modules that have texts are loaded after it. */
export async function loadTexts(): Promise<void> {
  const catalogue = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages: messagesOf(catalogue) });
  document.documentElement.lang = language;
}

/** The names of the placeholders of a message that has no plural and no choice. */
type Names<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type Choosing = `${string}, plural, ${string}` | `${string}, select, ${string}`;

type Values<Message extends string> = Message extends Choosing
  ? [values: Readonly<Record<string, string | number>>]
  : [Names<Message>] extends [never]
    ? []
    : [values: Readonly<Record<Names<Message>, string | number>>];

/**
 * The text of an English message in the language (ICU MessageFormat). It is written as a literal,
 * because the build replaces it by the place of the message in the catalogue. What follows a `|`
 * tells messages apart that are the same in English only.
 */
export function t<const Message extends string>(
  message: Message,
  ...[values]: Values<Message>
): string {
  return i18n._(message, values);
}
