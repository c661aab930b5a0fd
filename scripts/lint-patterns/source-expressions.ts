import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Expression } from './expression';

/**
 * The regular expressions of a source file: its literals, and calls of RegExp with texts made of
 * constants of the file and of the files that it imports. Throws an Error for a call with other
 * arguments.
 */
export function expressionsOfSource(path: string, text: string): Expression[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Map([...importedConstants(path, file), ...constantsOf(file)]);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const position = `${path}:${line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.push(expressionOf(node, position));
    if (isRegExpCall(node)) {
      const [source, flags = ''] = (node.arguments ?? []).map((each) => textOf(each, constants));
      if (source === undefined) throw new Error(`${position}: RegExp needs a text of constants.`);
      found.push({ position, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The expression of a literal at a position. */
export function expressionOf({ text }: ts.RegularExpressionLiteral, position: string): Expression {
  const end = text.lastIndexOf('/');
  return { position, source: text.slice(1, end), flags: text.slice(end + 1) };
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    }
  }
  return constants;
}

function importedConstants(path: string, file: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const imported = join(dirname(path), `${statement.moduleSpecifier.text}.ts`);
    const names = statement.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names) || !existsSync(imported)) continue;
    const text = readFileSync(imported, 'utf8');
    const theirs = constantsOf(ts.createSourceFile(imported, text, ts.ScriptTarget.Latest, true));
    for (const { name, propertyName = name } of names.elements) {
      const constant = theirs.get(propertyName.text);
      if (constant !== undefined) constants.set(name.text, constant);
    }
  }
  return constants;
}

function textOf(
  node: ts.Expression,
  constants: ReadonlyMap<string, ts.Expression>,
): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant && textOf(constant, constants);
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const inner = textOf(expression, constants);
    return inner === undefined ? undefined : inner + literal.text;
  });
  return parts.includes(undefined) ? undefined : node.head.text + parts.join('');
}
