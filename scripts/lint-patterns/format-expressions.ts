import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Expression } from './expression';
import { expressionOf } from './source-expressions';

const path = require.resolve('ajv-formats/dist/formats');

/**
 * The regular expressions that ajv-formats may run for a format. It does not export them, so they
 * are read from its source: all expressions that the format's entry refers to, directly or through
 * other declarations.
 */
export function expressionsOfFormat(name: string): Expression[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const declarations = declarationsOf(file);
  const found: Expression[] = [];
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(expressionOf(node, `format ${name}`));
    const declared = ts.isIdentifier(node) ? declarations.get(node.text) : undefined;
    if (declared !== undefined && !seen.has(declared)) {
      seen.add(declared);
      visit(declared);
    }
    ts.forEachChild(node, visit);
  };
  const entry = entryOf(file, name);
  if (entry === undefined) throw new Error(`ajv-formats has no format ${name}.`);
  visit(entry);
  return found;
}

function declarationsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const declarations = new Map<string, ts.Node>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      declarations.set(statement.name.text, statement);
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) {
        declarations.set(name.text, initializer);
      }
    }
  }
  return declarations;
}

// The first object of the file with this key is `fullFormats`, the default of addFormats.
function entryOf(file: ts.SourceFile, name: string): ts.Node | undefined {
  const find = (node: ts.Node): ts.Node | undefined => {
    const isEntry = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (isEntry && nameOf(node.name) === name) return node;
    return ts.forEachChild(node, find);
  };
  return find(file);
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}
