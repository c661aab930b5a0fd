import type { Knex } from 'knex';

const table = 'schema_compatibility';

/** A step of the schema, and which earlier programs it lets serve. */
export interface CompatibleStep {
  readonly name: string;
  /**
   * The last step that a program must know to go on serving while the database has this one too;
   * null when only programs that know this step may serve.
   */
  readonly servesSince: string | null;
}

/**
 * Stores what a step says, for programs that do not know it. Steps before the table store nothing.
 */
export async function recordStep(db: Knex, { name, servesSince }: CompatibleStep): Promise<void> {
  if (!(await db.schema.hasTable(table))) return;
  await db(table).insert({ step: name, serves_since: servesSince });
}

/** Deletes what a step has stored. */
export async function deleteStep(db: Knex, { name }: CompatibleStep): Promise<void> {
  if (await db.schema.hasTable(table)) await db(table).where({ step: name }).delete();
}

/** Whether all these steps of the database let a program serve that knows only the `known` ones. */
export async function letServe(
  db: Knex,
  unknown: readonly string[],
  known: readonly string[],
): Promise<boolean> {
  if (!(await db.schema.hasTable(table))) return false;
  const rows: { step: string; serves_since: string | null }[] = await db(table)
    .whereIn('step', unknown)
    .select('step', 'serves_since');
  const serving = rows.filter(({ serves_since: since }) => since !== null && known.includes(since));
  return serving.length === unknown.length;
}
