/**
 * The texts of records that several actors may rewrite: the last author of each text, in a column
 * of its record, and the texts that were replaced, in `earlier_texts`.
 */
import type { Knex } from 'knex';
import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import { insertRows } from '../platform/db/statements/compiled';
import type { Transaction } from '../platform/db/transaction';
import type { WriteContext } from '../platform/operation';
import { namesOf, type NamesOf, selectNames } from './actor-store';

type TextAuthor = components['schemas']['TextAuthor'];

/** The last author of each text of a record. Null is its creator. */
export type AuthorColumns<Field extends string> = {
  readonly [Name in Field as `${Name}_by_actor_id`]: string | null;
};

/** A record with the last authors of its texts. */
type Authored<Field extends string> = AuthorColumns<Field> & {
  readonly created_by_actor_id: string;
};

/** The actor of a request, as the author of the texts that it writes. */
interface Writer {
  readonly id: string;
  readonly kind: 'user' | 'agent';
  readonly name: string;
}

/** The response's `<field>_author` of each text whose last author is not the creator. */
export function authorsOf<Field extends string>(
  row: AuthorColumns<Field> & NamesOf<Field>,
  fields: readonly Field[],
): { [Name in Field as `${Name}_author`]?: TextAuthor };

export function authorsOf(row: object, fields: readonly string[]): object {
  const columns = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const actorId = columns.get(`${field}_by_actor_id`);
      if (typeof actorId !== 'string') return [];
      const kind = columns.get(`${field}_by_kind`);
      const name = columns.get(`${field}_by_name`);
      return [[`${field}_author`, { actor_id: actorId, kind, name }]];
    }),
  );
}

/**
 * The columns that a change of texts sets: the stored ones, and `names`, which replace those that
 * were read with the row.
 */
export function authorship<Field extends string>(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
): { readonly columns: Partial<AuthorColumns<Field>>; readonly names: Partial<NamesOf<Field>> };

export function authorship(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: object,
  fields: readonly string[],
): { readonly columns: object; readonly names: object } {
  const changed = fields.filter((field) => isChanged(changes, field));
  const author = writer.id === row.created_by_actor_id ? null : writer.id;
  return {
    columns: Object.fromEntries(changed.map((field) => [`${field}_by_actor_id`, author])),
    names: namesOf(writer, changed),
  };
}

/** The columns of a copy of a record by another actor: a copied text keeps its author. */
export function copiedAuthors<Field extends string>(
  row: Authored<Field>,
  creatorId: string,
  fields: readonly Field[],
): AuthorColumns<Field>;

export function copiedAuthors(
  row: { readonly created_by_actor_id: string },
  creatorId: string,
  fields: readonly string[],
): object {
  const entries = fields.map((field) => {
    const author = authorOf(row, field);
    return [`${field}_by_actor_id`, author === creatorId ? null : author];
  });
  return Object.fromEntries(entries);
}

/** A text that a change replaces. */
interface ReplacedText {
  readonly field: string;
  readonly text: string;
  readonly writtenBy: string;
}

/**
 * The texts that a change replaces. Those that an agent replaces of its own are left out, so an
 * agent cannot push the texts of others out of the limited number that is stored.
 */
function replacedTexts(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: object,
  fields: readonly string[],
): ReplacedText[] {
  const before = new Map<string, unknown>(Object.entries(row));
  return fields.flatMap((field) => {
    const text = before.get(field);
    const writtenBy = authorOf(row, field);
    if (!isChanged(changes, field) || typeof text !== 'string' || text === '') return [];
    return writer.kind === 'agent' && writtenBy === writer.id ? [] : [{ field, text, writtenBy }];
  });
}

function isChanged(changes: object, field: string): boolean {
  return Object.getOwnPropertyDescriptor(changes, field)?.value !== undefined;
}

function authorOf(row: { readonly created_by_actor_id: string }, field: string): string {
  const author: unknown = Object.getOwnPropertyDescriptor(row, `${field}_by_actor_id`)?.value;
  return typeof author === 'string' ? author : row.created_by_actor_id;
}

/** A text that was replaced, with the names of both actors. Times are ISO 8601 UTC. */
export interface EarlierTextRow extends NamesOf<'written' | 'replaced'> {
  readonly id: string;
  readonly workspace_id: string;
  readonly subject_id: string;
  readonly field: string;
  readonly text: string;
  readonly written_by_actor_id: string;
  readonly replaced_by_actor_id: string;
  readonly replaced_at: string;
}

/**
 * Stores the texts of a locked record that a change replaces, before the change. A record keeps its
 * last texts; the oldest of an agent is deleted before any of a person.
 */
export async function storeEarlierTexts<Field extends string>(
  { transaction, workspaceId, actor, newId, now }: WriteContext,
  row: Authored<Field> & { readonly id: string },
  changes: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
): Promise<void> {
  const replaced = replacedTexts(actor, row, changes, fields);
  if (replaced.length === 0) return;
  await insertRows(
    transaction,
    'earlier_texts',
    replaced.map(({ field, text, writtenBy }) => ({
      workspace_id: workspaceId,
      id: newId('txt'),
      subject_id: row.id,
      field,
      text,
      written_by_actor_id: writtenBy,
      replaced_by_actor_id: actor.id,
      replaced_at: now,
    })),
  );
  await deleteBeyondLimit(transaction, workspaceId, row.id);
}

async function deleteBeyondLimit(
  transaction: Transaction,
  workspaceId: string,
  subjectId: string,
): Promise<void> {
  await transaction.write((db) =>
    db('earlier_texts')
      .where('workspace_id', workspaceId)
      .whereRaw(
        `id in (
           select ranked.id from (
             select earlier.id, row_number() over (
                 order by case when actors.kind = 'agent' then 1 else 0 end,
                   earlier.replaced_at desc, earlier.id desc) as place
               from earlier_texts as earlier
               join actors on actors.workspace_id = earlier.workspace_id
                 and actors.id = earlier.written_by_actor_id
              where earlier.workspace_id = ? and earlier.subject_id = ?) as ranked
            where ranked.place > ?)`,
        [workspaceId, subjectId, limits.earlier_texts],
      )
      .delete(),
  );
}

/** The earlier texts of a record, to filter, count and page. */
export function earlierTextsOf(db: Knex, workspaceId: string, subjectId: string) {
  return db('earlier_texts').where({
    'earlier_texts.workspace_id': workspaceId,
    'earlier_texts.subject_id': subjectId,
  });
}

/** Adds the columns of an EarlierTextRow. */
export function selectEarlierText(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return selectNames(query.select('earlier_texts.*'), 'earlier_texts', ['written', 'replaced']);
}
