import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageRoot } from '../../platform/package-root';

/** The languages of the console. English is that of the sources. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

const consoleFolder = join(packageRoot(), 'src', 'console');

/** The file of the translations into a language: the texts by the English ones. */
export function translationsFile(language: Exclude<Language, 'en'>): string {
  return join(consoleFolder, 'texts', `${language}.json`);
}

// `t('…')` and `<Trans id="…"`. Each message is one literal; `npm run texts` checks that.
const messageInCode =
  /(?<=(?<![\w$.])t\(\s*)('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<=<Trans\s+id=)("[^"]*")/g;

/** The message that a literal in the code is. */
function messageOf(call: string | undefined, attribute: string | undefined): string {
  if (attribute !== undefined) return attribute.slice(1, -1).replaceAll('&nbsp;', '\u00a0');
  const inner = (call ?? '').slice(1, -1).replaceAll("\\'", "'");
  const text: unknown = JSON.parse(`"${inner.replaceAll(/(?<!\\)"/g, '\\"')}"`);
  return String(text);
}

/** The messages of a source file, in its order. */
export function messagesIn(source: string): string[] {
  const found = source.matchAll(messageInCode);
  return [...found].map(([, call, attribute]) => messageOf(call, attribute));
}

/** The sources of the console by their paths, in their order. */
export async function consoleSources(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(consoleFolder, { recursive: true });
  const paths = names.filter((name) => /(?<!\.d)\.tsx?$/.test(name)).toSorted();
  const read = paths.map(async (name) => {
    const path = join(consoleFolder, name);
    return [path, await readFile(path, 'utf8')] as const;
  });
  return new Map(await Promise.all(read));
}

/** The texts of a language by the English messages. */
export async function translationsOf(
  language: Exclude<Language, 'en'>,
): Promise<Readonly<Partial<Record<string, string>>>> {
  return JSON.parse(await readFile(translationsFile(language), 'utf8'));
}

/** What a message says in English: what follows a `|` only tells it from others. */
export function englishOf(message: string): string {
  return message.replace(/\|[^|{}]*$/, '');
}

/** Replaces the messages of the sources, and writes the module of each language. */
export interface Texts {
  readonly plugin: Plugin;
  /** The text of a message without placeholders in a language. */
  readonly textOf: (language: Language, message: string) => string;
}

/**
 * Reads the messages and translations of a checkout. In the bundle each message is its place in the
 * catalogue, and each catalogue is a module of its own, so that a browser loads one language. A
 * message without a translation is shown in English, as in work that has just begun.
 */
export async function readTexts(): Promise<Texts> {
  const [sources, german, { compileMessageOrThrow }] = await Promise.all([
    consoleSources(),
    translationsOf('de'),
    import('@lingui/message-utils/compileMessage'),
  ]);
  const places = new Map<string, number>();
  for (const source of sources.values()) {
    for (const message of messagesIn(source)) {
      if (!places.has(message)) places.set(message, places.size);
    }
  }
  const textOf = (language: Language, message: string): string =>
    (language === 'de' ? german[message] : undefined) ?? englishOf(message);
  const catalogueOf = (language: Language): string => {
    const messages = [...places.keys()].map((message) => {
      const text = textOf(language, message);
      return /[{'<]/.test(text) ? compileMessageOrThrow(text) : text;
    });
    return `export const messages = ${JSON.stringify(messages)};`;
  };
  const plugin: Plugin = {
    name: 'texts',
    setup(build) {
      const namespace = 'texts';
      build.onResolve({ filter: /^texts:/ }, ({ path }) => ({
        path: path.slice('texts:'.length),
        namespace,
      }));
      build.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: catalogueOf(languages.find((each) => each === path) ?? 'en'),
      }));
      build.onLoad({ filter: /[\\/]console[\\/].*\.tsx?$/ }, async ({ path }) => {
        const source = sources.get(path);
        if (source === undefined) return undefined;
        const contents = source.replaceAll(
          messageInCode,
          (_, call?: string, attribute?: string) =>
            `"${places.get(messageOf(call, attribute)) ?? ''}"`,
        );
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
  return { plugin, textOf };
}
