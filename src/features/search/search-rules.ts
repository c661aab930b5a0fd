import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { countCharacters } from '../../platform/text';
import { findWordPosition, type SearchWord } from '../../platform/search-words';

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
  sought: readonly SearchWord[],
): Hit {
  const others: unknown = JSON.parse(body);
  const texts: unknown[] = [title, ...(Array.isArray(others) ? others : [])];
  const matches = fields[type].flatMap((field, index) => {
    const text = texts[index];
    const place = typeof text === 'string' ? findWordPosition(sought, text) : undefined;
    return typeof text === 'string' && place !== undefined ? [{ field, text, place }] : [];
  });
  // The title is in the answer already.
  const shown = matches.find(({ field }) => field !== fields[type][0]) ?? matches[0];
  return {
    type,
    id,
    title: countCharacters(title) > ofTitle ? excerpt(title, 0, ofTitle) : title,
    snippet: shown === undefined ? '' : excerpt(shown.text, shown.place, ofSnippet),
    matched_fields: matches.map(({ field }) => field),
  };
}

// On one line. A slice of twice as many UTF-16 units as characters are wanted has them all, and
// what it may have cut in half lies beyond them.
function excerpt(text: string, place: number, length: number): string {
  const head = Array.from(text.slice(Math.max(0, place - 2 * before), place)).slice(-before);
  const most = length - head.length;
  const tail = Array.from(text.slice(place, place + 2 * most)).slice(0, most);
  const [leading, part] = [head.join(''), tail.join('')];
  const begins = place <= leading.length ? '' : '…';
  const ends = place + part.length < text.length ? '…' : '';
  return `${begins}${`${leading}${part}`.replace(/\s+/g, ' ').trim()}${ends}`;
}
