import type { TestDatabase } from '../../scripts/databases/test-database';

/**
 * Makes the database refuse every update of an action that changes neither its version nor its
 * time. The trigger that sets the key of its title runs in the statement that changes the title, and
 * a new action gets its number with the commit.
 */
export async function refuseUnstampedChanges({ dialect, knex }: TestDatabase): Promise<void> {
  const message = 'An action changes, but neither its version nor its time does.';
  const unstamped = 'new.version = old.version and new.updated_at = old.updated_at';
  if (dialect === 'sqlite') {
    await knex.raw(
      `create trigger unstamped before update on actions
       when ${unstamped} and new.sort_key = old.sort_key and new.number is old.number
       begin select raise(abort, '${message}'); end`,
    );
    return;
  }
  await knex.raw(
    `create function refuse_unstamped() returns trigger language plpgsql
     as $$ begin raise exception '${message}'; end $$`,
  );
  await knex.raw(
    `create trigger unstamped before update on actions for each row
     when (${unstamped} and new.number is not distinct from old.number) execute function refuse_unstamped()`,
  );
}
