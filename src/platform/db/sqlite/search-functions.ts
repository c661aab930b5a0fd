import type BetterSqlite3 from 'better-sqlite3';
import { wordsOf } from '../../search-words';

/** Characters of a JSON value's texts that the schema may ask for. */
const most = 200_000;

/** Gives an SQLite connection what the triggers of the schema's step "search" call; Postgres has it in SQL. */
export function addSearchFunctions(connection: BetterSqlite3.Database): void {
  connection.function('search_words', { deterministic: true }, (text) =>
    typeof text === 'string' ? searchWords(text) : '',
  );
  // The texts within a JSON value, one after the other, or null.
  connection.function('search_texts', { deterministic: true }, (json) =>
    typeof json === 'string' ? textsIn(JSON.parse(json)) : null,
  );
}

/** The different words of a text, each with a space on either side: what `search_words` answers on both databases. */
export function searchWords(text: string): string {
  const words = wordsOf(text);
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

function textsIn(value: unknown): string | null {
  const found: string[] = [];
  let length = 0;
  for (const text of everyText(value)) {
    found.push(text);
    length += text.length + 1;
    if (length > most) break;
  }
  return found.length === 0 ? null : found.join(' ');
}

function* everyText(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) yield* everyText(child);
}
