import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  Pair,
  Scalar,
  type YAMLMap,
  type Document,
  type Node,
} from 'yaml';

/** The maximum length of a line of the contract. */
export const width = 120;

// The library does not count the key when it decides whether to fold a text.
const foldAt = width - 'description: '.length - 1;

/** Parses the text of a contract. Throws an Error that names the line of the first fault. */
export function parseContract(text: string): Document {
  const document = parseDocument(text, { version: '1.2' });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw new Error(fault.message);
  return document;
}

/**
 * The text of a contract. Comments, the order of keys, and what is written in blocks stay. A flow
 * collection stays on one line if it fits into `width` columns, otherwise it becomes a block.
 */
export function printContract(document: Document): string {
  layOut(document.contents, 0, 0);
  return foldCodes(document.toString({ lineWidth: foldAt, singleQuote: true }));
}

// A block would take a line for each code, which is a third of all lines.
function foldCodes(text: string): string {
  return text.replaceAll(codeList, (_, indent: string, key: string, items: string) => {
    const codes = items.trim().split(/\s*- /).filter(Boolean);
    const lines: string[] = [];
    let line = `${indent}${key}: [`;
    for (const [at, code] of codes.entries()) {
      const item = ` ${code}${at === codes.length - 1 ? ' ]' : ','}`;
      if (line.length + item.length > width) {
        lines.push(line);
        line = `${indent} `;
      }
      line += item;
    }
    return [...lines, line, ''].join('\n');
  });
}

const codeList = /^( *)(x-error-codes|'\d{3}'):\n((?: *- [A-Z_]+\n)+)/gm;

/** A node for a value, in flow style as far as lines have room. */
export function nodeOf(document: Document, value: unknown): Node {
  const node = document.createNode(value);
  visit(node, {
    Collection: (_key, each) => {
      each.flow = true;
    },
  });
  return node;
}

/** The map under the key; undefined if there is none. */
export function mapAt(parent: YAMLMap | undefined, ...steps: readonly string[]) {
  let node: unknown = parent;
  for (const step of steps) node = isMap(node) ? node.get(step, true) : undefined;
  return isMap(node) ? node : undefined;
}

/** The key of an entry as text. */
export function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

/** The entries of a map with their comments, also the one of the first entry. */
export function entriesOf(map: YAMLMap): Pair[] {
  const [first] = map.items;
  if (first !== undefined && isScalar(first.key) && typeof map.commentBefore === 'string') {
    first.key.commentBefore = [map.commentBefore, first.key.commentBefore ?? '']
      .filter((comment) => comment !== '')
      .join('\n');
    map.commentBefore = null;
  }
  return map.items;
}

/** Sets an entry: in its place, otherwise before the first of `followers`, otherwise last. */
export function place(
  map: YAMLMap,
  key: string,
  value: Node,
  followers: readonly string[] = [],
): void {
  const known = map.items.find((pair) => keyOf(pair) === key);
  if (known !== undefined) {
    known.value = value;
    return;
  }
  const at = map.items.findIndex((pair) => followers.includes(keyOf(pair)));
  map.items.splice(at === -1 ? map.items.length : at, 0, new Pair(new Scalar(key), value));
}

function layOut(node: unknown, indent: number, before: number): void {
  if (isMap(node)) {
    if (node.flow === true && indent + before + lengthOf(node) <= width) return;
    node.flow = node.items.length === 0;
    for (const pair of node.items) layOut(pair.value, indent + 2, lengthOf(pair.key) + 2);
  } else if (isSeq(node)) {
    if (node.flow === true && indent + before + lengthOf(node) <= width) return;
    node.flow = node.items.length === 0;
    for (const item of node.items) layOut(item, indent + 4, 0);
  }
}

/** The columns that a node takes in flow style; infinite if it has several lines. */
function lengthOf(node: unknown): number {
  if (isPair(node)) return lengthOf(node.key) + 2 + lengthOf(node.value);
  if (isNode(node) && typeof node.commentBefore === 'string') return Infinity;
  if (isMap(node) || isSeq(node)) {
    const items: readonly unknown[] = node.items;
    return items.reduce<number>((sum, item) => sum + 2 + lengthOf(item), 2);
  }
  if (!isScalar(node)) return 0;
  const isBlock = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
  const text = String(node.value);
  // Two more for quotes that may be necessary.
  return isBlock || text.includes('\n') ? Infinity : JSON.stringify(node.value).length;
}
