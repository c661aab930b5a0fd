import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { betweenTexts } from '../../search-letters';
import { beginningLength, partLength, shortestPart } from '../../search-words';
import { kept } from './20261127000900-search';
import { replaceEntries, sources, termsWithEndings } from './20261127001500-search-parts';
import { isPostgres, runAll } from './table-kit';

/** The terms of a new entry on SQLite. */
const terms = 'search_tokens(new.workspace_id, new.type, new.title, new.body)';

const codeBetween = betweenTexts.codePointAt(0);

/**
 * Parts of words of each length instead of endings, because the entries of a prefix can only be
 * read all at once; and on Postgres the steps, in which a search reads the newest entries first.
 * The index is made again.
 */
export async function up(db: Knex): Promise<void> {
  await indexAgain(db, termsWithParts);
}

/** Drops the index and begins a new one, with these terms on Postgres. */
export async function indexAgain(db: Knex, onPostgres: string): Promise<void> {
  await replaceEntries(db, { sources, terms, onPostgres });
  if (isPostgres(db)) {
    await runAll(db, [
      'drop index search_entries_terms',
      `create index search_entries_terms on search_entries
         using gin ((terms || array_to_tsvector(
           array[right(workspace_id, 16) || '#' || (sequence / ${stepLength})::text]))) with (fastupdate = off)`,
    ]);
  }
  await startAgain(db);
}

/** Restores the index of endings. Its entries are made again by `finish`. */
export async function down(db: Knex): Promise<void> {
  await replaceEntries(db, { sources, terms, onPostgres: termsWithEndings });
  await startAgain(db);
}

/** Adds the next entries, workspace by workspace. Returns whether there may be more. */
export { finish } from './20261127001500-search-parts';

async function startAgain(db: Knex): Promise<void> {
  await db('step_progress').where({ table_name: 'search_entries' }).delete();
  if ((await db('workspaces').first('id')) === undefined) return;
  await db('step_progress').insert({
    table_name: 'search_entries',
    after_workspace: '',
    after_id: '',
  });
}

/** The sequences of a step. `search-store.ts` has the same number. */
const stepLength = 8192;

/**
 * The terms on Postgres, with the limits of `partsOf`. A tsvector has at most a megabyte, so the
 * parts of rare scripts, whose letters have four bytes, get the rest. A part has no place, because
 * no phrase has parts.
 */
export const termsWithParts = `create function search_terms(workspace_id text, type text, title text, body text)
   returns tsvector ${kept}
   declare
     start text := right(workspace_id, 16);
     texts text := replace(title, chr(${codeBetween}), ' ') || coalesce(
       (select string_agg(' ' || chr(${codeBetween}) || ' ' || replace(part, chr(${codeBetween}), ' '), '')
          from jsonb_array_elements_text(body::jsonb) as part), '');
     words text[] := string_to_array(btrim(search_words(texts)), ' ');
     lexemes text;
     parts text[];
   begin
     select string_agg('''' || start || '_' || word || ''':' || places, ' ') into lexemes
       from (select word, string_agg(least(place, 16383)::text, ',') as places
               from unnest(words) with ordinality as words (word, place)
              where word <> '' group by word) as words;
     lexemes := coalesce(lexemes, '') || ' ''' || start || '__' || type || '''';
     select array_agg(start || part) into parts
       from (select part
               from (select word, min(place) as place
                       from unnest(words) with ordinality as words (word, place)
                      where word not in ('', chr(${codeBetween})) group by word) as words,
                    lateral (
                      select left(word, size) as part, size as at
                        from generate_series(1, least(${beginningLength}, length(word))) as size
                      union all
                      select substr(word, at, size), at * 8 + size
                        from generate_series(1, length(word) - ${shortestPart - 1}) as at,
                             generate_series(${shortestPart}, least(${partLength}, length(word) - at + 1)) as size
                    ) as parts
              group by part order by min(place * 512 + at)
              limit least(${limits.indexed_parts}, greatest(0, (1000000 - octet_length(lexemes)) / 48))) as parts;
     return lexemes::tsvector || array_to_tsvector(coalesce(parts, '{}'));
   end $$`;
