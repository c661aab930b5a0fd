import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

/** The languages of the console. */
export type Language = 'en' | 'de';

/** The text that the console shows for an English message of its catalogue. */
export type Say = (message: string, values?: Readonly<Record<string, string | number>>) => string;

/** Reads the catalogue. A message that it does not have is an error, also in English. */
export function textsIn(language: Language): Say {
  const file = join(packageRoot(), 'src', 'console', 'texts', 'de.json');
  const german: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return (message, values = {}) => {
    const translated = german[message];
    if (translated === undefined) throw new Error(`The catalogue has no message “${message}”.`);
    const text = language === 'de' ? translated : (message.split('|')[0] ?? message);
    return text
      .replaceAll(/<\/?\w+>/g, '')
      .replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
  };
}
