import {
  changeUser,
  countActiveOwners,
  findUser,
  findUserForUpdate,
  lockWorkspace,
  toUser,
  userColumns,
  usersOf,
  type UserRow,
} from '../auth';
import { isNameTaken, nameTakenProblem } from '../../shared/actors';
import { emit } from '../../shared/events';
import { pageOf } from '../../platform/db/statements/page';
import { etagOf, checkIfMatch } from '../../platform/http/responses/preconditions';
import type { ReadHandler, WriteContext, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { endCreatedTokens, type CreatedTokens } from './created-tokens';
import { checkMayUpdate } from './user-policy';
import { checkOwnersLeft, isActiveOwner } from './user-rules';

/** Lists the people of the workspace, by default by name. */
export const listUsers: ReadHandler<'listUsers'> = async ({ query }, { reader, workspaceId }) => {
  const { limit, offset, after, sort, ...filters } = query;
  const { rows, ...envelope } = await pageOf<UserRow>(
    reader,
    {
      matching: (db) => {
        const people = usersOf(db, workspaceId);
        if (filters.role !== undefined) void people.where('users.role', filters.role);
        if (filters.state === 'active') void people.whereNull('users.deactivated_at');
        if (filters.state === 'deactivated') void people.whereNotNull('users.deactivated_at');
        return people;
      },
      select: (people) => people.select(...userColumns),
      id: 'users.id',
      sorts: {
        name: { column: 'actors.sort_key', type: 'text' },
        email: { column: 'users.email', type: 'text' },
        created_at: { column: 'users.created_at', type: 'instant' },
      },
      defaultSort: 'name',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: { items: rows.map(toUser), ...envelope, filters: { ...filters }, hidden_count: 0 },
  };
};

/** Reads a person. */
export const getUser: ReadHandler<'getUser'> = async ({ path }, { reader, workspaceId }) => {
  const row = await findUser(reader, { workspaceId, userId: path.id });
  if (row === undefined) throw notFound('user', path.id);
  return reply(row);
};

/** Merges changes into a person. Locks the workspace to count its owners and to compare names. */
export const updateUser: WriteHandler<'updateUser'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now, workspaceId } = ctx;
  await lockWorkspace(transaction, workspaceId);
  const row = await getLockedUser(ctx, path.id, body.role === 'member');
  checkMayUpdate(actor, row.id, body);
  checkIfMatch(header['If-Match'], row.version);
  const { name = row.name, role = row.role } = body;
  const isRevoking = body.revoke_created_tokens === true;
  const tokens = async () =>
    body.role === 'member' || isRevoking ? endCreatedTokens(ctx, row, isRevoking) : undefined;
  if (name === row.name && role === row.role) return reply(row, await tokens());
  if (role !== 'owner' && isActiveOwner(row)) {
    checkOwnersLeft(await countActiveOwners(transaction, workspaceId));
  }
  const wanted = { workspaceId, kind: 'user', name, actorId: row.actor_id } as const;
  if (name !== row.name && (await isNameTaken(transaction, wanted))) {
    throw nameTakenProblem(wanted);
  }
  const after = await changeUser(
    transaction,
    row,
    { ...(name === row.name ? {} : { name }), ...(role === row.role ? {} : { role }) },
    now,
  );
  emit(ctx, {
    kind: 'user.updated',
    subject: { type: 'user', id: row.id, title: after.name },
    summary:
      role === row.role
        ? `${row.name} is called ${name} now.`
        : `${actor.name} made ${after.name} ${role === 'owner' ? 'an owner' : 'a member'}.`,
  });
  return reply(after, await tokens());
};

/**
 * Reads the person with the id and locks the row, or throws 404. `withdraws` as in
 * `findUserForUpdate`.
 */
export async function getLockedUser(
  { transaction, workspaceId }: Pick<WriteContext, 'transaction' | 'workspaceId'>,
  id: string,
  withdraws = false,
): Promise<UserRow> {
  const key = { workspaceId, userId: id };
  const row = await findUserForUpdate(transaction, key, withdraws);
  if (row === undefined) throw notFound('user', id);
  return row;
}

/** The reply with a person, and with the tokens that they created where these were asked for. */
export function reply(row: UserRow, tokens?: CreatedTokens) {
  const body = { ...toUser(row), ...tokens };
  return { status: 200, body, headers: { ETag: etagOf(row.version) } } as const;
}
