import type { Knex } from 'knex';
import { previewLength } from './preview-rules';

/**
 * Selects the beginning of a text column: the length of a preview plus one character, so that
 * `previewOf` can detect a longer text.
 */
export function previewColumn(db: Knex, column: string): Knex.Raw {
  return db.raw('substr(??, 1, ?)', [column, previewLength + 1]);
}
