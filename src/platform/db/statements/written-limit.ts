import type { Knex } from 'knex';

/**
 * Has the number of a limit written into the statement. As a parameter, SQLite would plan the statement anew at each run to see whether it is
 * small, and Postgres, where it plans once for all values, would take it for a tenth of all rows.
 */
export function writeLimit<Compiler extends Knex.BuilderCompiler>(compiler: Compiler): Compiler {
  const { skipBinding } = compiler.single;
  if (skipBinding !== undefined) skipBinding.limit = true;
  return compiler;
}
