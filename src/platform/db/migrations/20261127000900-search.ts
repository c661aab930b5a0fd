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
import { postgresTriggers, source, type Source, sqliteTriggers, typesOf } from './search-kit';
import { isPostgres, runAll } from './table-kit';

/** The number of characters of a document's text that are searched. */
const maxDocumentCharacters = 100_000;

const [run, single, separated] = [unspaced, pictographs, separators].map(postgresClass);
const strokes = [[...singles.keys()], [...singles.values()]].map((letters) => letters.join(''));
const combined = postgresClass(combining);
const codeBetween = betweenTexts.codePointAt(0);
const folded = Object.entries(pairs).reduce(
  (sql, [letter, both]) => `replace(${sql}, '${letter}', '${both}')`,
  `translate(lowered, '${strokes.join("', '")}')`,
);

/**
 * The kind of the functions on Postgres. PL/pgSQL keeps its plans for the connection; a function in
 * SQL would be planned in each statement. pg_restore runs them with an empty search path.
 */
export const kept = 'language plpgsql immutable parallel safe set search_path from current as $$';

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
  `create function search_words(given text) returns text ${kept}
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
];

/** The function that makes the terms. A phrase is found by the places, of which a tsvector has 16,383. */
export const termsOnPostgres = `create function search_terms(workspace_id text, type text, title text, body text)
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
   end $$`;

/** The table of the index on Postgres. */
export const entriesOnPostgres = (types: string): string[] => [
  `create table search_entries (
     workspace_id text collate "C" not null,
     id text collate "C" not null,
     sequence bigint generated by default as identity,
     type text collate "C" not null constraint search_entries_type_check check (${types}),
     title text collate "C" not null,
     title_words text collate "C" not null,
     body text collate "C" not null,
     terms tsvector not null generated always as (search_terms(workspace_id, type, title, body)) stored,
     constraint search_entries_pk primary key (workspace_id, id))`,
  'create index search_entries_newest on search_entries (workspace_id, sequence)',
  // Without the list of pending entries, because every search would have to read all of it.
  'create index search_entries_terms on search_entries using gin (terms) with (fastupdate = off)',
];

const onPostgres = (types: string): string[] => [
  ...wordsOfPostgres,
  termsOnPostgres,
  // On SQLite, sqlite-client.ts registers search_words and search_texts on every connection.
  // Knex replaces \\? by a question mark. Without the array, jsonpath takes quadratic time.
  `create function search_texts(given text) returns text language sql immutable parallel safe
   begin atomic
     select string_agg(part, ' ') from jsonb_array_elements_text(
       jsonb_path_query_array(given::jsonb, 'strict $.** \\? (@.type() == "string")')) as part;
   end`,
  `create function search_forget() returns trigger language plpgsql as $$
   begin
     delete from search_entries where workspace_id = old.workspace_id and id = old.id;
     return null;
   end $$`,
  ...entriesOnPostgres(types),
];

const between = `char(32, ${codeBetween}, 32)`;
const cleaned = (text: string): string => `replace(${text}, char(${codeBetween}), ' ')`;

/** The terms of a new entry on SQLite. */
export const termsOfNew = `replace(
  ' _' || new.type || rtrim(search_words(${cleaned('new.title')} || coalesce(
    (select ${between} || group_concat(${cleaned('value')}, ${between}) from json_each(new.body)), ''))),
  ' ', ' ' || substr(new.workspace_id, -16) || '_')`;

/** The tables of the index on SQLite, and triggers that fill in the terms. */
export const entriesOnSqlite = (types: string, terms: string): string[] => [
  `create table search_entries (
     sequence integer primary key,
     workspace_id text not null,
     id text not null,
     type text not null constraint search_entries_type_check check (${types}),
     title text not null,
     title_words text not null,
     body text not null,
     constraint search_entries_key unique (workspace_id, id))`,
  `create virtual table search_terms using fts5(
     terms, content='', contentless_delete=1, tokenize="ascii tokenchars '_'")`,
  `create trigger search_entries_insert after insert on search_entries begin
     insert into search_terms (rowid, terms) values (new.sequence, ${terms});
   end`,
  // Replaces, because an entry that is not indexed again has no terms yet.
  `create trigger search_entries_update after update of title, body on search_entries begin
     insert or replace into search_terms (rowid, terms) values (new.sequence, ${terms});
   end`,
  `create trigger search_entries_delete after delete on search_entries begin
     delete from search_terms where rowid = old.sequence;
   end`,
];

/** The search index, and triggers that update it with every change of a searched record. */
export async function up(db: Knex): Promise<void> {
  const types = typesOf(sources);
  await runAll(db, isPostgres(db) ? onPostgres(types) : entriesOnSqlite(types, termsOfNew));
  for (const from of sources) {
    await runAll(db, isPostgres(db) ? postgresTriggers(db, from) : sqliteTriggers(db, from));
  }
  await runAll(db, isPostgres(db) ? postgresNameTrigger : sqliteNameTrigger);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  const tables = sources.map(({ table }) => table);
  await runAll(
    db,
    isPostgres(db)
      ? [
          ...tables.flatMap((table) => [
            `drop function search_${table}() cascade`,
            `drop function search_${table}_added() cascade`,
          ]),
          'drop function search_actors() cascade',
          'drop function search_forget() cascade',
          'drop table search_entries',
          'drop function search_terms(text, text, text, text)',
          'drop function search_texts(text)',
          'drop function search_words(text)',
          'drop function search_places(text)',
          'drop function search_fold(text)',
        ]
      : [
          ...tables.flatMap((table) =>
            ['insert', 'update', 'delete'].map((event) => `drop trigger search_${table}_${event}`),
          ),
          'drop trigger search_actors_update',
          'drop table search_terms',
          'drop table search_entries',
        ],
  );
}

/** The types of records that can be searched. */
export const sources: readonly Source[] = [
  source('action', 'title', ['details', 'result_summary', 'delegate_label']),
  source('project', 'title', ['description']),
  source('order', 'name', ['summary']),
  {
    ...source('document', 'title', ['content']),
    texts: [`substr(search_texts(@content), 1, ${maxDocumentCharacters})`],
  },
  {
    ...source('question', 'question', ['on_answer', 'choices', 'response', 'response_comment']),
    table: 'agent_requests',
    texts: ['@on_answer', 'search_texts(@choices)', '@response', '@response_comment'],
    only: "@kind = 'question'",
  },
  {
    ...source('agent', 'actor_id', ['capabilities']),
    title:
      '(select name from actors where actors.workspace_id = @workspace_id and actors.id = @actor_id)',
    texts: ['search_texts(@capabilities)'],
  },
];

// The name of an agent is stored in its actor row.
const rename = `
  update search_entries set title = new.name, title_words = search_words(new.name)
   where workspace_id = new.workspace_id and id =
     (select id from agents where agents.workspace_id = new.workspace_id and agents.actor_id = new.id);`;

const postgresNameTrigger = [
  `create function search_actors() returns trigger language plpgsql as $$ begin ${rename} return null; end $$`,
  `create trigger search_actors_update after update of name on actors for each row
     when (new.kind = 'agent' and old.name <> new.name) execute function search_actors()`,
];

const sqliteNameTrigger = [
  `create trigger search_actors_update after update of name on actors
     when new.kind = 'agent' and old.name <> new.name begin ${rename} end`,
];
