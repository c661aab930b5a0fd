import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { pageOf } from '../../platform/db/statements/page';
import type { Transaction } from '../../platform/db/transaction';
import type {
  PublicContext,
  PublicWriteHandler,
  ReadHandler,
  WriteHandler,
} from '../../platform/operation';
import { notFound, problem } from '../../platform/problems';
import { addMilliseconds, SECOND } from '../../platform/time';
import { isNameTaken, lockNames, nameTakenProblem } from '../../shared/actor-store';
import { checkOpen } from '../../shared/closed-workspaces-store';
import { emit } from '../../shared/events';
import { insertLetter } from '../../shared/mail-queue-store';
import { hashSecret, newWorkspaceSecret } from '../../shared/tokens';
import {
  type AccountSettings,
  checkAttempts,
  checkNewPassword,
  confirmAttempt,
  createHashQueue,
  emailTaken,
  failAttempt,
  findOldestPassword,
  findUser,
  findWorkspace,
  guessAt,
  hashPassword,
  insertUser,
  lockWorkspace,
  startSession,
  unknownLimits,
  userActor,
  type UserRow,
} from '../auth';
import {
  acceptInvitationRow,
  findAcceptable,
  findInvitation,
  insertInvitation,
  type InvitationRow,
  openInvitations,
  revokeOpen,
} from './invitation-store';

const VALIDITY = limits.invitation_seconds * SECOND;

/** Lists open invitations, by default newest first. */
export const listInvitations: ReadHandler<'listInvitations'> = async ({ query }, ctx) => {
  const { reader, workspaceId, now } = ctx;
  const { rows, ...envelope } = await pageOf<InvitationRow>(
    reader,
    {
      matching: (db) => openInvitations(db, workspaceId, now),
      select: (invitations) => invitations.select('invitations.*'),
      id: 'invitations.id',
      sorts: {
        created_at: { column: 'invitations.created_at', type: 'instant' },
        expires_at: { column: 'invitations.expires_at', type: 'instant' },
        email: { column: 'invitations.email', type: 'text' },
      },
      defaultSort: '-created_at',
    },
    query,
  );
  return {
    status: 200,
    body: { items: rows.map(toInvitation), ...envelope, filters: {}, hidden_count: 0 },
  };
};

/**
 * Makes the operation that invites a person and revokes an open invitation to the address. Only its
 * response contains the token, and the mail to the address, if the server sends any.
 */
export function createInvitationWith({
  letterKeys,
}: Pick<AccountSettings, 'letterKeys'>): WriteHandler<'createInvitation'> {
  return async ({ body }, ctx) => {
    const { transaction, workspaceId, actor, newId, now } = ctx;
    const email = body.email.toLowerCase();
    // Of two concurrent invitations to an address, the second waits and then revokes the first.
    await lockWorkspace(transaction, workspaceId);
    if ((await findUser(transaction, { workspaceId, email })) !== undefined)
      throw emailTaken(email);
    await revokeOpen(transaction, workspaceId, { email }, now);
    const token = newWorkspaceSecret('cbi', workspaceId);
    const row: InvitationRow = {
      id: newId('inv'),
      workspace_id: workspaceId,
      email,
      name: body.name ?? null,
      role: body.role,
      secret_hash: hashSecret(token),
      created_by_actor_id: actor.id,
      created_at: now,
      expires_at: addMilliseconds(now, VALIDITY),
      accepted_at: null,
      revoked_at: null,
    };
    await insertInvitation(transaction, row);
    if (letterKeys !== undefined) {
      const letter = { to: email, by: actor.name, token, expiresAt: row.expires_at };
      await insertLetter(transaction, letterKeys, {
        workspaceId,
        kind: 'mail.invitation',
        letter,
        now,
      });
    }
    emit(ctx, {
      kind: 'invitation.created',
      subject: { type: 'invitation', id: row.id, title: email },
      summary: `${actor.name} invited ${email}.`,
      audit: { new: { email, role: row.role } },
    });
    return {
      status: 201,
      body: { invitation: toInvitation(row), token },
      headers: { Location: '/v1/invitations' },
    };
  };
}

/** Revokes an open invitation. Does nothing for any other. */
export const revokeInvitation: WriteHandler<'revokeInvitation'> = async ({ path }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await findInvitation(transaction, workspaceId, path.id);
  if (row === undefined) throw notFound('invitation', path.id);
  if ((await revokeOpen(transaction, workspaceId, { id: row.id }, now)) > 0) {
    emit(ctx, {
      kind: 'invitation.revoked',
      subject: { type: 'invitation', id: row.id, title: row.email },
      summary: `${actor.name} revoked the invitation of ${row.email}.`,
    });
  }
  return { status: 204 };
};

function toInvitation(row: InvitationRow): components['schemas']['Invitation'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    email: row.email,
    name: row.name,
    role: row.role,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}

/**
 * Creates the invited person and signs them in. Counting and hashing happen before the transaction.
 * Of concurrent requests with one token only the first succeeds.
 */
export function acceptInvitation(
  database: Database,
  { sessionDays, passwordCost }: AccountSettings,
): PublicWriteHandler<'acceptInvitation'> {
  const reader = createReader(database);
  const enqueue = createHashQueue();
  return ({ body }, ctx) =>
    enqueue(ctx.address, async () => {
      const { transaction, now, address } = ctx;
      const secretHash = hashSecret(body.token);
      const guess = guessAt(`invitation ${secretHash}`, address, unknownLimits, now);
      await checkAttempts(reader, guess);
      const open = await findAcceptable(reader, body.token, now);
      if (open === undefined) throw await failAttempt(database, guess, notValid());
      const workspace = await findWorkspace(reader, open.workspace_id);
      await checkNewPassword('body/password', body.password, [
        open.email,
        body.name ?? open.name ?? '',
        workspace?.name ?? '',
      ]);
      const passwordHash = await hashPassword(
        body.password,
        passwordCost,
        await findOldestPassword(reader, open.email),
      );
      await confirmAttempt(transaction, guess);
      const user = await joinByInvitation(ctx, {
        token: body.token,
        workspaceId: open.workspace_id,
        name: (invitation) => body.name ?? invitation.name ?? invitation.email,
        passwordHash,
      });
      return startSession(ctx, user, { sessionDays });
    });
}

/** A person who joins by an invitation. */
export interface Joining {
  readonly token: string;
  /** The workspace of the invitation. */
  readonly workspaceId: string;
  readonly name: (invitation: InvitationRow) => string | Promise<string>;
  readonly passwordHash: string;
}

/** Creates the account of an invited person, within the transaction that accepts the invitation. */
export async function joinByInvitation(
  ctx: PublicContext & { readonly transaction: Transaction },
  joining: Joining,
): Promise<UserRow> {
  const { transaction, now, newId, loggedAddress } = ctx;
  const { workspaceId } = joining;
  await checkOpen(transaction, workspaceId);
  // Lock order: the workspace, then its invitations. This prevents deadlocks.
  await lockNames(transaction, workspaceId);
  const invitation = await acceptInvitationRow(transaction, joining.token, now);
  if (invitation === undefined) throw notValid();
  const { email, role } = invitation;
  const name = await joining.name(invitation);
  if (await isNameTaken(transaction, { workspaceId, kind: 'user', name })) {
    throw nameTakenProblem({ kind: 'user', name });
  }
  const userId = newId('usr');
  const stored = await insertUser(transaction, {
    workspaceId,
    id: userId,
    actorId: newId('atr'),
    name,
    email,
    role,
    passwordHash: joining.passwordHash,
    now,
  });
  const user = stored ? await findUser(transaction, { workspaceId, userId }) : undefined;
  if (user === undefined) throw emailTaken(email);
  emit(
    { transaction, now, newId, workspaceId, actor: userActor(user, null), loggedAddress },
    {
      kind: 'invitation.accepted',
      subject: { type: 'invitation', id: invitation.id, title: email },
      summary: `${user.name} joined as ${role}.`,
      audit: { new: { user_id: userId, email, role } },
    },
  );
  return user;
}

/** The same 422 for a token that is wrong, used, revoked or expired. */
export function notValid() {
  return problem(
    'INVITATION_NOT_VALID',
    'This invitation is not valid, or no longer valid. Ask for a new one.',
  );
}
