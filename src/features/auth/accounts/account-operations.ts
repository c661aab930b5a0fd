import type { Database } from '../../../platform/db/connect';
import { violation } from '../../../platform/db/faults';
import type { Transaction } from '../../../platform/db/transaction';
import { etagOf } from '../../../platform/http/responses/response';
import type { ReadHandler, WriteHandler } from '../../../platform/operation';
import { invalidValue, problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { toTimestamp } from '../../../platform/time';
import { changeOf } from '../../../shared/audit-store';
import { emit } from '../../../shared/events';
import { planOf } from '../../../shared/plans';
import { getAgentById } from '../../agents';
import { countCredentialChange, createReauthentication } from '../passwords/credential-operations';
import { hashPassword } from '../passwords/passwords';
import { revokeReset } from '../passwords/one-time-link-store';
import { getUser } from '../sign-in/session-operations';
import { rememberDevice } from '../sign-in/session-start';
import { getWorkspaceRow, toWorkspace } from '../workspaces/workspace-operations';
import { toUser } from './user-mapping';
import {
  changeUser,
  findOldestPassword,
  findUserForUpdate,
  type UserChanges,
  type UserRow,
} from './user-store';

/** Shows the caller with the limits and windows that apply. */
export const getMe: ReadHandler<'getMe'> = async (_input, ctx) => {
  const { reader, actor, workspaceId, settings } = ctx;
  const { plan, limits, headroom } = await planOf(reader, workspaceId, settings.storedBytes);
  const workspace = await getWorkspaceRow(reader, workspaceId);
  const caller =
    actor.kind === 'user'
      ? { user: toUser(await getUser(reader, actor)), agent: null }
      : { user: null, agent: await getAgentById(ctx, actor.agentId) };
  return {
    status: 200,
    body: {
      kind: actor.kind,
      actor_id: actor.id,
      name: actor.name,
      workspace: toWorkspace(workspace),
      ...caller,
      role: actor.kind === 'user' ? actor.role : null,
      access_mode: actor.kind === 'agent' ? actor.accessMode : null,
      scopes: actor.kind === 'agent' ? [...actor.scopes] : ['read', 'write'],
      plan,
      limits,
      headroom,
      windows: {
        working_seconds: settings.workingSeconds,
        stalled_seconds: settings.stalledSeconds,
      },
    },
  };
};

/** Sets until when the caller is away; null ends it. It ends by itself at this time. */
export const updateMe: WriteHandler<'updateMe'> = async (input, ctx) => {
  const { transaction, actor, workspaceId, now } = ctx;
  const awayUntil = toTimestamp(input.body.away_until);
  if (typeof awayUntil === 'string' && awayUntil <= now) {
    throw invalidValue('body/away_until', 'body/away_until has passed.');
  }
  if (actor.kind !== 'user') throw problem('WRONG_ACTOR', 'Only people can be away.');
  const key = { workspaceId, userId: actor.userId };
  const user = await findUserForUpdate(transaction, key);
  if (user !== undefined && awayUntil !== undefined && awayUntil !== user.away_until) {
    const after = await changeUser(transaction, user, { away_until: awayUntil }, now);
    emit(ctx, {
      kind: 'user.updated',
      subject: { type: 'user', id: user.id, title: user.name },
      summary:
        awayUntil === null ? `${user.name} is back.` : `${user.name} is away until ${awayUntil}.`,
      audit: changeOf(user, after, ['away_until']),
    });
  }
  return getMe({ ...input, body: undefined }, ctx);
};

/**
 * Changes the caller's address. Hashes the password again with the salt that the accounts of the
 * new address share, so the duration of a sign-in does not reveal their number. Always hashes, so
 * the duration of this request does not reveal whether there are any.
 */
export function changeEmail(database: Database, cost: PasswordCost): WriteHandler<'changeEmail'> {
  const reauthenticate = createReauthentication(database, cost);
  return ({ body }, ctx) => {
    const { transaction, now, deviceTokens } = ctx;
    const email = body.email.toLowerCase();
    return reauthenticate(ctx, {
      currentPassword: body.current_password,
      prepare: async (reader) =>
        hashPassword(body.current_password, cost, await findOldestPassword(reader, email)),
      store: async (user, passwordHash) => {
        if (email === user.email) return reply(user);
        await countCredentialChange(ctx, user);
        const changes = { email, password_hash: passwordHash };
        const changed = await changeAddress(transaction, user, changes, now);
        await countCredentialChange(ctx, changed);
        await revokeReset(transaction, user, now);
        emit(ctx, {
          kind: 'user.email_changed',
          subject: { type: 'user', id: user.id, title: user.name },
          summary: `${user.name} changed their address.`,
          audit: { old: { email: user.email }, new: { email } },
        });
        return { ...reply(changed), deviceTokens: rememberDevice(deviceTokens, changed) };
      },
    });
  };
}

async function changeAddress(
  transaction: Transaction,
  user: UserRow,
  changes: UserChanges & { readonly email: string },
  now: string,
): Promise<UserRow> {
  try {
    return await changeUser(transaction, user, changes, now);
  } catch (error) {
    throw violation(error)?.kind === 'unique' ? emailTaken(changes.email) : error;
  }
}

function reply(user: UserRow) {
  return { status: 200, body: toUser(user), headers: { ETag: etagOf(user.version) } } as const;
}

/**
 * 409 for an address that has an account in this workspace, active or not. Accounts of other
 * workspaces are never revealed.
 */
export function emailTaken(email: string) {
  return problem('EMAIL_TAKEN', `This workspace has an account of ${email} already.`, {
    details: { email },
  });
}
