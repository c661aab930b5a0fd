import type { Knex } from 'knex';
import { betweenTexts } from '../../search-letters';
import {
  entriesOnPostgres,
  entriesOnSqlite,
  kept,
  sources as earlierSources,
  termsOfNew,
  termsOnPostgres,
} from './20261127000900-search';
import {
  addAllEntries,
  addEntries,
  postgresTriggers,
  source,
  type Source,
  sqliteTriggers,
  typesOf,
} from './search-kit';
import { isPostgres, runAll } from './table-kit';

const codeBetween = betweenTexts.codePointAt(0);

/** The further types of records that can be searched. */
const added: readonly Source[] = [
  {
    ...source('note', 'id', ['body']),
    title: "''",
    columns: ['body'],
    // The note of a completion repeats the result of the action.
    only: "@kind <> 'completion'",
  },
  {
    ...source('proposal', 'question', ['description', 'payload', 'response_comment']),
    table: 'agent_requests',
    name: 'proposals',
    texts: ['@description', 'search_texts(@payload)', '@response_comment'],
    only: "@kind = 'proposal'",
  },
];

/** All types of records that can be searched. */
export const sources = [...earlierSources, ...added];

/**
 * Notes and proposals in the search index, and with each word its endings, so that a word is found
 * inside of longer ones. The index is made again, because it is ordered by time.
 */
export async function up(db: Knex): Promise<void> {
  await replaceEntries(db, {
    sources,
    terms: 'search_tokens(new.workspace_id, new.type, new.title, new.body)',
    onPostgres: termsWithEndings,
  });
  for (const from of added) {
    await runAll(db, isPostgres(db) ? postgresTriggers(db, from) : sqliteTriggers(db, from));
  }
  if ((await db('workspaces').first('id')) === undefined) return;
  await db('step_progress').insert({
    table_name: 'search_entries',
    after_workspace: '',
    after_id: '',
  });
}

/** Restores the earlier index, with the entries of all records that it had. */
export async function down(db: Knex): Promise<void> {
  await db('step_progress').where({ table_name: 'search_entries' }).delete();
  await runAll(
    db,
    added.flatMap(({ table, name = table }) =>
      isPostgres(db)
        ? [
            `drop function search_${name}() cascade`,
            `drop function search_${name}_added() cascade`,
            `drop trigger search_${name}_delete on ${table}`,
          ]
        : ['insert', 'update', 'delete'].map((event) => `drop trigger search_${name}_${event}`),
    ),
  );
  await replaceEntries(db, {
    sources: earlierSources,
    terms: termsOfNew,
    onPostgres: termsOnPostgres,
  });
  await addAllEntries(db, earlierSources);
}

/** Adds the next entries, workspace by workspace. Returns whether there may be more. */
export async function finish(db: Knex): Promise<boolean> {
  const progress = db('step_progress').where({ table_name: 'search_entries' });
  const done: { after_workspace: string; after_id: string } | undefined = await progress
    .clone()
    .first('after_workspace', 'after_id');
  if (done === undefined) return false;
  const last = await addEntries(db, sources, {
    workspaceId: done.after_workspace,
    after: done.after_id,
  });
  if (last !== undefined) {
    await progress.update({ after_id: last });
    return true;
  }
  const next: { id: string } | undefined = await db('workspaces')
    .where('id', '>', done.after_workspace)
    .orderBy('id')
    .first('id');
  if (next === undefined) await progress.delete();
  else await progress.update({ after_workspace: next.id, after_id: '' });
  return true;
}

/** Drops the index and creates an empty one. */
export async function replaceEntries(
  db: Knex,
  index: {
    readonly sources: readonly Source[];
    /** The terms of a new entry on SQLite. */
    readonly terms: string;
    /** The function that makes the terms on Postgres. */
    readonly onPostgres: string;
  },
): Promise<void> {
  const types = typesOf(index.sources);
  await runAll(
    db,
    isPostgres(db)
      ? [
          'drop table search_entries',
          index.onPostgres.replace('create function', 'create or replace function'),
          ...entriesOnPostgres(types),
        ]
      : [
          'drop table search_terms',
          'drop table search_entries',
          ...entriesOnSqlite(types, index.terms),
        ],
  );
}

/**
 * The function that makes the terms. A tsvector has at most a megabyte, so the endings of rare
 * scripts, whose letters have four bytes, get the rest. An ending has no place, because no phrase
 * has endings.
 */
export const termsWithEndings = `create function search_terms(workspace_id text, type text, title text, body text)
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
       from (select substr(word, at, 12) as part
               from (select word, min(place) as place
                       from unnest(words) with ordinality as words (word, place)
                      where length(word) >= 3 group by word) as words,
                    generate_series(1, length(word) - 2) as at
              group by part order by min(place * 64 + at)
              limit least(8000, greatest(0, (1000000 - octet_length(lexemes)) / 64))) as parts;
     return lexemes::tsvector || array_to_tsvector(coalesce(parts, '{}'));
   end $$`;
