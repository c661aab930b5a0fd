import type { Edit, Kind } from './changes';

const isSql =
  /\bselect\b[^]*\bfrom\b|\border by\b|\binsert into\b|\bdelete from\b|\bcreate (unique )?(index|trigger|function|table)\b|\bis (not )?null\b|[<>=] \?|\bfor each row\b|\bcase when\b|\blimit \d/;

interface Rule {
  readonly kind: Kind;
  readonly pattern: RegExp;
  readonly becomes: (found: string) => string;
}

const rules: readonly Rule[] = [
  { kind: 'comparison', pattern: / (<=|>=|<|>) /g, becomes: toggleEquality },
  { kind: 'bound', pattern: /\blimit \d+/g, becomes: plusOne },
  { kind: 'order', pattern: / (asc|desc)\b/g, becomes: otherDirection },
  { kind: 'order', pattern: /\b(min|max)\(/g, becomes: otherEnd },
  { kind: 'condition', pattern: / (and|or) /g, becomes: otherConjunction },
  { kind: 'condition', pattern: / is (not )?null\b/g, becomes: otherPresence },
  // A part of a conjunction; the last one often separates the row from its neighbours.
  { kind: 'condition', pattern: / and [\w.?]+ = [\w.?']+(?=[\s;)]|$)/g, becomes: () => '' },
  { kind: 'condition', pattern: /\bcreate unique index\b/g, becomes: () => 'create index' },
  { kind: 'statement', pattern: /\b(insert into|delete from|update) [^;]*;/g, becomes: () => '' },
];

/** The changes of a string literal that looks like SQL; `start` is its position in the source. */
export function sqlChanges(literal: string, start: number): Edit[] {
  if (!isSql.test(literal)) return [];
  return rules.flatMap(({ kind, pattern, becomes }) =>
    [...literal.matchAll(pattern)].map((match) => ({
      kind,
      start: start + match.index,
      end: start + match.index + match[0].length,
      text: becomes(match[0]),
    })),
  );
}

function toggleEquality(found: string): string {
  return found.includes('=') ? found.replace('=', '') : found.replace(/[<>]/, '$&=');
}

function plusOne(found: string): string {
  return found.replace(/\d+/, (number) => String(Number(number) + 1));
}

function otherDirection(found: string): string {
  return found === ' asc' ? ' desc' : ' asc';
}

function otherEnd(found: string): string {
  return found === 'min(' ? 'max(' : 'min(';
}

function otherConjunction(found: string): string {
  return found === ' and ' ? ' or ' : ' and ';
}

function otherPresence(found: string): string {
  return found === ' is null' ? ' is not null' : ' is null';
}
