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

// PL/pgSQL keeps its plans for the connection; a function in SQL would be planned in each statement.
// pg_restore runs them with an empty search path.
const kept = 'language plpgsql immutable parallel safe set search_path from current as $$';

// The limits of `wordsOf`. At most 600 characters are at most 12,000 words, because one character
// becomes at most 18.
const wordsOfPostgres = [
  `create function search_fold(given text) returns text ${kept}
   declare
     short text := given;
     lowered text;
   begin
     if octet_length(given) > ${shortText} then
       short := regexp_replace(left(given, 200000), '([${combined}]{${maxCombining}})[${combined}]+', '\\1', 'g');
     end if;
     lowered := lower(regexp_replace(left(normalize(short, nfkd), 200000),
                                     '[${postgresClass(marks)}]', '', 'g') collate "default");
     if lowered ~ '[${foldedLetters}]' then
       return ${folded};
     end if;
     return lowered;
   end $$`,
  `create function search_places(folded text)
   returns table (place bigint, inner_place bigint, word text) ${kept}
   begin
     return query
     with matches as materialized (
       select parts, at from regexp_matches(folded,
         '([${run}]+)|([${single}]|[^${single}${run}${separated}]+)', 'g')
         with ordinality as matches (parts, at))
     select at, 0::bigint, left(parts[2], 40) from matches where parts[2] is not null
     union all
     select at, letter_at, letter || coalesce(lead(letter) over (partition by at order by letter_at), '')
       from matches, unnest(string_to_array(normalize(parts[1], nfc), null))
         with ordinality as letters (letter, letter_at)
      where parts[1] is not null;
   end $$`,
  `create or replace function search_words(given text) returns text ${kept}
   declare
     plain text := replace(given, '${betweenTexts}', '');
     folded text;
     listed text;
   begin
     if octet_length(plain) = length(plain) then
       folded := lower(left(given, 200000) collate "C");
     else
       folded := search_fold(given);
       plain := replace(folded, '${betweenTexts}', '');
     end if;
     if octet_length(plain) = length(plain) and length(folded) <= 12000 then
       listed := btrim(regexp_replace(regexp_replace(
         folded collate "C", '[^0-9a-z${betweenTexts}]+', ' ', 'g'),
         '([0-9a-z${betweenTexts}]{40})[0-9a-z${betweenTexts}]+', '\\1', 'g'));
       return case when listed = '' then '' else ' ' || listed || ' ' end;
     end if;
     if length(given) <= 600 then
       select string_agg(word, ' ' order by place, inner_place) into listed from search_places(folded);
     else
       with words as materialized (
         select word, row_number() over (order by place, inner_place) as at from search_places(folded)),
       firsts as (select word, min(at) as first_at from words group by word order by 2 limit 12000)
       select string_agg(case when at <= 16383 and first_at is not null or at = first_at
                                 then word else chr(${codeBetween}) end, ' ' order by at) into listed
         from words left join firsts using (word);
     end if;
     return coalesce(' ' || listed || ' ', '');
   end $$`,
  // A phrase is found by the places, of which a tsvector has 16,383.
  `create or replace function search_terms(workspace_id text, type text, title text, body text)
   returns tsvector ${kept}
   declare
     prefix text := right(workspace_id, 16) || '_';
     texts text := replace(title, chr(${codeBetween}), ' ') || coalesce(
       (select string_agg(' ' || chr(${codeBetween}) || ' ' || replace(part, chr(${codeBetween}), ' '), '')
          from jsonb_array_elements_text(body::jsonb) as part), '');
     lexemes text;
   begin
     select string_agg('''' || prefix || word || ''':' || places, ' ') into lexemes
       from (select word, string_agg(least(place, 16383)::text, ',') as places
               from unnest(string_to_array(btrim(search_words(texts)), ' '))
                 with ordinality as words (word, place)
              where word <> '' group by word) as words;
     return (coalesce(lexemes, '') || ' ''' || prefix || '_' || type || '''')::tsvector;
   end $$`,
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
