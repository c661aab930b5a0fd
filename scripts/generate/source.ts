import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { stepsOf } from './json';

/** A position in the YAML file; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The source of a contract. */
export interface Source {
  /** Faults of the YAML itself; the document is usable only when there are none. */
  readonly faults: readonly (Position & { readonly message: string })[];
  readonly document: unknown;
  /** The document as compact JSON text: a line for each path and component, in the file's order. */
  readonly json: string;
  /** The position of a JSON pointer, or of its nearest existing ancestor. */
  position(pointer: string): Position;
}

/** Parses the text of a contract. */
export function readSource(text: string): Source {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults = [...yaml.errors, ...yaml.warnings].map(({ pos, message }) => ({
    ...at(pos[0]),
    message,
  }));
  return {
    faults,
    document: faults.length > 0 ? undefined : yaml.toJS(),
    json: faults.length > 0 ? '' : `${toJson(yaml.toJS({ mapAsMap: true }), 0)}\n`,
    position: (pointer) => at(offsetOf(yaml.contents, stepsOf(pointer))),
  };
}

/** The depth of the entries that begin a line: a path, a component. */
const lineDepth = 3;

/**
 * JSON.stringify would put the statuses of an operation into ascending order, because objects order
 * integer keys. Without indentation the text has little more than half of the bytes.
 */
function toJson(value: unknown, depth: number): string {
  if (!(value instanceof Map) && !Array.isArray(value)) return JSON.stringify(value) ?? 'null';
  const line = depth < lineDepth ? '\n' : '';
  if (Array.isArray(value)) {
    return `[${value.map((each) => toJson(each, lineDepth)).join(',')}]`;
  }
  const entries = [...value].map(
    ([key, each]) => `${line}${JSON.stringify(String(key))}:${toJson(each, depth + 1)}`,
  );
  return `{${entries.join(',')}${entries.length > 0 ? line : ''}}`;
}

function offsetOf(root: Node | null, steps: readonly string[]): number {
  let offset = 0;
  let node: unknown = root;
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (pair === undefined) break;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      if (item === undefined) break;
      offset = startOf(item) ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}
