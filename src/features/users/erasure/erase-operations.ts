import { checkIfMatch, etagOf } from '../../../platform/http/responses/response';
import type { WriteHandler } from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import { type AccountSettings, findUserForUpdate, lockWorkspace, toUser } from '../../auth';
import { erasePerson, unknownPassword } from './erase-person';
import { isErasing } from './erasure-store';
import { isErased } from './erasure-rules';

/** Erases the name and the address of a deactivated person, or says how far that is. */
export function eraseUserWith({ passwordCost }: AccountSettings): WriteHandler<'eraseUser'> {
  return async ({ path, header }, ctx) => {
    const { transaction, workspaceId } = ctx;
    // Hashing is slow, and the transaction begins with its first statement.
    const passwordHash = await unknownPassword(passwordCost);
    await lockWorkspace(transaction, workspaceId);
    const key = { workspaceId, userId: path.id };
    const row = await findUserForUpdate(transaction, key, true);
    if (row === undefined) throw notFound('user', path.id);
    checkIfMatch(header['If-Match'], row.version);
    if (row.deactivated_at === null) {
      throw problem('USER_ACTIVE', `${row.name} is active. Deactivate the person first.`);
    }
    const after = isErased(row) ? row : await erasePerson(ctx, row, passwordHash);
    const isPending = await isErasing(transaction, workspaceId, row.id);
    return {
      status: 200,
      body: { user: toUser(after), erasure: isPending ? 'pending' : 'done' },
      headers: { ETag: etagOf(after.version) },
    };
  };
}
