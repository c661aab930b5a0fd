import '../api/client';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import { inlineTokensOf, tokensOf } from './markdown-tokens';
import type { ShownText } from './shown-text';

const schemes = ['http:', 'https:', 'mailto:'];

/** Markdown as elements. HTML in it is shown as text; links lead to the web and to mail only. */
export function MarkdownElements({ text, under, isButton, plain }: ShownText) {
  const tokens = useMemo(
    () => (under === undefined ? inlineTokensOf(text) : tokensOf(text)),
    [text, under],
  );
  if (tokens === undefined) return plain;
  if (under !== undefined) {
    return (
      <Level value={under}>{group('div', tokens, { className: 'markdown', dir: 'auto' })}</Level>
    );
  }
  const parts = tokens.map((token) => (isButton && isLink(token) ? token.raw : elementOf(token)));
  return createElement('span', {}, ...parts);
}

function isLink({ type }: Token): boolean {
  return type === 'link' || type === 'image';
}

const Level = createContext(3);

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
      return group('li', token.tokens);
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
      return token.tokens === undefined ? token.text : group('span', token.tokens);
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

function linkOf({ href, text, tokens }: Tokens.Link | Tokens.Image): ReactNode {
  const children = tokens.length > 0 ? tokens.map(elementOf) : [text === '' ? href : text];
  const isSafe = URL.canParse(href) && schemes.includes(new URL(href).protocol);
  return isSafe
    ? createElement('a', { href, rel: 'noreferrer' }, ...children)
    : createElement('span', {}, ...children);
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
