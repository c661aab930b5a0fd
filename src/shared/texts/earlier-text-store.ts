import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import { insertRows } from '../../platform/db/statements/write-rows';
import type { Transaction } from '../../platform/db/transaction';
import type { WriteContext } from '../../platform/operation';
import { selectNames, type NamesOf } from '../actors';
import { replacedTexts, type Authored } from './text-author-rules';

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
