import type { Knex } from 'knex';
import type { KeyPrefixes } from '../../platform/action-keys';
import { type Purge, purgeByAge } from '../../platform/db/purge';
import { bool, int, type Condition, jsonText, strings } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import { epochColumn } from '../../platform/db/clock-and-epoch';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import type { AgentActor, Scope, WorkspaceWindows } from '../../platform/operation';
import { DAY } from '../../platform/time';
import { nextTimeout } from '../agent-request-store';
import { closedState, type ClosedState, notClosed } from '../closed-workspaces-store';
import { storedBytes, type Plan } from '../plans';

/** A stored token. */
export interface TokenRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  /** Identifies the token, but does not authenticate. */
  readonly public_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly rotated_at: string | null;
  readonly created_by_actor_id: string;
  readonly created_at: string;
  /** The grant of an access token of OAuth; null for a token that a person made. */
  readonly grant_id: string | null;
  /** The only resource (RFC 8707) that an access token of OAuth is valid at; null for any. */
  readonly audience: string | null;
}

/** The token of a request with its agent, and the plan and activity windows of the workspace. */
export interface PresentedToken extends WorkspaceWindows, KeyPrefixes {
  readonly tokenId: string;
  readonly workspaceId: string;
  readonly actorId: string;
  readonly plan: Plan;
  readonly secretHash: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly audience: string | null;
  /** When the next question of the workspace expires; null if none will. */
  readonly nextTimeout: string | null;
  readonly storedBytes: number;
  readonly epoch: string;
  /** Why the workspace is closed; null if it is not. */
  readonly closedState: ClosedState | null;
  /** Undefined if the agent is revoked. */
  readonly actor: AgentActor | undefined;
}

// Not all columns of a token, because every request reads this row.
const presentedColumns = [
  'id',
  'workspace_id',
  'agent_id',
  'scopes',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'created_by_actor_id',
  'grant_id',
  'audience',
] as const;

interface PresentedRow extends Pick<TokenRow, (typeof presentedColumns)[number]>, WorkspaceWindows {
  readonly plan: Plan;
  readonly key_prefixes: string;
  readonly secret_hash: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly agent_state: AgentActor['state'] | 'revoked';
  readonly access_mode: 'worker' | 'sysadmin';
  readonly capabilities: string;
  readonly requires_proposals: unknown;
  readonly can_review: unknown;
  readonly next_timeout: string | null;
  readonly stored_bytes: number | null;
  readonly epoch: string;
  readonly closed_state: ClosedState | null;
}

/** Parses the `scopes` column. */
export function scopesOf(text: string): Scope[] {
  return strings(text).filter((scope): scope is Scope => scope === 'read' || scope === 'write');
}

const presentedToken = compiledStatement<'publicId'>((db, given) =>
  presented(db, given('publicId')),
);

const presentedTokenOf = compiledStatement<'publicId' | 'workspaceId'>((db, given) =>
  presented(db, given('publicId')).where('tokens.workspace_id', given('workspaceId')),
);

function presented(db: Knex, publicId: string): Knex.QueryBuilder {
  return db('tokens')
    .join('agents', (on) => {
      on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
    })
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
    })
    .join('workspaces', 'workspaces.id', 'tokens.workspace_id')
    .where('tokens.public_id', publicId)
    .select(
      ...presentedColumns.map((name) => `tokens.${name}`),
      'tokens.secret_hash',
      'actors.id as actor_id',
      'actors.name as actor_name',
      'agents.state as agent_state',
      'agents.access_mode',
      'agents.capabilities',
      'agents.requires_proposals',
      'agents.can_review',
      'workspaces.plan',
      'workspaces.key_prefixes',
      'workspaces.working_seconds',
      'workspaces.stalled_seconds',
      nextTimeout(db, 'tokens.workspace_id'),
      storedBytes(db, db.raw('tokens.workspace_id')),
      epochColumn(db),
      closedState(db, 'tokens.workspace_id'),
    );
}

/**
 * The token with this public id and its agent, in one statement, or undefined. Reads all workspaces
 * for a token that names none.
 */
export async function findPresentedToken(
  reader: Reader,
  named: { readonly publicId: string; readonly workspaceId: string | undefined },
): Promise<PresentedToken | undefined> {
  const { publicId, workspaceId } = named;
  const row = await reader.first<PresentedRow>(
    workspaceId === undefined
      ? presentedToken({ publicId })
      : presentedTokenOf({ publicId, workspaceId }),
  );
  if (row === undefined) return undefined;
  return {
    tokenId: row.id,
    workspaceId: row.workspace_id,
    actorId: row.actor_id,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    audience: row.audience,
    nextTimeout: row.next_timeout,
    storedBytes: int(row.stored_bytes ?? 0),
    epoch: row.epoch,
    closedState: row.closed_state,
    plan: row.plan,
    keyPrefixes: strings(row.key_prefixes),
    working_seconds: row.working_seconds,
    stalled_seconds: row.stalled_seconds,
    actor: row.agent_state === 'revoked' ? undefined : actorOf(row, row.agent_state),
  };
}

function actorOf(row: PresentedRow, state: AgentActor['state']): AgentActor {
  return {
    kind: 'agent',
    id: row.actor_id,
    workspaceId: row.workspace_id,
    name: row.actor_name,
    agentId: row.agent_id,
    accessMode: row.access_mode,
    state,
    capabilities: strings(row.capabilities),
    requiresProposals: bool(row.requires_proposals),
    canReview: bool(row.can_review),
    tokenId: row.id,
    scopes: scopesOf(row.scopes),
    ...(row.grant_id !== null && {
      grantId: row.grant_id,
      onBehalfOf: row.created_by_actor_id,
    }),
  };
}

/**
 * Stores the use of a token and its agent's presence, unless they were stored after `minuteAgo` or
 * the workspace is closed. Returns whether this call, of several concurrent ones, stored them.
 */
export async function markUsed(
  transaction: Transaction,
  actor: AgentActor,
  now: string,
  minuteAgo: string,
): Promise<boolean> {
  const marked = await transaction.write((db) =>
    db('tokens')
      .where({ workspace_id: actor.workspaceId, id: actor.tokenId })
      .where((either) => {
        void either.whereNull('last_used_at').orWhere('last_used_at', '<=', minuteAgo);
      })
      .where(notClosed(db, 'workspace_id'))
      .update({ last_used_at: now }),
  );
  if (marked === 0) return false;
  const agent = { workspace_id: actor.workspaceId, id: actor.agentId };
  await transaction.write((db) => db('agents').where(agent).update({ last_seen_at: now }));
  return true;
}

/** Activates a pending agent. Returns whether it was pending. */
export async function activateAgent(
  transaction: Transaction,
  actor: AgentActor,
  now: string,
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('agents')
      .where({ workspace_id: actor.workspaceId, id: actor.agentId, state: 'pending' })
      .update({ state: 'active', updated_at: now, version: db.raw('version + 1') }),
  );
  return changed > 0;
}

/** Inserts a token. */
export async function insertToken(
  transaction: Transaction,
  row: Omit<TokenRow, 'scopes'> & {
    readonly scopes: readonly Scope[];
    readonly secret_hash: string;
  },
): Promise<void> {
  await transaction.write((db) => db('tokens').insert({ ...row, scopes: jsonText(row.scopes) }));
}

/** The tokens that people made for an agent, to filter, count and page. */
export function tokensOf(db: Knex, workspaceId: string, agentId: string): Knex.QueryBuilder {
  return db('tokens')
    .where({ 'tokens.workspace_id': workspaceId, 'tokens.agent_id': agentId })
    .whereNull('tokens.grant_id');
}

/**
 * The tokens that people made in a workspace, or only the one with `publicId`, to filter, count and
 * page.
 */
export function tokensOfWorkspace(
  db: Knex,
  workspaceId: string,
  publicId: string | undefined,
): Knex.QueryBuilder {
  const tokens = db('tokens')
    .where({ 'tokens.workspace_id': workspaceId })
    .whereNull('tokens.grant_id');
  return publicId === undefined ? tokens : tokens.where('tokens.public_id', publicId);
}

/** The token with this id that a person made, or undefined. */
export function findToken(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<TokenRow | undefined> {
  return reader.first<TokenRow>((db) =>
    db('tokens').where({ workspace_id: workspaceId, id }).whereNull('grant_id'),
  );
}

/** The agent that tokens are for, or the actor who created them. */
export type TokenOwner = { readonly agent_id: string } | { readonly created_by_actor_id: string };

/** Revokes all active tokens that people made for an agent, or that an actor made; returns them. */
export async function revokeTokensOf(
  transaction: Transaction,
  workspaceId: string,
  owner: TokenOwner,
  now: string,
): Promise<Pick<TokenRow, 'id' | 'name'>[]> {
  const tokens = await transaction.rows<Pick<TokenRow, 'id' | 'name'>>((db) =>
    activeTokens(db, workspaceId, owner, now)
      .orderBy('tokens.id')
      .select('tokens.id', 'tokens.name')
      .forNoKeyUpdate(),
  );
  if (tokens.length === 0) return tokens;
  await transaction.write((db) =>
    activeTokens(db, workspaceId, owner, now).update({ revoked_at: now }),
  );
  return tokens;
}

/** An active token in the list of its creator. */
export type CreatedToken = Pick<
  TokenRow,
  'id' | 'name' | 'agent_id' | 'created_at' | 'expires_at' | 'last_used_at'
> & { readonly agent_name: string };

/** The active tokens that an actor created, newest first, at most `limit`, and their number. */
export async function findTokensCreatedBy(
  reader: Reader,
  workspaceId: string,
  creator: { readonly created_by_actor_id: string },
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<{ readonly tokens: CreatedToken[]; readonly count: number }> {
  const tokens = await reader.rows<CreatedToken>((db) =>
    activeTokens(db, workspaceId, creator, now)
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .orderBy([
        { column: 'tokens.created_at', order: 'desc' },
        { column: 'tokens.id', order: 'desc' },
      ])
      .limit(limit)
      .select(
        'tokens.id',
        'tokens.name',
        'tokens.agent_id',
        'actors.name as agent_name',
        'tokens.created_at',
        'tokens.expires_at',
        'tokens.last_used_at',
      ),
  );
  const row = await reader.first<{ tokens: number }>((db) =>
    activeTokens(db, workspaceId, creator, now).count({ tokens: '*' }),
  );
  return { tokens, count: Number(row?.tokens ?? 0) };
}

function activeTokens(
  db: Knex,
  workspaceId: string,
  owner: TokenOwner,
  now: string,
): Knex.QueryBuilder {
  const [column, id] =
    'agent_id' in owner
      ? (['tokens.agent_id', owner.agent_id] as const)
      : (['tokens.created_by_actor_id', owner.created_by_actor_id] as const);
  return db('tokens')
    .where({ 'tokens.workspace_id': workspaceId, [column]: id })
    .whereNull('tokens.grant_id')
    .where(isActive(now));
}

function isActive(now: string): Condition {
  return (tokens) =>
    void tokens
      .whereNull('tokens.revoked_at')
      .where(
        (either) =>
          void either.whereNull('tokens.expires_at').orWhere('tokens.expires_at', '>', now),
      );
}

/**
 * Marks an active token as replaced, so that it expires at `expiresAt`. Returns false if it is no
 * longer active or was already replaced: one of several concurrent calls succeeds.
 */
export async function markRotated(
  transaction: Transaction,
  { workspace_id, id }: Pick<TokenRow, 'workspace_id' | 'id'>,
  { now, expiresAt }: { readonly now: string; readonly expiresAt: string },
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('tokens')
      .where({ workspace_id, id, rotated_at: null })
      .where(isActive(now))
      .update({ rotated_at: now, expires_at: expiresAt }),
  );
  return changed > 0;
}

/** Revokes a token. Returns false if it was already revoked. */
export async function markRevoked(
  transaction: Transaction,
  workspaceId: string,
  id: string,
  now: string,
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('tokens')
      .where({ workspace_id: workspaceId, id })
      .whereNull('revoked_at')
      .update({ revoked_at: now }),
  );
  return changed > 0;
}

/** Purges tokens that were revoked at least `days` days ago. */
export function tokenPurge(days: number): Purge {
  return purgeByAge('tokens', 'revoked_at', days * DAY);
}
