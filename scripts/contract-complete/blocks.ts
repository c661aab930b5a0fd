/** An entry of a YAML block mapping: its lines, with the comments right above its key. */
export interface Entry {
  readonly key: string;
  readonly lines: readonly string[];
}

/** A block mapping: the lines above its first entry, and its entries. */
export interface Block {
  readonly above: readonly string[];
  readonly entries: readonly Entry[];
}

/**
 * Splits a block mapping at the keys of one indentation, so that an entry can be moved or replaced
 * without changing other lines. A YAML printer would reflow descriptions. Nested lines are deeper,
 * also in block scalars, so this needs no YAML parser.
 */
export function cutBlock(lines: readonly string[], indent: number): Block {
  const key = new RegExp(`^ {${indent}}([^\\s#].*?):(?: .*)?$`);
  const comment = new RegExp(`^ {${indent}}#`);
  const above: string[] = [];
  const entries: { key: string; lines: string[] }[] = [];
  let comments: string[] = [];
  for (const line of lines) {
    const found = key.exec(line)?.[1];
    if (found !== undefined) {
      entries.push({ key: found.replace(/^'(.*)'$/, '$1'), lines: [...comments, line] });
      comments = [];
    } else if (comment.test(line)) comments.push(line);
    else {
      (entries.at(-1)?.lines ?? above).push(...comments, line);
      comments = [];
    }
  }
  (entries.at(-1)?.lines ?? above).push(...comments);
  return { above, entries };
}

/** The lines of a block mapping. */
export function joinBlock({ above, entries }: Block): string[] {
  return [...above, ...entries.flatMap(({ lines }) => lines)];
}

/** The block with the entry of that key changed; the same block if it has no such entry. */
export function changeEntry(
  block: Block,
  key: string,
  change: (lines: readonly string[]) => readonly string[],
): Block {
  const entries = block.entries.map((entry) =>
    entry.key === key ? { key, lines: change(entry.lines) } : entry,
  );
  return { ...block, entries };
}

/** The entry's lines from its key on, split at the keys one level below it. */
export function cutEntry(lines: readonly string[], indent: number): Block {
  const start = lines.findIndex((line) => !/^\s*#/.test(line));
  const { above, entries } = cutBlock(lines.slice(start + 1), indent);
  return { above: [...lines.slice(0, start + 1), ...above], entries };
}
