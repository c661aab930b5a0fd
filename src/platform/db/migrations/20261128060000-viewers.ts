import type { Knex } from 'knex';
import { replaceValues } from './table-kit';

const tables = ['users', 'invitations'];
const [before, after] = [
  ['owner', 'member'],
  ['owner', 'member', 'viewer'],
];

/** People who read only. */
export async function up(db: Knex): Promise<void> {
  for (const table of tables) await replaceValues(db, { table, column: 'role', before, after });
}

/** Viewers become members again, because an earlier program knows no other role for them. */
export async function down(db: Knex): Promise<void> {
  for (const table of tables) {
    await db(table).where({ role: 'viewer' }).update({ role: 'member' });
    await replaceValues(db, { table, column: 'role', before: after, after: before });
  }
}
