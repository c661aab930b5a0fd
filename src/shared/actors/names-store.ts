import type { Knex } from 'knex';
import type { ActorRow } from './actor-store';

/** The kind and the name of the actor of each column `<by>_by_actor_id`; null without an actor. */
export type NamesOf<By extends string> = {
  readonly [Name in By as `${Name}_by_kind`]: ActorRow['kind'] | null;
} & { readonly [Name in By as `${Name}_by_name`]: string | null };

/** Adds the columns of `NamesOf` to a query over a table that has `workspace_id`. */
export function selectNames<Q extends Knex.QueryBuilder>(
  query: Q,
  table: string,
  names: readonly string[],
): Q {
  for (const name of names) {
    const alias = `${name}_by`;
    // A text, because a join that Knex builds costs several times as much as its execution.
    void query
      .joinRaw(
        `left join actors as ${alias} on ${alias}.workspace_id = ${table}.workspace_id
          and ${alias}.id = ${table}.${alias}_actor_id`,
      )
      .select(`${alias}.kind as ${alias}_kind`, `${alias}.name as ${alias}_name`);
  }
  return query;
}

/** The columns of `NamesOf` for one actor. */
export function namesOf<By extends string>(
  actor: Pick<ActorRow, 'kind' | 'name'>,
  names: readonly By[],
): NamesOf<By>;
export function namesOf(
  { kind, name }: Pick<ActorRow, 'kind' | 'name'>,
  by: readonly string[],
): object {
  return Object.fromEntries(
    by.flatMap((each) => [
      [`${each}_by_kind`, kind],
      [`${each}_by_name`, name],
    ]),
  );
}
