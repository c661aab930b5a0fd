import type { components } from '../../../generated/types';
import type { Database } from '../../platform/db/connect';
import { pageOf } from '../../platform/db/statements/page';
import { containsWords } from '../../platform/db/statements/text-filter';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type {
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { notFound, problem } from '../../platform/problems';
import type { SecretKeys } from '../../platform/secret-keys';
import { isNameTaken, nameTakenProblem } from '../../shared/actor-store';
import { changeOf } from '../../shared/audit-store';
import { emit, type EventSource } from '../../shared/events';
import { insertLetter } from '../../shared/mail-queue-store';
import { endGrantsOf } from '../../shared/oauth-grant-store';
import { findTokensCreatedBy, revokeTokensOf } from '../../shared/tokens';
import { returnToInbox } from '../actions';
import {
  type AccountSettings,
  changeUser,
  countActiveOwners,
  createReauthentication,
  findUser,
  findUserForUpdate,
  issueReset,
  lockWorkspace,
  type ResetRow,
  revokeReset,
  revokeSessions,
  toUser,
  userColumns,
  type UserRow,
  usersOf,
} from '../auth';
import { releaseQuestionsOf, unassignQuestionsOf } from '../questions';
import { isErased } from './erasure/erasure-rules';
import { checkMayUpdate, checkOwnersLeft, isActiveOwner } from './user-rules';

/** Lists the people of the workspace, by default by name. */
export const listUsers: ReadHandler<'listUsers'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const { rows, ...envelope } = await pageOf<UserRow>(
    reader,
    {
      matching: (db) => {
        const people = usersOf(db, workspaceId);
        if (filters.q !== undefined) {
          void people.where(containsWords(reader.dialect, ['actors.name'], filters.q));
        }
        if (filters.role !== undefined) void people.where('users.role', filters.role);
        if (filters.state === 'active') void people.whereNull('users.deactivated_at');
        if (filters.state === 'deactivated') void people.whereNotNull('users.deactivated_at');
        return people;
      },
      select: (people) => people.select(...userColumns),
      id: 'users.id',
      sorts: {
        name: { column: 'actors.sort_key', type: 'text' },
        created_at: { column: 'users.created_at', type: 'instant' },
      },
      defaultSort: 'name',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map((row) => toSeenUser(actor, row)),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** Reads a person. */
export const getUser: ReadHandler<'getUser'> = async ({ path }, { reader, workspaceId, actor }) => {
  const row = await findUser(reader, { workspaceId, userId: path.id });
  if (row === undefined) throw notFound('user', path.id);
  return { status: 200, body: toSeenUser(actor, row), headers: { ETag: etagOf(row.version) } };
};

/** A person as the actor sees them: addresses are for people. */
function toSeenUser(actor: ReadContext['actor'], row: UserRow): components['schemas']['User'] {
  const user = toUser(row);
  return actor.kind === 'agent' ? { ...user, email: null } : user;
}

/** Merges changes into a person. Locks the workspace to count its owners and to compare names. */
export const updateUser: WriteHandler<'updateUser'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now, workspaceId } = ctx;
  await lockWorkspace(transaction, workspaceId);
  const losesRights = body.role !== undefined && body.role !== 'owner';
  const row = await getLockedUser(ctx, path.id, losesRights);
  checkMayUpdate(actor, row.id, body);
  checkIfMatch(header['If-Match'], row.version);
  const { name = row.name, role = row.role } = body;
  const isRevoking = body.revoke_created_tokens === true;
  const tokens = async () =>
    losesRights || isRevoking ? endCreatedTokens(ctx, row, isRevoking) : undefined;
  if (name === row.name && role === row.role) return reply(row, await tokens());
  if (role !== 'owner' && isActiveOwner(row)) {
    checkOwnersLeft(await countActiveOwners(transaction, workspaceId));
  }
  const wanted = { workspaceId, kind: 'user', name, actorId: row.actor_id } as const;
  if (name !== row.name && (await isNameTaken(transaction, wanted))) {
    throw nameTakenProblem(wanted);
  }
  const changes = {
    ...(name === row.name ? {} : { name }),
    ...(role === row.role ? {} : { role }),
  };
  const after = await changeUser(transaction, row, changes, now);
  const lost = role === 'viewer' && role !== row.role ? await endWorkOf(ctx, after) : '';
  emit(ctx, {
    kind: 'user.updated',
    subject: { type: 'user', id: row.id, title: after.name },
    summary:
      role === row.role
        ? `${row.name} is called ${name} now.`
        : `${actor.name} made ${after.name} ${roleNames[role]}.${lost}`,
    audit: changeOf(row, after, Object.keys(changes)),
  });
  return reply(after, await tokens());
};

const roleNames = { owner: 'an owner', member: 'a member', viewer: 'a viewer' } as const;

/**
 * Reads the person with the id and locks the row, or throws 404. `withdraws` as in
 * `findUserForUpdate`.
 */
async function getLockedUser(
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
function reply(row: UserRow, tokens?: CreatedTokens) {
  const body = { ...toUser(row), ...tokens };
  return { status: 200, body, headers: { ETag: etagOf(row.version) } } as const;
}

/**
 * Deactivates a person and revokes their sessions, grants and open password reset. Does nothing for
 * a deactivated person, except that it revokes the tokens that they created, on request.
 */
export const deactivateUser: WriteHandler<'deactivateUser'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now, workspaceId } = ctx;
  await lockWorkspace(transaction, workspaceId);
  const row = await getLockedUser(ctx, path.id, true);
  checkIfMatch(header['If-Match'], row.version);
  const tokens = () => endCreatedTokens(ctx, row, body?.revoke_created_tokens === true);
  if (row.deactivated_at !== null) return reply(row, await tokens());
  if (isActiveOwner(row)) checkOwnersLeft(await countActiveOwners(transaction, workspaceId));
  const after = await changeUser(transaction, row, { deactivated_at: now }, now);
  await revokeSessions(transaction, row, now);
  await revokeReset(transaction, row, now);
  await endGrantsOf(ctx, { user_id: row.id }, `Ended: ${row.name} was deactivated.`);
  await releaseQuestionsOf(ctx, row.actor_id);
  emit(ctx, {
    kind: 'user.deactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} deactivated ${row.name}.`,
  });
  return reply(after, await tokens());
};

/** Reactivates a person, who can then sign in again. Does nothing for an active person. */
export const reactivateUser: WriteHandler<'reactivateUser'> = async ({ path, header }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await getLockedUser(ctx, path.id);
  checkIfMatch(header['If-Match'], row.version);
  if (row.deactivated_at === null) return reply(row);
  if (isErased(row)) {
    throw problem('USER_NOT_ACTIVE', `${row.name} is erased. Invite the person again instead.`);
  }
  const after = await changeUser(transaction, row, { deactivated_at: null }, now);
  emit(ctx, {
    kind: 'user.reactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} reactivated ${row.name}.`,
  });
  return reply(after);
};

/** Ends all sessions of a person; the caller's own also lose the cookie. */
export const deleteUserSessions: WriteHandler<'deleteUserSessions'> = async ({ path }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await getLockedUser(ctx, path.id);
  await revokeSessions(transaction, row, now);
  const isOwn = actor.kind === 'user' && actor.userId === row.id;
  emit(ctx, {
    kind: 'session.deleted',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: isOwn
      ? `${row.name} signed out everywhere.`
      : `${actor.name} ended the sessions of ${row.name}.`,
  });
  return isOwn ? { status: 204, cookie: null } : { status: 204 };
};

/**
 * Issues a password reset for a person. Only this response contains the token. An owner's own reset
 * requires their password, because somebody with only their session could otherwise set a new one.
 */
export function createPasswordReset(
  database: Database,
  { passwordCost, letterKeys }: AccountSettings,
): WriteHandler<'createPasswordReset'> {
  const reauthenticate = createReauthentication(database, passwordCost);
  return async ({ path, body }, ctx) => {
    const { actor } = ctx;
    if (actor.kind !== 'user' || path.id !== actor.userId) {
      return issue(ctx, await getLockedUser(ctx, path.id), letterKeys);
    }
    if (body?.current_password === undefined) {
      throw problem('WRONG_PASSWORD', 'Send body/current_password to reset your own password.');
    }
    return reauthenticate(ctx, {
      currentPassword: body.current_password,
      prepare: () => Promise.resolve(undefined),
      store: (user) => issue(ctx, user, letterKeys),
    });
  };
}

async function issue(ctx: WriteContext, user: UserRow, letterKeys: SecretKeys | undefined) {
  if (user.deactivated_at !== null) {
    throw problem('USER_NOT_ACTIVE', `${user.name} is deactivated. Reactivate the person first.`);
  }
  const { token, row } = await issueReset(ctx, user);
  if (letterKeys !== undefined) {
    const { transaction, workspaceId, actor, now } = ctx;
    const letter = { to: user.email, by: actor.name, token, expiresAt: row.expires_at };
    const kind = 'mail.password_reset';
    await insertLetter(transaction, letterKeys, { workspaceId, kind, letter, now });
  }
  return { status: 201, body: { password_reset: toPasswordReset(row), token } } as const;
}

function toPasswordReset(row: ResetRow): components['schemas']['PasswordReset'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    user_id: row.user_id,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}

const MAX_TOKENS = 100;

/** The fields of a person who was deactivated or lost rights by a new role. */
type CreatedTokens = Required<
  Pick<components['schemas']['User'], 'tokens_created' | 'tokens_created_count'>
>;

/**
 * Revokes the active tokens that a locked person created, if `isRevoking`, with an event for each.
 * Returns those that still work.
 */
async function endCreatedTokens(
  ctx: WriteContext,
  user: UserRow,
  isRevoking: boolean,
): Promise<CreatedTokens> {
  const { transaction, workspaceId, actor, now } = ctx;
  const creator = { created_by_actor_id: user.actor_id };
  if (isRevoking) {
    const revoked = await revokeTokensOf(transaction, workspaceId, creator, now);
    emit(
      ctx,
      ...revoked.map(({ id, name }) => ({
        kind: 'token.revoked' as const,
        subject: { type: 'token' as const, id, title: name },
        summary: `${actor.name} revoked the token ${name}, which ${user.name} created.`,
      })),
    );
  }
  const limits = { now, limit: MAX_TOKENS };
  const { tokens, count } = await findTokensCreatedBy(transaction, workspaceId, creator, limits);
  return {
    tokens_created: tokens.map((token) => ({
      id: token.id,
      name: token.name,
      agent_id: token.agent_id,
      agent_name: token.agent_name,
      created_at: token.created_at,
      expires_at: token.expires_at,
      last_used_at: token.last_used_at,
    })),
    tokens_created_count: count,
  };
}

/**
 * Takes from a locked person what a viewer cannot have: open work, open questions, and connections
 * by OAuth. Returns a sentence for the event, after a space, or nothing.
 */
export async function endWorkOf(source: EventSource, person: UserRow): Promise<string> {
  await returnToInbox(source, person);
  const questions = await unassignQuestionsOf(source, person.actor_id);
  await endGrantsOf(source, { user_id: person.id }, `Ended: ${person.name} is a viewer now.`);
  return questions === 0 ? '' : ` Open questions that are unassigned now: ${questions}.`;
}
