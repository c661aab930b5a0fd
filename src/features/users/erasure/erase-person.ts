import { randomBytes } from 'node:crypto';
import type { PasswordCost } from '../../../platform/slow-hash';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { isNameTaken } from '../../../shared/actors';
import { emit, type EventSource } from '../../../shared/events';
import { changeUser, hashPassword, type UserRow } from '../../auth';
import { countErased, deletePrivateRows, findTextsOf, insertErasure } from './erasure-store';
import { erasedEmail } from './erasure-rules';

/** Requests that began before may still write the old name for so long. */
const GRACE_MS = 5 * SECOND;

/** The hash of a password that nobody knows. */
export function unknownPassword(cost: PasswordCost): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'), cost, undefined);
}

/**
 * Erases a deactivated person, whose row is locked after the workspace: replaces name and address
 * in their own record at once, and stores the erasure, whose steps do the rest.
 */
export async function erasePerson(
  source: EventSource & { readonly actor: { readonly name: string } },
  user: UserRow,
  passwordHash: string,
  graceMs = GRACE_MS,
): Promise<UserRow> {
  const { transaction, now, newId, actor } = source;
  const texts = await findTextsOf(transaction, user);
  const newName = await nextName(source);
  const newEmail = erasedEmail(user.id);
  await deletePrivateRows(transaction, user, texts.emails);
  const after = await changeUser(
    transaction,
    user,
    { name: newName, email: newEmail, password_hash: passwordHash },
    now,
  );
  await insertErasure(transaction, user, {
    id: newId('era'),
    texts: { ...texts, actorId: user.actor_id, userId: user.id, newName, newEmail },
    beginsAt: addMilliseconds(now, graceMs),
  });
  emit(source, {
    kind: 'user.erased',
    subject: { type: 'user', id: user.id, title: newName },
    summary: `${actor.name} erased the name and the address of a person, who is called ${newName} now.`,
  });
  return after;
}

// The workspace is locked, so no two people get one number.
async function nextName({ transaction, workspaceId }: EventSource): Promise<string> {
  for (let number = (await countErased(transaction, workspaceId)) + 1; ; number += 1) {
    const name = `Former member ${number}`;
    // As for an agent, whose name nobody else has.
    if (!(await isNameTaken(transaction, { workspaceId, kind: 'agent', name }))) return name;
  }
}
