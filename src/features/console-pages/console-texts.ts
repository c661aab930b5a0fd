import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageRoot } from '../../platform/package-root';
import { type Language, languages } from '../../shared/pages';

const consoleFolder = join(packageRoot(), 'src', 'console');

/** The file of the translations into a language: the texts by the English ones. */
export function translationsFile(language: Exclude<Language, 'en'>): string {
  return join(consoleFolder, 'texts', `${language}.json`);
}

// `t('…')` and `<Trans id="…"`. Each message is one literal; `npm run texts` checks that.
const callOrElement = /(?<![\w$.])t\(|<Trans\s{1,99}id=/g;
const literalAtStart = /^\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/;

/** A message in a source, and where its literal begins and ends. */
interface Literal {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

function literalsIn(source: string): Literal[] {
  return [...source.matchAll(callOrElement)].flatMap(({ 0: before, index }) => {
    const from = index + before.length;
    const [whole = '', literal] = literalAtStart.exec(source.slice(from)) ?? [];
    if (literal === undefined) return [];
    const end = from + whole.length;
    const message = before.startsWith('<') ? textOfAttribute(literal) : textOfString(literal);
    return [{ start: end - literal.length, end, message }];
  });
}

function textOfAttribute(literal: string): string {
  return literal.slice(1, -1).replaceAll('&nbsp;', '\u00a0');
}

function textOfString(literal: string): string {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  const text: unknown = JSON.parse(`"${inner.replaceAll(/(?<!\\)"/g, '\\"')}"`);
  return String(text);
}

/** The messages of a source file, in its order. */
export function messagesIn(source: string): string[] {
  return literalsIn(source).map(({ message }) => message);
}

/** The source with a string literal for each message. */
function withPlaces(source: string, placeOf: (message: string) => number | undefined): string {
  let result = '';
  let from = 0;
  for (const { start, end, message } of literalsIn(source)) {
    result += `${source.slice(from, start)}"${placeOf(message) ?? ''}"`;
    from = end;
  }
  return result + source.slice(from);
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
async function translationsOf(
  language: Exclude<Language, 'en'>,
): Promise<Readonly<Partial<Record<string, string>>>> {
  return JSON.parse(await readFile(translationsFile(language), 'utf8'));
}

/** What a message says in English: what follows a `|` only tells it from others. */
export function englishOf(message: string): string {
  return message.replace(/\|[^|{}]*$/, '');
}

/** Replaces the messages of the sources, and writes the modules of the catalogues. */
interface Texts {
  readonly plugin: Plugin;
  /** The text of a message without placeholders in a language. */
  readonly textOf: (language: Language, message: string) => string;
}

/** The part of a catalogue that is loaded with the console. */
export const firstPart = 'first';

// The texts of a folder of screens are a part of their own, which is loaded before its modules, so a
// visit loads no texts of screens that it does not show.
const folders = /\/console\/(?:screens\/(\w+)|shell\/(linked|sign-in)\b)/;
const ofDialogs = /\/screens\/action\/[\w-]*dialogs?\.tsx$/;

/** The part that the folder of a source belongs to. */
export function partOfFolder(path: string): string {
  const plain = path.replaceAll(sep, '/');
  const [, screens, page] = folders.exec(plain) ?? [];
  if (ofDialogs.test(plain)) return 'dialogs';
  return screens ?? page ?? firstPart;
}

/** The name of the module of a part. */
function moduleOfTexts(language: Language, part: string): string {
  return part === firstPart ? language : `${language}-${part}`;
}

const isImport = /^(?:import|export) (?!type )/m;
const importedAtEnd = /'(\.[^']*)'$/;

/** The names of the modules of the console that a source imports, types excepted. */
function importsIn(source: string): string[] {
  return source.split(';').flatMap((statement) => {
    const [, name] = (isImport.test(statement) && importedAtEnd.exec(statement)) || [];
    return name === undefined ? [] : [name];
  });
}

const dynamicImport = /(?<![\w.])import\('(\.[^']*)'\)/g;

/** The parts whose modules import each source. What the first part imports is in no other one. */
function partsOfSources(
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const result = new Map<string, Set<string>>();
  const visit = (path: string, part: string): void => {
    const source = sources.get(path);
    const known = result.get(path) ?? new Set();
    if (source === undefined || known.has(firstPart) || known.has(part)) return;
    result.set(path, known.add(part));
    for (const name of importsIn(source)) visit(resolved(path, name, sources), part);
  };
  const paths = [...sources.keys()];
  const roots = [
    ...paths.filter((path) => partOfFolder(path) === firstPart),
    ...paths.filter((path) => partOfFolder(path) !== firstPart),
  ];
  for (const path of roots) visit(path, partOfFolder(path));
  return result;
}

function resolved(from: string, name: string, sources: ReadonlyMap<string, string>): string {
  const path = join(dirname(from), name);
  return sources.has(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`;
}

/**
 * Reads the messages and translations of a checkout. In the bundle each message is its place in the
 * catalogue, whose parts are modules. A message without a translation is shown in English, as in
 * work that has just begun.
 */
export async function readTexts(): Promise<Texts> {
  const [sources, german, { compileMessageOrThrow }] = await Promise.all([
    consoleSources(),
    translationsOf('de'),
    import('@lingui/message-utils/compileMessage'),
  ]);
  const partsOf = partsOfSources(sources);
  const partOf = new Map<string, string>();
  for (const [path, source] of sources) {
    const [part = firstPart, ...others] = partsOf.get(path) ?? [];
    for (const message of messagesIn(source)) {
      // A text of several parts is loaded once, with the first one.
      const isShared = others.length > 0 || (partOf.get(message) ?? part) !== part;
      partOf.set(message, isShared ? firstPart : part);
    }
  }
  // All texts of some folders are in the first part, because others use them too.
  const withTexts = new Set(partOf.values());
  const parts = [...new Set([...partsOf.values()].flatMap((own) => [...own]))].filter((part) =>
    withTexts.has(part),
  );
  // The messages of a part stand together, so a catalogue needs the place of its first one only.
  const messages = parts.flatMap((part) =>
    [...partOf].flatMap(([message, own]) => (own === part ? [message] : [])),
  );
  const places = new Map(messages.map((message, place) => [message, place]));
  const textOf = (language: Language, message: string): string =>
    (language === 'de' ? german[message] : undefined) ?? englishOf(message);
  const catalogueOf = (language: Language, part: string): string => {
    const own = messages.filter((message) => partOf.get(message) === part);
    const texts = own.map((message) => {
      const text = textOf(language, message);
      return /[{'<]/.test(text) ? compileMessageOrThrow(text) : text;
    });
    const first = places.get(own[0] ?? '') ?? 0;
    return `export const first = ${String(first)}, texts = ${JSON.stringify(texts)};`;
  };
  const modules: Readonly<Record<string, string>> = Object.fromEntries([
    ...languages.flatMap((language) =>
      parts.map((part) => [moduleOfTexts(language, part), catalogueOf(language, part)]),
    ),
    ['parts', loaderOfParts(parts.filter((part) => part !== firstPart))],
  ]);
  const replaced = (path: string, source: string): string => {
    const texts = withPlaces(source, (message) => places.get(message));
    let isLoader = false;
    const code = texts.replaceAll(dynamicImport, (loading, name: string) => {
      const target = resolved(path, name, sources);
      const part = partOfFolder(target);
      const [own] = partsOf.get(path) ?? [];
      const isLoaded = own === part && partsOf.get(path)?.size === 1;
      const hasNone = partsOf.get(target)?.has(firstPart) !== false || !withTexts.has(part);
      if (hasNone || isLoaded) return loading;
      isLoader = true;
      return `loadTextsOf('${part}').then(() => ${loading})`;
    });
    return isLoader ? `import { loadTextsOf } from 'texts:parts';${code}` : code;
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
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const source = sources.get(path);
        if (source === undefined) return undefined;
        return { contents: replaced(path, source), loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
  return { plugin, textOf };
}

/** The module that loads a later part of the catalogue of the language, once. */
function loaderOfParts(laterParts: readonly string[]): string {
  const loaders = languages.flatMap((language) =>
    laterParts.map((part) => {
      const name = moduleOfTexts(language, part);
      return `'${name}': () => import('texts:${name}')`;
    }),
  );
  return `
import { i18n } from '@lingui/core';
import { language, messagesOf } from './texts/texts';
const catalogues = { ${loaders.join(', ')} };
const loading = new Map();
export function loadTextsOf(part) {
  const known = loading.get(part);
  if (known !== undefined) return known;
  const next = catalogues[language + '-' + part]().then(
    (catalogue) => i18n.load(language, messagesOf(catalogue)),
    (error) => {
      loading.delete(part);
      throw error;
    },
  );
  loading.set(part, next);
  return next;
}`;
}
