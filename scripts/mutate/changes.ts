import ts from 'typescript';
import { sqlChanges } from './sql-changes';

/** The kind of a change; a sample takes the kinds in turn. */
export const kinds = ['comparison', 'bound', 'order', 'condition', 'statement'] as const;
export type Kind = (typeof kinds)[number];

/** A replacement of the characters from `start` to `end` of a source file. */
export interface Edit {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Operators = ReadonlyMap<ts.SyntaxKind, string>;

const comparisons: Operators = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const conjunctions: Operators = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);
const comparisonTexts: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const directions: ReadonlyMap<string, string> = new Map([
  ['asc', 'desc'],
  ['desc', 'asc'],
]);
const orderCalls = new Set(['orderBy', 'orderByRaw', 'toSorted', 'toReversed']);
const conditionCalls =
  /^(and|or)?(where|having)|^(first|filter|for(Update|Share|NoKeyUpdate))$|^skipLocked$/i;

/** All changes of the source text that a sample may choose, in the order of the text. */
export function changesOf(path: string, source: string): Edit[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    found.push(...changesAt(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter(({ start, end, text }) => source.slice(start, end) !== text);
}

function changesAt(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isNumericLiteral(node)) return boundChanges(node);
  if (ts.isPrefixUnaryExpression(node)) return negationChanges(node);
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (ts.isIfStatement(node)) return [negated(node.expression), ...droppedGuard(node)];
  if (ts.isExpressionStatement(node)) return [replaced('statement', node, ';')];
  if (ts.isCallExpression(node)) return callChanges(node);
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    return propertyChanges(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaced('condition', node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaced('condition', node, 'true')];
  if (ts.isStringLiteralLike(node) || isTemplatePart(node)) return textChanges(node);
  return [];
}

function replaced(kind: Kind, node: ts.Node, text: string): Edit {
  return { kind, start: node.getStart(), end: node.getEnd(), text };
}

function negated(condition: ts.Expression): Edit {
  return replaced('condition', condition, `!(${condition.getText()})`);
}

function binaryChanges(node: ts.BinaryExpression): Edit[] {
  const { left, operatorToken, right } = node;
  const compared = comparisons.get(operatorToken.kind);
  if (compared !== undefined) return [replaced('comparison', operatorToken, compared)];
  const joined = conjunctions.get(operatorToken.kind);
  if (joined === undefined) return [];
  // Parentheses, because `&&` and `||` cannot be mixed with `??` without them.
  return [
    replaced('condition', node, `(${left.getText()} ${joined} ${right.getText()})`),
    replaced('condition', node, `(${left.getText()})`),
    replaced('condition', node, `(${right.getText()})`),
  ];
}

function boundChanges(node: ts.NumericLiteral): Edit[] {
  const value = Number(node.getText().replaceAll('_', ''));
  if (
    !Number.isSafeInteger(value) ||
    (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
  )
    return [];
  const lower = value === 0 ? [] : [replaced('bound', node, String(value - 1))];
  return [replaced('bound', node, String(value + 1)), ...lower];
}

function negationChanges(node: ts.PrefixUnaryExpression): Edit[] {
  if (node.operator !== ts.SyntaxKind.ExclamationToken) return [];
  return [replaced('condition', node, node.operand.getText())];
}

// A guard: a condition under which the function returns early.
function droppedGuard(node: ts.IfStatement): Edit[] {
  return node.elseStatement === undefined ? [replaced('statement', node, ';')] : [];
}

function callChanges(node: ts.CallExpression): Edit[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const called = expression.name.text;
  const inner = expression.expression;
  if (inner.getText() === 'Math' && (called === 'min' || called === 'max')) {
    return [replaced('bound', expression.name, called === 'min' ? 'max' : 'min')];
  }
  const kind = orderCalls.has(called)
    ? 'order'
    : conditionCalls.test(called)
      ? 'condition'
      : undefined;
  return kind === undefined ? [] : [replaced(kind, node, inner.getText())];
}

// A condition written as an object: `where({ workspace_id, id })`.
function propertyChanges(node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): Edit[] {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return [];
  if (!/^(and|or)?where/i.test(call.expression.name.text)) return [];
  if (node.parent.properties.length < 2) return [];
  const last = node.parent.properties.at(-1) === node;
  const [start, end] = last
    ? [node.parent.properties.at(-2)?.getEnd() ?? node.getStart(), node.getEnd()]
    : [node.getStart(), node.getEnd() + 1];
  return [{ kind: 'condition', start, end, text: '' }];
}

function isTemplatePart(node: ts.Node): boolean {
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function textChanges(node: ts.Node): Edit[] {
  const text = node.getText();
  const bare = text.slice(1, -1);
  const quoted = (value: string): string => `${text.slice(0, 1)}${value}${text.slice(-1)}`;
  const compared = ts.isCallExpression(node.parent) ? comparisonTexts.get(bare) : undefined;
  if (compared !== undefined) return [replaced('comparison', node, quoted(compared))];
  const direction = directions.get(bare);
  if (direction !== undefined) return [replaced('order', node, quoted(direction))];
  return sqlChanges(text, node.getStart());
}
