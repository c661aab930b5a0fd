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
import { refuse } from './storable';

/**
 * An object or array that the text has opened: the names or the number of the items read so far.
 */
interface Level {
  readonly isArray: boolean;
  /** Of an object; a Set once there are many. */
  names: string[] | Set<string>;
  at: string | number;
}

const mostInArray = 16;

/**
 * Throws 400 when an object of a JSON text has two members of one name: JSON.parse keeps the last,
 * another reader of the same request may keep the first (RFC 8259, 4). The text is well-formed: it
 * has been parsed. Takes linear time.
 */
export function checkNames(text: string): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote: {
        const start = index;
        index = endOfString(text, start + 1);
        if (level === undefined || level.isArray || !isName(text, index + 1)) break;
        level.at = nameOf(text, start, index);
        if (!addName(level, level.at)) throw duplicate(levels);
        break;
      }
      case openBrace:
        level = { isArray: false, names: [], at: '' };
        levels.push(level);
        break;
      case openBracket:
        level = { isArray: true, names: noNames, at: 0 };
        levels.push(level);
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        level = levels.at(-1);
        break;
      case comma:
        if (typeof level?.at === 'number') level.at += 1;
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

// In an object, a string is a name when a colon comes next.
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
    if (level.names.length > mostInArray) level.names = new Set(level.names);
    return true;
  }
  return level.names.size < level.names.add(name).size;
}

function duplicate(levels: readonly Level[]) {
  const parts = levels.map(({ at }) => String(at).replaceAll('~', '~0').replaceAll('/', '~1'));
  return refuse(['body', ...parts].join('/'), 'The body has this field twice. Send it once.');
}
