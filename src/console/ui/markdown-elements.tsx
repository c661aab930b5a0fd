import {
  getDefaults,
  Lexer,
  Tokenizer,
  type MarkedToken,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import '../api/client';
import { useKeyPrefix } from '../api/session';
import type { ShownText } from './markdown';

const schemes = ['http:', 'https:', 'mailto:'];

/** Markdown as elements. HTML in it is shown as text; links lead to the web and to mail only. */
export function MarkdownElements({ text, under, isButton, isWords, plain }: ShownText) {
  const tokens = useMemo(
    () => (under === undefined ? inlineTokensOf(text) : tokensOf(text)),
    [text, under],
  );
  if (tokens === undefined) return plain;
  if (under !== undefined) {
    return (
      <Level value={under}>
        <LinksKeys value={true}>
          {group('div', tokens, { className: 'markdown', dir: 'auto' })}
        </LinksKeys>
      </Level>
    );
  }
  if (isWords) return wordsOf(tokens);
  const parts = tokens.map((token) => (isButton && isLink(token) ? token.raw : elementOf(token)));
  return createElement('span', {}, ...parts);
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return wordsOf(token.tokens);
      return 'text' in token ? String(token.text) : token.raw;
    })
    .join('');
}

function isLink({ type }: Token): boolean {
  return type === 'link' || type === 'image';
}

const Level = createContext(3);

/** Whether keys of actions become links: not in a line, and not in a link. */
const LinksKeys = createContext(false);

const keyLike = /\b[A-Z][A-Z0-9]{0,9}-\d{1,9}\b/;

/** A text, in which keys of actions are links. */
function Words({ text }: { readonly text: string }) {
  const isLinking = useContext(LinksKeys) && keyLike.test(text);
  const prefix = useKeyPrefix(isLinking);
  if (!isLinking || prefix === '') return text;
  const parts = text.split(new RegExp(String.raw`\b(${prefix}-\d{1,9})\b`));
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Link key={index} href={`/app/actions/${part}`}>
        {part}
      </Link>
    ),
  );
}

function Heading({ depth, tokens }: Tokens.Heading) {
  return group(`h${Math.min(6, depth + useContext(Level))}`, tokens);
}

function group(type: string, tokens: readonly Token[] = [], props: object = {}): ReactNode {
  return createElement(type, props, ...tokens.map(elementOf));
}

/** The library's own tokens; extensions, of which the console has none, could add others. */
function isKnown(token: Token): token is MarkedToken {
  return token.type !== '';
}

function elementOf(token: Token): ReactNode {
  if (!isKnown(token)) return token.raw;
  switch (token.type) {
    case 'heading':
      return createElement(Heading, token);
    case 'paragraph':
      return group('p', token.tokens);
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del':
      return group(token.type, token.tokens);
    case 'list':
      return group(token.ordered ? 'ol' : 'ul', token.items);
    case 'list_item':
      return group('li', token.tokens, token.task ? { className: 'task' } : {});
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'link':
      return linkOf(token);
    case 'image':
      return linkOf({ ...token, tokens: [] });
    case 'code':
      return createElement('pre', {}, createElement('code', {}, token.text));
    case 'codespan':
      return createElement('code', {}, token.text);
    case 'table':
      return tableOf(token);
    case 'br':
    case 'hr':
      return createElement(token.type);
    case 'text':
      return token.tokens === undefined
        ? createElement(Words, { text: token.text })
        : group('span', token.tokens);
    case 'escape':
      return token.text;
    case 'space':
    case 'def':
      return null;
    case 'html':
      break;
  }
  return token.raw;
}

/** The addresses that the suggestions after `@` and `#` insert, and others of records. */
const isRecord =
  /^\/app\/(?:(?:actions|agents|documents|orders|projects|proposals|questions)\/[\w-]+|work\?tab=all&assigned_actor_id=\w+)$/;

function linkOf({ href, text, tokens }: Tokens.Link | Tokens.Image): ReactNode {
  const children = tokens.length > 0 ? tokens.map(elementOf) : [text === '' ? href : text];
  const inside = createElement(LinksKeys, { value: false }, ...children);
  if (isRecord.test(href)) return createElement(Link, { href }, inside);
  const isSafe = URL.canParse(href) && schemes.includes(new URL(href).protocol);
  return isSafe
    ? createElement('a', { href, rel: 'noreferrer' }, inside)
    : createElement('span', {}, inside);
}

function tableOf({ header, rows }: Tokens.Table): ReactNode {
  const row = (type: 'th' | 'td', cells: readonly Tokens.TableCell[]): ReactNode =>
    createElement('tr', {}, ...cells.map((cell) => group(type, cell.tokens)));
  const body = rows.map((cells) => row('td', cells));
  return createElement(
    'table',
    {},
    createElement('thead', {}, row('th', header)),
    createElement('tbody', {}, ...body),
  );
}

// The lexer takes quadratic time for some texts, and minutes for one of 64 KiB.
const maxLength = 65_536;
const maxParagraph = 8_192;
const maxCells = 4_000;
const maxItems = 4_000;
const maxDepth = 20;
const budgetMs = 500;

/** The tokens of a Markdown text; undefined if it must be shown as it is. */
function tokensOf(text: string): readonly Token[] | undefined {
  return tokenize(text, (lexer) => lexer.lex(text));
}

/** The tokens of one line, which has no lists, headings or other blocks. */
function inlineTokensOf(text: string): readonly Token[] | undefined {
  return tokenize(text, (lexer) => lexer.inlineTokens(text));
}

function tokenize(
  text: string,
  run: (lexer: BoundedLexer) => readonly Token[],
  attempts = 2,
): readonly Token[] | undefined {
  if (text.length > maxLength) return undefined;
  const deadline = performance.now() + budgetMs;
  try {
    return run(new BoundedLexer(deadline));
  } catch {
    // A computer that was busy or asleep uses up the time of a simple text, too.
    const isLate = performance.now() > deadline;
    return isLate && attempts > 1 ? tokenize(text, run, attempts - 1) : undefined;
  }
}

/** A lexer that does not nest deeply. Its tokenizer throws when the time is over. */
class BoundedLexer extends Lexer {
  #depth = 0;

  constructor(deadline: number) {
    super({ ...getDefaults(), tokenizer: new BoundedTokenizer(deadline) });
  }

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.#nest(src, tokens, () => super.blockTokens(src, tokens, isClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length > maxParagraph) return plain(src, tokens);
    return this.#nest(src, tokens, () => super.inlineTokens(src, tokens));
  }

  #nest(src: string, tokens: Token[], run: () => Token[]): Token[] {
    if (this.#depth >= maxDepth) return plain(src, tokens);
    this.#depth += 1;
    const result = run();
    this.#depth -= 1;
    return result;
  }
}

function plain(src: string, tokens: Token[]): Token[] {
  tokens.push({ type: 'text', raw: src, text: src });
  return tokens;
}

class BoundedTokenizer extends Tokenizer {
  readonly #deadline: number;
  #items = 0;

  constructor(deadline: number) {
    super();
    this.#deadline = deadline;
  }

  /** The first rule that is tried for each block. */
  override space(src: string): Tokens.Space | undefined {
    this.#checkTime();
    return super.space(src);
  }

  /** The first rule that is tried for each part of a line. */
  override escape(src: string): Tokens.Escape | undefined {
    this.#checkTime();
    return super.escape(src);
  }

  /** Rows are filled up to the columns of the header, so short ones make many cells. */
  override table(src: string): Tokens.Table | undefined {
    const [block = ''] = src.split('\n\n', 1);
    const [header = ''] = block.split('\n', 1);
    const cells = header.split('|').length * block.split('\n').length;
    return cells > maxCells ? undefined : super.table(src);
  }

  /** The browser takes seconds to lay out tens of thousands of items. */
  override list(src: string): Tokens.List | undefined {
    const list = super.list(src);
    this.#items += list?.items.length ?? 0;
    if (this.#items > maxItems) throw new Error('The text has too many items.');
    return list;
  }

  #checkTime(): void {
    if (performance.now() > this.#deadline) throw new Error('The text takes too long.');
  }
}
