import { isRecord } from '../../src/platform/json';

/** The maximum length of a line of the contract. */
export const width = 160;

/**
 * Writes an entry in YAML's flow style: on one line if it fits, otherwise on several lines of at most
 * `width` columns. Values are JSON; strings are quoted only where YAML requires it.
 */
export function writeEntry(key: string, value: unknown, indent: number): string[] {
  return writeValue(`${writeScalar(key)}: `, value, indent, width);
}

function writeValue(prefix: string, value: unknown, indent: number, columns: number): string[] {
  const pad = ' '.repeat(indent);
  const line = `${pad}${prefix}${writeFlow(value)}`;
  if (line.length <= columns) return [line];
  if (typeof value === 'string') return foldText(`${pad}${prefix}`, value, indent + 2, columns);
  if (!isContainer(value)) return [line];

  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const items = itemsOf(value);
  const lines: string[] = [];
  let current = `${pad}${prefix}${open}`;
  items.forEach(({ prefix: before, value: each }, index) => {
    const end = index === items.length - 1 ? close : ',';
    const text = `${before}${writeFlow(each)}${end}`;
    const gap = index === 0 ? '' : ' ';
    if (current.length + gap.length + text.length <= columns) {
      current += gap + text;
      return;
    }
    if (index > 0) {
      lines.push(current);
      current = '';
    }
    const inner = writeValue(before, each, indent + 2, columns - end.length);
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

// Words that a version of YAML does not read as a string.
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

// Texts that every version of YAML reads as a string, also in a flow collection.
const plain = /^-?[A-Za-z$_/](?:[\w $./+()?!;'-]*[\w$./+()?!;'-])?$/;

function writeScalar(text: string): string {
  if (plain.test(text) && !reserved.test(text)) return text;
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe]/.test(text)) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A text over several lines in double quotes, where YAML reads a line break as a space.
 */
function foldText(start: string, text: string, indent: number, columns: number): string[] {
  const pad = ' '.repeat(indent);
  const lines: string[] = [];
  let current = start;
  // Only a single space may become a line break.
  JSON.stringify(text)
    .split(/(?<=\S) (?=\S)/)
    .forEach((word, index) => {
      const gap = index === 0 ? '' : ' ';
      if (index > 0 && current.length + 1 + word.length > columns) {
        lines.push(current);
        current = pad + word;
      } else current += gap + word;
    });
  return [...lines, current];
}
