import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from './json-characters';
import { invalidPart } from './storable-values';

/** An open object or array. */
interface Level {
  readonly isArray: boolean;
  /** The member names of an object so far; a Set when there are many. */
  names: string[] | Set<string>;
  /** The current member name or array index. */
  key: string | number;
}

const maxNamesInArray = 16;

/**
 * Throws 400 when an object of a well-formed JSON text has two members with one name: JSON.parse
 * uses the last, another parser may use the first (RFC 8259, 4). Takes linear time.
 */
export function checkDuplicateNames(text: string): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote: {
        const start = index;
        index = endOfString(text, start + 1);
        if (level === undefined || level.isArray || !isName(text, index + 1)) break;
        level.key = nameOf(text, start, index);
        if (!addName(level, level.key)) throw duplicate(levels);
        break;
      }
      case openBrace:
        level = { isArray: false, names: [], key: '' };
        levels.push(level);
        break;
      case openBracket:
        level = { isArray: true, names: noNames, key: 0 };
        levels.push(level);
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        level = levels.at(-1);
        break;
      case comma:
        if (typeof level?.key === 'number') level.key += 1;
    }
  }
}

const noNames: string[] = [];

/** The index of the quote that closes the string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

// In an object, a string followed by a colon is a name.
function isName(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === colon;
}

function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : name;
}

function addName(level: Level, name: string): boolean {
  if (Array.isArray(level.names)) {
    if (level.names.includes(name)) return false;
    level.names.push(name);
    if (level.names.length > maxNamesInArray) level.names = new Set(level.names);
    return true;
  }
  return level.names.size < level.names.add(name).size;
}

function duplicate(levels: readonly Level[]) {
  const parts = levels.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return invalidPart(['body', ...parts].join('/'), 'The body has this field twice. Send it once.');
}
