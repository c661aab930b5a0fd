import type { Knex } from 'knex';
import {
  betweenTexts,
  combining,
  foldedLetters,
  marks,
  maxCombining,
  pairs,
  pictographs,
  postgresClass,
  separators,
  shortText,
  singles,
  unspaced,
} from '../../search-letters';
import { postgresFunctions, sqliteIndex, termsOf } from './20261121070000-search';
import { createTable, finishTable, isPostgres, runAll } from './table-kit';

const [run, single, separated] = [unspaced, pictographs, separators].map(postgresClass);
const strokes = [[...singles.keys()], [...singles.values()]].map((letters) => letters.join(''));
const combined = postgresClass(combining);
const codeBetween = betweenTexts.codePointAt(0);
const folded = Object.entries(pairs).reduce(
  (sql, [letter, both]) => `replace(${sql}, '${letter}', '${both}')`,
  `translate(lowered, '${strokes.join("', '")}')`,
);

// The limits of `wordsOf`. At most 600 characters are at most 12,000 words, because one character
// becomes at most 18.
const wordsOfPostgres = [
  `create function search_fold(given text) returns text language sql immutable parallel safe
   begin atomic
     select case when lowered ~ '[${foldedLetters}]' then ${folded} else lowered end
       from (select lower(regexp_replace(
                      left(normalize(case when octet_length(given) <= ${shortText} then given
                        else regexp_replace(left(given, 200000), '([${combined}]{${maxCombining}})[${combined}]+', '\\1', 'g')
                      end, nfkd), 200000),
                      '[${postgresClass(marks)}]', '', 'g') collate "default") as lowered) as texts;
   end`,
  `create function search_places(folded text)
   returns table (place bigint, inner_place bigint, word text) language sql immutable parallel safe
   begin atomic
     with matches as materialized (
       select found, at from regexp_matches(folded,
         '([${run}]+)|([${single}]|[^${single}${run}${separated}]+)', 'g')
         with ordinality as matches (found, at))
     select at, 0::bigint, left(found[2], 40) from matches where found[2] is not null
     union all
     select at, letter_at, letter || coalesce(lead(letter) over (partition by at order by letter_at), '')
       from matches, unnest(string_to_array(normalize(found[1], nfc), null))
         with ordinality as letters (letter, letter_at)
      where found[1] is not null;
   end`,
  `create or replace function search_words(given text) returns text
   language sql immutable parallel safe
   begin atomic
     select coalesce(' ' || case
       when octet_length(given) = length(given) and length(given) <= 12000 then
         (select string_agg(left(found[1], 40), ' ' order by place)
            from regexp_matches(lower(given), '[0-9a-z]+', 'g') with ordinality as matches (found, place))
       when length(given) <= 600 then
         (select string_agg(word, ' ' order by place, inner_place) from search_places(search_fold(given)))
       else
         (with words as materialized (
            select word, row_number() over (order by place, inner_place) as at
              from search_places(search_fold(given))),
          firsts as (select word, min(at) as first_at from words group by word order by 2 limit 12000)
          select string_agg(case when at <= 16383 and first_at is not null or at = first_at
                                    then word else chr(${codeBetween}) end, ' ' order by at)
             from words left join firsts using (word))
       end || ' ', '');
   end`,
  // A phrase is found by the places, of which a tsvector has 16,383.
  `create or replace function search_terms(workspace_id text, type text, title text, body text)
   returns tsvector language sql immutable parallel safe
   begin atomic
     select (coalesce(string_agg(
              '''' || right(workspace_id, 16) || '_' || word || ''':' || places, ' '), '')
              || ' ''' || right(workspace_id, 16) || '__' || type || '''')::tsvector
       from (select word, string_agg(least(place, 16383)::text, ',') as places
               from unnest(string_to_array(btrim(search_words(replace(title, chr(${codeBetween}), ' ') || coalesce(
                 (select string_agg(' ' || chr(${codeBetween}) || ' ' || replace(part, chr(${codeBetween}), ' '), '')
                    from jsonb_array_elements_text(body::jsonb) as part), ''))), ' '))
                 with ordinality as words (word, place)
              where word <> '' group by word) as words;
   end`,
];

const between = `char(32, ${codeBetween}, 32)`;
const termsOfNew = termsOf('new', between, (text) => `replace(${text}, char(${codeBetween}), ' ')`);

const indexOfSqlite = [
  `create virtual table search_terms using fts5(
     terms, content='', contentless_delete=1, tokenize="ascii tokenchars '_'")`,
  `create trigger search_entries_insert after insert on search_entries begin
     insert into search_terms (rowid, terms) values (new.sequence, ${termsOfNew});
   end`,
  // Replaces, because an entry that is not indexed again has no terms yet.
  `create trigger search_entries_update after update of title, body on search_entries begin
     insert or replace into search_terms (rowid, terms) values (new.sequence, ${termsOfNew});
   end`,
  `create trigger search_entries_delete after delete on search_entries begin
     delete from search_terms where rowid = old.sequence;
   end`,
];

const dropIndexOfSqlite = [
  ...['insert', 'update', 'delete'].map((event) => `drop trigger search_entries_${event}`),
  'drop table search_terms',
];

/**
 * Folds more letters, cuts scripts without spaces into pairs of letters, and indexes the places of
 * words, so that phrases can be found. `finish` then indexes the existing entries.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'step_progress', (kit) => {
    kit.text('table_name').primary('step_progress_pk');
    kit.text('after_workspace');
    kit.text('after_id');
  });
  if ((await db('search_entries').first()) !== undefined) {
    const first = { after_workspace: '', after_id: '' };
    await db('step_progress').insert({ table_name: 'search_entries', ...first });
  }
  await runAll(db, isPostgres(db) ? wordsOfPostgres : [...dropIndexOfSqlite, ...indexOfSqlite]);
}

/** Indexes the next entries; false when all are indexed. */
export function finish(db: Knex): Promise<boolean> {
  const entry = {
    title_words: db.raw('search_words(substr(title, 1, 500))'),
    body: db.ref('body'),
  };
  return finishTable(db, 'search_entries', (entries) => entries.update(entry));
}

/** Restores the earlier words and indexes all entries again. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('step_progress');
  if (isPostgres(db)) {
    await runAll(db, [
      ...postgresFunctions
        .filter((sql) => /^create function search_(words|terms)\(/.test(sql))
        .map((sql) => sql.replace('create', 'create or replace')),
      'drop function search_places(text)',
      'drop function search_fold(text)',
      'update search_entries set title_words = search_words(substr(title, 1, 500)), body = body',
    ]);
    return;
  }
  await runAll(db, [
    ...dropIndexOfSqlite,
    ...sqliteIndex,
    'update search_entries set title_words = search_words(substr(title, 1, 500))',
    `insert into search_terms (rowid, terms) select sequence, ${termsOf('search_entries', "' '")} from search_entries`,
  ]);
}
