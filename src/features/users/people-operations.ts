import { usersOf } from '../auth';
import type { components } from '../../../generated/types';
import { pageOf } from '../../platform/db/statements/page';
import type { ReadHandler } from '../../platform/operation';

/** Lists the active people by name, with what agents need to address them. */
export const listPeople: ReadHandler<'listPeople'> = async ({ query }, { reader, workspaceId }) => {
  const { rows, ...envelope } = await pageOf<components['schemas']['Person']>(
    reader,
    {
      matching: (db) => usersOf(db, workspaceId).whereNull('users.deactivated_at'),
      select: (people) => people.select('users.id', 'users.actor_id', 'actors.name'),
      id: 'users.id',
      sorts: { name: { column: 'actors.sort_key', type: 'text' } },
      defaultSort: 'name',
    },
    query,
  );
  const items = rows.map(({ id, actor_id, name }) => ({ id, actor_id, name }));
  return { status: 200, body: { items, ...envelope, filters: {}, hidden_count: 0 } };
};
