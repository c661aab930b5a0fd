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
import { emit } from '../../shared/events';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/transaction';
import type { PublicWriteHandler } from '../../platform/operation';
import { hashSecret } from '../../shared/tokens';
import { notValid } from './invitation-rules';
import { findAcceptable, acceptInvitationRow } from './invitation-store';

/**
 * Makes the person of an invitation and signs them in. Counting and hashing come before the transaction; of several who accept
 * with one token the first wins.
 */
export function acceptInvitation(
  database: Database,
  { sessionDays, passwordCost }: AccountSettings,
): PublicWriteHandler<'acceptInvitation'> {
  const reader = createReader(database);
  const inTurn = createHashQueue();
  return ({ body }, ctx) =>
    inTurn(ctx.address, async () => {
      const { transaction, newId, now, address } = ctx;
      const secretHash = hashSecret(body.token);
      const guess = guessAt(`invitation ${secretHash}`, address, unknownLimits, now);
      await checkAttempts(reader, guess);
      const offered = await findAcceptable(reader, secretHash, now);
      if (offered === undefined) throw await failAttempt(database, guess, notValid());
      const workspace = await findWorkspace(reader, offered.workspace_id);
      await checkNewPassword('body/password', body.password, [
        offered.email,
        body.name ?? offered.name ?? '',
        workspace?.name ?? '',
      ]);
      const passwordHash = await hashPassword(
        body.password,
        passwordCost,
        await findOldestPassword(reader, offered.email),
      );
      await confirmAttempt(transaction, guess);
      const invitation = await acceptInvitationRow(transaction, secretHash, now);
      if (invitation === undefined) throw notValid();
      const { email, role, workspace_id: workspaceId } = invitation;
      const userId = newId('usr');
      const stored = await insertUser(transaction, {
        workspaceId,
        id: userId,
        actorId: newId('atr'),
        name: body.name ?? invitation.name ?? email,
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
