import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import { placeOf, type SoughtWord } from '../platform/words';

/** A record that was found, as the contract shows it. */
export type Hit = components['schemas']['SearchHit'];

/** A kind of record that is searched. */
export type HitType = Hit['type'];

type Field = Hit['matched_fields'][number];

/** The fields that are searched: that of the title, then those of `search_entries.body` in its order. */
const fields: Readonly<Record<HitType, readonly [Field, ...Field[]]>> = {
  action: ['title', 'details', 'result_summary', 'delegate_label'],
  project: ['title', 'description'],
  document: ['title', 'content'],
  order: ['name', 'summary'],
  question: ['question', 'on_answer', 'choices', 'response', 'response_comment'],
  agent: ['name', 'capabilities'],
};

const ofTitle = limits.hit_question_characters;
const ofSnippet = limits.hit_snippet_characters;
const before = 60;

/** A record that has the words, in the contract's shape: which fields have any of them, and a text around the first. */
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
  sought: readonly SoughtWord[],
): Hit {
  const others: unknown = JSON.parse(body);
  const texts: unknown[] = [title, ...(Array.isArray(others) ? others : [])];
  const matches = fields[type].flatMap((field, index) => {
    const text = texts[index];
    const place = typeof text === 'string' ? placeOf(sought, text) : undefined;
    return typeof text === 'string' && place !== undefined ? [{ field, text, place }] : [];
  });
  // The title is in the answer already.
  const shown = matches.find(({ field }) => field !== fields[type][0]) ?? matches[0];
  return {
    type,
    id,
    title: title.length > ofTitle ? excerpt(title, 0, ofTitle) : title,
    snippet: shown === undefined ? '' : excerpt(shown.text, shown.place, ofSnippet),
    matched_fields: matches.map(({ field }) => field),
  };
}

// On one line, and without halves of characters at its ends.
function excerpt(text: string, place: number, length: number): string {
  const start = place <= before ? 0 : place - before;
  const end = start + length;
  const part = text
    .slice(start, end)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
