import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { epochColumn } from '../../../platform/db/clock-and-epoch';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import { addMilliseconds, DAY, SECOND } from '../../../platform/time';
import { nextTimeout } from '../../../shared/agent-request-store';
import { closedState, notClosed } from '../../../shared/closed-workspaces-store';
import { storedBytes } from '../../../shared/plans';
import { hashSecret, namedWorkspace } from '../../../shared/tokens';
import { type CallerRow, userColumns, users } from '../accounts/user-store';

/** A session that is neither expired nor revoked, with its person. */
export interface SessionRow extends CallerRow {
  readonly session_id: string;
  readonly session_id_hash: string;
  /** When the person signed in. */
  readonly session_created_at: string;
  readonly session_expires_at: string;
  readonly session_last_seen_at: string;
}

const validSessions = compiledStatement<'now' | 'oldest'>((db, given, idHashes) =>
  valid(db, { now: given('now'), oldest: given('oldest') }, idHashes),
);

const validSessionsOf = compiledStatement<'now' | 'oldest' | 'workspaceId'>((db, given, idHashes) =>
  valid(db, { now: given('now'), oldest: given('oldest') }, idHashes).where(
    'sessions.workspace_id',
    given('workspaceId'),
  ),
);

function valid(
  db: Knex,
  { now, oldest }: { readonly now: string; readonly oldest: string },
  idHashes: readonly string[],
): Knex.QueryBuilder {
  return users(
    db('sessions').join('users', (on) => {
      on.on('users.workspace_id', 'sessions.workspace_id').on('users.id', 'sessions.user_id');
    }),
  )
    .whereIn('sessions.id_hash', [...idHashes])
    .whereNull('sessions.revoked_at')
    .whereNull('users.deactivated_at')
    .where('sessions.expires_at', '>', now)
    .where('sessions.created_at', '>', oldest)
    .select(
      ...userColumns,
      'sessions.id as session_id',
      'sessions.id_hash as session_id_hash',
      'sessions.created_at as session_created_at',
      'sessions.expires_at as session_expires_at',
      'sessions.last_seen_at as session_last_seen_at',
      nextTimeout(db, 'users.workspace_id'),
      storedBytes(db, db.raw('users.workspace_id')),
      epochColumn(db),
      closedState(db, 'users.workspace_id'),
    );
}

/** A live session with the value of its cookie. */
export interface LiveSession {
  readonly cookie: string;
  readonly session: SessionRow;
}

/**
 * The live session of each workspace in the values of cookies, in their order. A sibling domain or
 * an earlier configuration may have set another cookie, so the first live one of a workspace counts.
 * Reads one workspace, unless a cookie names none or they name several.
 */
export async function findLiveSessions(
  reader: Reader,
  cookies: readonly string[],
  now: string,
): Promise<LiveSession[]> {
  if (cookies.length === 0) return [];
  const times = { now, oldest: oldestSession(now) };
  const hashes = cookies.map(hashSecret);
  const [workspaceId, ...others] = new Set(cookies.map((one) => namedWorkspace(one).workspace_id));
  const rows = await reader.rows<SessionRow>(
    workspaceId === undefined || others.length > 0
      ? validSessions(times, hashes)
      : validSessionsOf({ ...times, workspaceId }, hashes),
  );
  const byWorkspace = new Map<string, LiveSession>();
  for (const [index, cookie] of cookies.entries()) {
    const session = rows.find((row) => row.session_id_hash === hashes[index]);
    if (session === undefined || byWorkspace.has(session.workspace_id)) continue;
    byWorkspace.set(session.workspace_id, { cookie, session });
  }
  return [...byWorkspace.values()];
}

/** The expiry of a session, or undefined. */
export async function findSessionEnd(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await reader.first<{ expires_at: string }>((db) =>
    db('sessions').where({ workspace_id: workspaceId, id }).select('expires_at'),
  );
  return row?.expires_at;
}

/** Stores a session with only the hash of its cookie. */
export async function insertSession(
  transaction: Transaction,
  session: {
    readonly workspaceId: string;
    readonly id: string;
    readonly userId: string;
    readonly idHash: string;
    readonly now: string;
    readonly expiresAt: string;
    readonly oidcSid: string | null;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('sessions').insert({
      workspace_id: session.workspaceId,
      id: session.id,
      user_id: session.userId,
      id_hash: session.idHash,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      oidc_sid: session.oidcSid,
    }),
  );
}

/**
 * Extends a session that was last extended before `before`. Returns false when another request has
 * extended it, or the workspace is closed.
 */
export async function extendSession(
  transaction: Transaction,
  session: {
    readonly workspaceId: string;
    readonly id: string;
    readonly now: string;
    readonly before: string;
    readonly expiresAt: string;
  },
): Promise<boolean> {
  const extended = await transaction.write((db) =>
    db('sessions')
      .where({ workspace_id: session.workspaceId, id: session.id })
      .whereNull('revoked_at')
      .where('last_seen_at', '<=', session.before)
      .where(notClosed(db, 'workspace_id'))
      .update({ last_seen_at: session.now, expires_at: session.expiresAt }),
  );
  return extended > 0;
}

/** Revokes a session. */
export async function revokeSession(
  transaction: Transaction,
  workspaceId: string,
  id: string,
  now: string,
): Promise<void> {
  await transaction.write((db) =>
    db('sessions')
      .where({ workspace_id: workspaceId, id })
      .whereNull('revoked_at')
      .update({ revoked_at: now }),
  );
}

/** A session in the list of its person. */
export interface ListedSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

/** The sessions of a person that are neither expired nor revoked, to count and page. */
export function sessionsOf(
  db: Knex,
  { workspace_id, id }: Pick<CallerRow, 'workspace_id' | 'id'>,
  now: string,
): Knex.QueryBuilder {
  return db('sessions')
    .where({ 'sessions.workspace_id': workspace_id, 'sessions.user_id': id })
    .whereNull('sessions.revoked_at')
    .where('sessions.expires_at', '>', now);
}

/** Revokes a session of a person. Returns false when they have no such session, or it has ended. */
export async function revokeOwnSession(
  transaction: Transaction,
  user: Pick<CallerRow, 'workspace_id' | 'id'>,
  { id, now }: { readonly id: string; readonly now: string },
): Promise<boolean> {
  const revoked = await transaction.write((db) =>
    sessionsOf(db, user, now).where({ 'sessions.id': id }).update({ revoked_at: now }),
  );
  return revoked > 0;
}

/** Revokes all sessions of a person except the one with the id `except`. */
export async function revokeSessions(
  transaction: Transaction,
  { workspace_id, id }: Pick<CallerRow, 'workspace_id' | 'id'>,
  now: string,
  except: string | null = null,
): Promise<void> {
  await transaction.write((db) => {
    const sessions = db('sessions').where({ workspace_id, user_id: id }).whereNull('revoked_at');
    return (except === null ? sessions : sessions.whereNot({ id: except })).update({
      revoked_at: now,
    });
  });
}

/** Revokes the sessions that OpenID Connect began, except the one with the id `except`. */
export async function revokeOidcSessions(
  transaction: Transaction,
  { workspace_id, id }: Pick<CallerRow, 'workspace_id' | 'id'>,
  now: string,
  except: string | null,
): Promise<void> {
  await transaction.write((db) => {
    const sessions = db('sessions')
      .where({ workspace_id, user_id: id })
      .whereNull('revoked_at')
      .whereNotNull('oidc_sid');
    return (except === null ? sessions : sessions.whereNot({ id: except })).update({
      revoked_at: now,
    });
  });
}

/** A session of the provider, or all that an identity began there. */
interface ProviderSessions {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/**
 * Revokes the sessions that one session of the provider began, or without its `sid` all that the
 * identity began, in all open workspaces. Returns their accounts, one for each session.
 */
export function revokeProviderSessions(
  transaction: Transaction,
  { issuer, subject, sid }: ProviderSessions,
  now: string,
): Promise<{ readonly workspace_id: string; readonly user_id: string }[]> {
  return transaction.rows((db) => {
    const identities = db('oidc_identities').where({ issuer }).select('workspace_id', 'user_id');
    if (subject !== undefined) void identities.where({ subject });
    const sessions = db('sessions')
      .whereNull('sessions.revoked_at')
      .whereIn(['sessions.workspace_id', 'sessions.user_id'], identities)
      .where(notClosed(db, 'sessions.workspace_id'));
    if (sid === undefined) void sessions.whereNotNull('sessions.oidc_sid');
    else void sessions.where('sessions.oidc_sid', sid);
    return sessions.update({ revoked_at: now }).returning(['workspace_id', 'user_id']);
  });
}

/** Deletes expired sessions. A revoked session stays until it expires. */
export const sessionPurge = purgeByAge('sessions', 'expires_at', 0);

/**
 * When a session that is used at `now` ends: `sessionDays` later, but at the latest 90 days after
 * the sign-in at `createdAt`, however often it is used.
 */
export function sessionEnd(createdAt: string, now: string, sessionDays: number): string {
  const unused = addMilliseconds(now, sessionDays * DAY);
  const latest = addMilliseconds(createdAt, limits.session_seconds * SECOND);
  return unused < latest ? unused : latest;
}

/** The time before which no valid session began, although an imported row may say so. */
export function oldestSession(now: string): string {
  return addMilliseconds(now, -limits.session_seconds * SECOND);
}

/** The whole seconds from `now` until a session ends, for its cookie. */
export function secondsUntil(end: string, now: string): number {
  return Math.max(0, Math.floor((Date.parse(end) - Date.parse(now)) / SECOND));
}
