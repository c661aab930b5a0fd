import type { Knex } from 'knex';
import { betweenTexts } from '../../../src/platform/search-letters';
import { searchWords } from '../../../src/platform/db/sqlite/sqlite-client';

interface Entry {
  readonly workspace_id: string;
  readonly id: string;
  readonly text: string;
}

const page = 5000;

// The text whose words `search_terms` requests.
const text = `title || coalesce((select string_agg(' ${betweenTexts} ' || part, '')
  from jsonb_array_elements_text(body::jsonb) as part), '')`;

/**
 * Runs the work while `search_words` reads the words of searched texts from a table. They are
 * computed here in a tenth of the time. For other texts, the function works as usual.
 */
export async function withKnownWords(knex: Knex, work: () => Promise<void>): Promise<void> {
  const {
    rows: [existing],
  } = await knex.raw<{ rows: { definition: string }[] }>(
    `select pg_get_functiondef('search_words(text)'::regprocedure) as definition`,
  );
  if (existing === undefined) throw new Error('The function search_words does not exist.');
  const definition = existing.definition.replaceAll('?', String.raw`\?`);
  await knex.raw('create table known_words (given text, words text)');
  for await (const texts of textsOf(knex)) {
    await knex.raw(
      'insert into known_words select * from json_to_recordset(?::json) as known (given text, words text)',
      [JSON.stringify(texts.map((given) => ({ given, words: searchWords(given) })))],
    );
  }
  await knex.raw('create index known_words_given on known_words using hash (given)');
  await knex.raw('analyze known_words');
  await knex.raw(definition.replaceAll('search_words', 'find_words'));
  await knex.raw(
    `create or replace function search_words(given text) returns text language sql immutable parallel safe
     return coalesce(
       (select words from known_words where known_words.given = search_words.given limit 1), find_words(given))`,
  );
  await work();
  await knex.raw(definition);
  await knex.raw('drop function find_words(text)');
  await knex.raw('drop table known_words');
}

async function* textsOf(knex: Knex): AsyncGenerator<string[]> {
  let last: Entry | undefined;
  do {
    const { rows } = await knex.raw<{ rows: Entry[] }>(
      `select workspace_id, id, ${text} as text from search_entries
        where (workspace_id, id) > (?, ?) order by workspace_id, id limit ${page}`,
      [last?.workspace_id ?? '', last?.id ?? ''],
    );
    yield rows.map((row) => row.text);
    last = rows.at(-1);
  } while (last !== undefined);
}
