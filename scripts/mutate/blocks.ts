import ts from 'typescript';

/**
 * A part of a file that is entered as a whole: the file, a block, the expression of an arrow
 * function.
 */
export interface Block {
  /** `file#n`, n in the order of the text. */
  readonly id: string;
  readonly node: ts.SourceFile | ts.Block | ts.Expression;
}

/** The blocks of a source file, outer ones first; the first is the file itself. */
export function blocksOf(path: string, source: string): Block[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Block[] = [];
  const add = (node: Block['node']): void => {
    found.push({ id: `${path}#${found.length}`, node });
  };
  add(file);
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) add(node);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add(node.body);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** The innermost block around a position. */
export function blockAt(blocks: readonly Block[], position: number): Block | undefined {
  return blocks.findLast(({ node }) => node.getFullStart() <= position && position < node.getEnd());
}

/**
 * The name of the top-level constant, function or class that contains a position, and its position.
 */
export function declaredAround(blocks: readonly Block[], position: number): number | undefined {
  const file = blocks[0]?.node;
  if (file === undefined || !ts.isSourceFile(file)) return undefined;
  const statement = file.statements.find(
    (one) => one.getStart() <= position && position < one.getEnd(),
  );
  if (statement === undefined) return undefined;
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations
      .find((one) => one.getStart() <= position && position < one.getEnd())
      ?.name.getStart();
  }
  const named = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return named ? statement.name?.getStart() : undefined;
}

/**
 * The file with a call in each block, on the same lines, that records that the block was entered.
 */
export function instrument(path: string, source: string): string {
  const inserts = blocksOf(path, source).flatMap(({ id, node }) => {
    const call = `globalThis.recordEntered?.(${JSON.stringify(id)})`;
    if (ts.isSourceFile(node)) {
      // After a shebang line.
      return [{ at: node.statements[0]?.getStart() ?? 0, text: `${call};` }];
    }
    if (ts.isBlock(node)) return [{ at: node.getStart() + 1, text: `${call};` }];
    return [
      { at: node.getStart(), text: `(${call}, ` },
      { at: node.getEnd(), text: ')' },
    ];
  });
  let text = source;
  // From the end, so that the positions before stay right; of two at one position the inner one
  // first.
  const ordered = inserts.map((insert, order) => ({ ...insert, order }));
  for (const { at, text: call } of ordered.toSorted(
    (one, other) => other.at - one.at || other.order - one.order,
  )) {
    text = text.slice(0, at) + call + text.slice(at);
  }
  return text;
}
