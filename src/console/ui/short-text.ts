/** A text on one line, cut after 80 characters. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

// The first line of lists, quotes, code, tables and HTML belongs to the lines that follow.
const block = /^(?:[>|<]|[-*+] |\d{1,9}[.)] |```|~~~| {4}|\t)/;
const underline = /^(?:=+|-+)[ \t]*(?:\n|$)/;
const tableRule = /^[ \t]*[|:-][|: \t-]*(?:\n|$)/;
const longestTitle = 300;

/** A question as a heading, which is one line of Markdown, and the Markdown that follows it. */
export function partsOf(question: string): { readonly title: string; readonly rest: string } {
  const text = question.trim();
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  const after = end === -1 ? '' : text.slice(end + 1).replace(underline, '');
  const isTable = first.includes('|') && tableRule.test(after);
  if (block.test(first) || isTable || first.length > longestTitle) {
    return { title: short(text), rest: text };
  }
  return { title: first.replace(/^#{1,6} +/, ''), rest: after };
}
