import { relative } from 'node:path';
import ts from 'typescript';
import { packageRoot } from '../../src/platform/package-root';

// The attributes whose values a person reads.
const readAttributes = new Set([
  'action',
  'alt',
  'aria-label',
  'aria-description',
  'button',
  'empty',
  'emptyTitle',
  'hint',
  'label',
  'none',
  'placeholder',
  'title',
  'verb',
]);

const hasWord = (text: string): boolean => /[A-Za-z]{2}/.test(text);

/** Texts that are the same in every language, such as names and what a person types or copies. */
const sameEverywhere = new Set(['Callboard', 'Esc', 'Enter', 'CALLBOARD_TOKEN', 'PUBLIC_URL']);

/** Whether a literal looks like a sentence or a title, wherever it stands. */
const isProse = (text: string): boolean => /^[A-Z“][^_/=$]* [a-z]/.test(text) && !/^M\d/.test(text);

/** The texts in the sources that are in no message: where each of them is, and what it says. */
export function forgottenIn(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, source]) => {
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const add = (node: ts.Node, text: string): void => {
      const said = text.trim();
      if (!hasWord(said) || sameEverywhere.has(said) || isExempt(node, source)) return;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const place = `${relative(packageRoot(), path)}:${line + 1}`;
      found.push(`${place}\n  “${said}” is in no message. Write it as t('…') or <Trans id="…" />.`);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isJsxText(node)) {
        if (!isCode(node.parent)) add(node, node.text);
      } else if (ts.isJsxAttribute(node)) {
        const { name, initializer } = node;
        if (initializer !== undefined && ts.isStringLiteral(initializer)) {
          if (readAttributes.has(name.getText())) add(node, initializer.text);
          return;
        }
      } else if (ts.isStringLiteralLike(node)) {
        const isShown = ts.isJsxExpression(node.parent) && !ts.isJsxAttribute(node.parent.parent);
        if (!isMessage(node) && (isShown || isProse(node.text))) add(node, node.text);
      } else if (ts.isTemplateExpression(node)) {
        const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map((part) => part.text)
          .join('…');
        if (isProse(text)) add(node, text);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/** Whether a literal is the message of a call of `t`, or says what went wrong in the code itself. */
function isMessage({ parent }: ts.Node): boolean {
  if (ts.isNewExpression(parent)) return parent.expression.getText().endsWith('Error');
  return ts.isCallExpression(parent) && parent.expression.getText() === 't';
}

/** Whether an element shows what a person types or copies. */
function isCode(node: ts.Node): boolean {
  return ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code';
}

/** Whether the code says before a text that it stays in English. */
function isExempt(node: ts.Node, source: string): boolean {
  const before = source.slice(0, node.getStart()).split('\n').slice(-3).join('\n');
  return before.includes('In every language');
}
