import type { Knex } from 'knex';
import { previewLength } from './preview-rules';

/** As much of a text column as a preview needs, and one character more to tell whether there is more of it. */
export function beginning(db: Knex, column: string): Knex.Raw {
  return db.raw('substr(??, 1, ?)', [column, previewLength + 1]);
}
