import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import { checkIfMatch, etagOf } from '../../../platform/http/responses/response';
import type { WriteHandler } from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { isNameTaken } from '../../../shared/actor-store';
import { emit, type EventSource } from '../../../shared/events';
import {
  type AccountSettings,
  findUserForUpdate,
  lockWorkspace,
  toUser,
  changeUser,
  hashPassword,
  type UserRow,
} from '../../auth';
import { isErased, erasedEmail } from './erasure-rules';
import {
  isErasing,
  countErased,
  deletePrivateRows,
  findTextsOf,
  insertErasure,
  findDueErasure,
  takeErasureStep,
} from './erasure-store';

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

/** Between two transactions, other writers have as long as the last one took, within bounds. */
const pauses = { least: 5, most: 250 };

/** The transactions of one turn, so the timers of the process do not wait for long. */
const maxSteps = 20;

/**
 * Goes on with the erasures that are due, in transactions of some rows each; with `workspaceId`,
 * with those of one workspace. Returns whether there may be more.
 */
export async function runErasures(
  database: Database,
  isStopped: () => boolean,
  workspaceId?: string,
): Promise<boolean> {
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (isStopped()) return true;
    const now = new Date().toISOString();
    const due = await findDueErasure(createReader(database), now, workspaceId);
    if (due === undefined) return false;
    const begin = performance.now();
    await takeErasureStep(database, due);
    await pause(Math.min(pauses.most, Math.max(pauses.least, performance.now() - begin)));
  }
  return true;
}
