import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { findTermPosition, type SearchTerm } from '../../platform/search-words';
import { countCharacters } from '../../platform/text';

/** A found record as the contract defines it. */
export type Hit = components['schemas']['SearchHit'];

/** The kinds of records that are searched. */
export type HitType = Hit['type'];

type Field = Hit['matched_fields'][number];

/** The searched fields: the title, then the texts of `search_entries.body` in the same order. */
const fields: Readonly<Record<HitType, readonly [Field, ...Field[]]>> = {
  action: ['title', 'details', 'result_summary', 'delegate_label'],
  project: ['title', 'description'],
  document: ['title', 'content'],
  order: ['name', 'summary'],
  question: ['question', 'on_answer', 'choices', 'response', 'response_comment'],
  agent: ['name', 'capabilities'],
};

const maxTitleLength = limits.hit_question_characters;
const maxSnippetLength = limits.hit_snippet_characters;
const contextBefore = 60;

/**
 * A matching record as the contract defines it: the fields with at least one of the terms, and the
 * text around the first match.
 */
export function toHit(
  {
    type,
    id,
    title,
    body,
  }: {
    readonly type: HitType;
    readonly id: string;
    readonly title: string;
    readonly body: string;
  },
  terms: readonly SearchTerm[],
): Hit {
  const otherTexts: unknown = JSON.parse(body);
  const texts: unknown[] = [title, ...(Array.isArray(otherTexts) ? otherTexts : [])];
  const matches = fields[type].flatMap((field, index) => {
    const text = texts[index];
    const position = typeof text === 'string' ? findTermPosition(terms, text) : undefined;
    return typeof text === 'string' && position !== undefined ? [{ field, text, position }] : [];
  });
  // Prefer a field other than the title, because the response contains the title anyway.
  const shown = matches.find(({ field }) => field !== fields[type][0]) ?? matches[0];
  return {
    type,
    id,
    title: countCharacters(title) > maxTitleLength ? excerpt(title, 0, maxTitleLength) : title,
    snippet: shown === undefined ? '' : excerpt(shown.text, shown.position, maxSnippetLength),
    matched_fields: matches.map(({ field }) => field),
  };
}

// Cuts on code points: a slice of twice as many UTF-16 units contains all wanted characters, and a
// surrogate pair that the slice splits lies outside of them. Whitespace becomes single spaces.
function excerpt(text: string, position: number, length: number): string {
  const head = Array.from(text.slice(Math.max(0, position - 2 * contextBefore), position)).slice(
    -contextBefore,
  );
  const maxTail = length - head.length;
  const tail = Array.from(text.slice(position, position + 2 * maxTail)).slice(0, maxTail);
  const [leading, part] = [head.join(''), tail.join('')];
  const prefix = position <= leading.length ? '' : '…';
  const suffix = position + part.length < text.length ? '…' : '';
  return `${prefix}${`${leading}${part}`.replace(/\s+/g, ' ').trim()}${suffix}`;
}
