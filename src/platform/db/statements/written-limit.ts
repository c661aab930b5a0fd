import type { Knex } from 'knex';

/**
 * Makes the compiler write a limit as a literal. With a parameter, SQLite would plan the statement
 * again at each run, and a generic plan of Postgres would assume a tenth of all rows.
 */
export function writeLimit<Compiler extends Knex.BuilderCompiler>(compiler: Compiler): Compiler {
  const { skipBinding } = compiler.single;
  if (skipBinding !== undefined) skipBinding.limit = true;
  return compiler;
}
