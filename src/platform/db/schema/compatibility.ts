import type { Knex } from 'knex';

const table = 'schema_compatibility';

/** A step of the schema, and the earlier programs that may serve on it. */
export interface CompatibleStep {
  readonly name: string;
  /**
   * The oldest program that may continue to serve over this step, by the last step that it knows;
   * null if only programs that know this step may serve. The step just before would stop a program
   * that is two compatible steps behind, because it knows neither.
   */
  readonly servesSince: string | null;
}

/**
 * Stores the compatibility of a step for programs that do not know it. Steps that are older than
 * the table store nothing.
 */
export async function recordStep(db: Knex, { name, servesSince }: CompatibleStep): Promise<void> {
  if (!(await db.schema.hasTable(table))) return;
  await db(table).insert({ step: name, serves_since: servesSince });
}

/** Deletes the stored compatibility of a step. */
export async function deleteStep(db: Knex, { name }: CompatibleStep): Promise<void> {
  if (await db.schema.hasTable(table)) await db(table).where({ step: name }).delete();
}

/** Whether a program that knows only the `known` steps may serve with the `unknown` ones. */
export async function mayServe(
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
