import { isRecord } from '../../src/platform/json';

/** No line of the contract is longer. */
export const width = 160;

/**
 * Writes an entry in YAML's flow style: on one line where it fits, else on lines that are filled up
 * to `width`. Values are JSON; strings are quoted only where YAML asks for it.
 */
export function writeEntry(key: string, value: unknown, indent: number): string[] {
  return writeValue(`${writeScalar(key)}: `, value, indent, width);
}

function writeValue(prefix: string, value: unknown, indent: number, room: number): string[] {
  const pad = ' '.repeat(indent);
  const line = `${pad}${prefix}${writeFlow(value)}`;
  if (line.length <= room) return [line];
  if (typeof value === 'string') return foldText(`${pad}${prefix}`, value, indent + 2, room);
  if (!isContainer(value)) return [line];

  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const items = itemsOf(value);
  const lines: string[] = [];
  let current = `${pad}${prefix}${open}`;
  items.forEach(({ prefix: before, value: each }, index) => {
    const end = index === items.length - 1 ? close : ',';
    const text = `${before}${writeFlow(each)}${end}`;
    const gap = index === 0 ? '' : ' ';
    if (current.length + gap.length + text.length <= room) {
      current += gap + text;
      return;
    }
    if (index > 0) {
      lines.push(current);
      current = '';
    }
    const inner = writeValue(before, each, indent + 2, room - end.length);
    if (index === 0) lines.push(current.trimEnd());
    current = `${inner.pop() ?? ''}${end}`;
    lines.push(...inner);
  });
  return [...lines, current];
}

/** The value on one line. */
function writeFlow(value: unknown): string {
  if (typeof value === 'string') return writeScalar(value);
  if (!isContainer(value)) return JSON.stringify(value);
  const items = itemsOf(value).map(({ prefix, value: each }) => `${prefix}${writeFlow(each)}`);
  if (Array.isArray(value)) return `[${items.join(', ')}]`;
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}

function isContainer(value: unknown): value is object {
  return (Array.isArray(value) || isRecord(value)) && Object.keys(value).length > 0;
}

function itemsOf(value: object): { readonly prefix: string; readonly value: unknown }[] {
  if (Array.isArray(value)) return value.map((each: unknown) => ({ prefix: '', value: each }));
  return Object.entries(value).map(([key, each]) => ({
    prefix: `${writeScalar(key)}: `,
    value: each,
  }));
}

// Words that some version of YAML reads as something else than a string.
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

// What no version of YAML takes for anything but a string, in a flow collection too.
const plain = /^-?[A-Za-z$_/](?:[\w $./+()?!;'-]*[\w$./+()?!;'-])?$/;

function writeScalar(text: string): string {
  if (plain.test(text) && !reserved.test(text)) return text;
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe]/.test(text)) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A text over several lines in double quotes, where YAML reads a line break as the space it
 * replaces.
 */
function foldText(start: string, text: string, indent: number, room: number): string[] {
  const pad = ' '.repeat(indent);
  const lines: string[] = [];
  let current = start;
  // Only a single space may become a line break.
  JSON.stringify(text)
    .split(/(?<=\S) (?=\S)/)
    .forEach((word, index) => {
      const gap = index === 0 ? '' : ' ';
      if (index > 0 && current.length + 1 + word.length > room) {
        lines.push(current);
        current = pad + word;
      } else current += gap + word;
    });
  return [...lines, current];
}
