import {
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
  startSession,
  unknownLimits,
  userActor,
  type AccountSettings,
} from '../auth';
import { isNameTaken, lockNames, nameTakenProblem } from '../../shared/actors';
import { emit } from '../../shared/events';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import type { PublicWriteHandler } from '../../platform/operation';
import { hashSecret } from '../../shared/tokens';
import { notValid } from './invitation-rules';
import { findAcceptable, acceptInvitationRow } from './invitation-store';

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
      const { transaction, newId, now, address } = ctx;
      const secretHash = hashSecret(body.token);
      const guess = guessAt(`invitation ${secretHash}`, address, unknownLimits, now);
      await checkAttempts(reader, guess);
      const open = await findAcceptable(reader, secretHash, now);
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
      // Lock order: the workspace, then its invitations. This prevents deadlocks.
      await lockNames(transaction, open.workspace_id);
      const invitation = await acceptInvitationRow(transaction, secretHash, now);
      if (invitation === undefined) throw notValid();
      const { email, role, workspace_id: workspaceId } = invitation;
      const name = body.name ?? invitation.name ?? email;
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
        passwordHash,
        now,
      });
      const user = stored ? await findUser(transaction, { workspaceId, userId }) : undefined;
      if (user === undefined) throw emailTaken(email);
      emit(
        { transaction, now, newId, workspaceId, actor: userActor(user, null) },
        {
          kind: 'invitation.accepted',
          subject: { type: 'invitation', id: invitation.id, title: email },
          summary: `${user.name} joined as ${role}.`,
        },
      );
      return startSession(ctx, user, sessionDays);
    });
}
