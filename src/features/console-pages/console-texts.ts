import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
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

/** Replaces the messages of the sources, and writes the modules of the catalogues. */
export interface Texts {
  readonly plugin: Plugin;
  /** The text of a message without placeholders in a language. */
  readonly textOf: (language: Language, message: string) => string;
}

const seldomFolders =
  /\/console\/(screens\/(settings|agents|orders|documents|insights)|shell\/linked)\b/;

/** Whether many visits do not need a module, unless another one imports from it. */
export function isSeldom(path: string): boolean {
  return seldomFolders.test(path.replaceAll(sep, '/'));
}

const staticImport = /^(?:import|export)\b(?! type\b)[^;']*'(\.[^']*)';/gm;
const dynamicImport = /(?<![\w.])import\('(\.[^']*)'\)/g;

/** The sources whose texts are in the catalogue that is loaded with the first of them. */
function seldomSources(sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const needed = new Set<string>();
  const need = (path: string): void => {
    const source = sources.get(path);
    if (source === undefined || needed.has(path)) return;
    needed.add(path);
    for (const [, name = ''] of source.matchAll(staticImport)) need(resolved(path, name, sources));
  };
  for (const path of sources.keys()) if (!isSeldom(path)) need(path);
  return new Set([...sources.keys()].filter((path) => !needed.has(path)));
}

function resolved(from: string, name: string, sources: ReadonlyMap<string, string>): string {
  const path = join(dirname(from), name);
  return sources.has(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`;
}

/**
 * Reads the messages and translations of a checkout. In the bundle each message is its place in the
 * catalogue. Each language has two: that of the seldom screens is loaded before their modules. A
 * message without a translation is shown in English, as in work that has just begun.
 */
export async function readTexts(): Promise<Texts> {
  const [sources, german, { compileMessageOrThrow }] = await Promise.all([
    consoleSources(),
    translationsOf('de'),
    import('@lingui/message-utils/compileMessage'),
  ]);
  const later = seldomSources(sources);
  const messagesOf = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => messagesIn(sources.get(path) ?? ''));
  const first = [...new Set(messagesOf([...sources.keys()].filter((path) => !later.has(path))))];
  const all = [...new Set([...first, ...messagesOf([...later])])];
  const places = new Map(all.map((message, place) => [message, place]));
  const textOf = (language: Language, message: string): string =>
    (language === 'de' ? german[message] : undefined) ?? englishOf(message);
  const catalogueOf = (language: Language, from: number, to?: number): string => {
    const texts = all.slice(from, to).map((message) => {
      const text = textOf(language, message);
      return /[{'<]/.test(text) ? compileMessageOrThrow(text) : text;
    });
    const list = JSON.stringify(texts);
    return `export const messages = Object.fromEntries(${list}.map((text, n) => [n + ${from}, text]));`;
  };
  const modules: Readonly<Record<string, string>> = Object.fromEntries([
    ...languages.flatMap((language) => [
      [language, catalogueOf(language, 0, first.length)],
      [`${language}-seldom`, catalogueOf(language, first.length)],
    ]),
    ['seldom', seldomLoader()],
  ]);
  const replaced = (path: string, source: string): string => {
    const texts = source.replaceAll(
      messageInCode,
      (_, call?: string, attribute?: string) => `"${places.get(messageOf(call, attribute)) ?? ''}"`,
    );
    if (later.has(path)) return texts;
    let isLoader = false;
    const code = texts.replaceAll(dynamicImport, (loading, name: string) => {
      if (!later.has(resolved(path, name, sources))) return loading;
      isLoader = true;
      return `loadSeldomTexts().then(() => ${loading})`;
    });
    return isLoader ? `import { loadSeldomTexts } from 'texts:seldom';${code}` : code;
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
        contents: modules[path] ?? '',
        resolveDir: consoleFolder,
      }));
      build.onLoad({ filter: /[\\/]console[\\/].*\.tsx?$/ }, ({ path }) => {
        const source = sources.get(path);
        if (source === undefined) return undefined;
        return { contents: replaced(path, source), loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
  return { plugin, textOf };
}

/** The module that loads the second catalogue of the language, once. */
function seldomLoader(): string {
  const loaders = languages.map(
    (language) => `${language}: () => import('texts:${language}-seldom')`,
  );
  return `
import { i18n } from '@lingui/core';
import { language } from './texts/texts';
const catalogues = { ${loaders.join(', ')} };
let loading;
export function loadSeldomTexts() {
  loading ??= catalogues[language]().then(
    ({ messages }) => i18n.load(language, messages),
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}`;
}
