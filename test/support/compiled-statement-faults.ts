import ts from 'typescript';

// The folder of the helpers, which make a statement for each shape of a query.
const helpers = 'platform/db/statements/';
const maker = /^compiled[A-Z]/;

/**
 * The calls of `compiledStatement`, `compiledQuery` and the like that run in a function, as
 * sentences. A statement is compiled once and then serves every workspace, so a value of one
 * request must not become part of it. Allowed are a function that only the module itself calls
 * while it loads, and a function whose own name begins with `compiled`, because its calls are
 * checked too.
 */
export function compiledStatementFaults(path: string, text: string): string[] {
  if (path.startsWith(helpers) || !/\bcompiled[A-Z]\w*\s*[<(]/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text: name } = node.expression;
      if (maker.test(name) && !runsOnceOnly(node, source)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        faults.push(`src/${path}:${line + 1} calls ${name} in a function, not at module level`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

function runsOnceOnly(node: ts.Node, source: ts.SourceFile): boolean {
  const enclosing = outermostFunction(node);
  if (enclosing === undefined) return true;
  const name = nameOf(enclosing);
  if (name === undefined) return false;
  return maker.test(name) || (!isExported(enclosing) && isUsedByModuleOnly(name, source));
}

function outermostFunction(node: ts.Node): ts.SignatureDeclaration | undefined {
  let found: ts.SignatureDeclaration | undefined;
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) found = at;
  }
  return found;
}

/** The name of `function name() {}` or `const name = () => …`. */
function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const declaration = ts.isFunctionDeclaration(node) ? node : node.parent;
  const isNamed = ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration);
  return isNamed && declaration.name !== undefined && ts.isIdentifier(declaration.name)
    ? declaration.name.text
    : undefined;
}

function isExported(node: ts.Node): boolean {
  let statement = node;
  while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** Whether the module does nothing with the function but call it outside of functions. */
function isUsedByModuleOnly(name: string, source: ts.SourceFile): boolean {
  let result = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && !isDeclaredBy(node)) {
      const isCall = ts.isCallExpression(node.parent) && node.parent.expression === node;
      if (!isCall || outermostFunction(node) !== undefined) result = false;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return result;
}

function isDeclaredBy(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) && parent.name === node
  );
}
