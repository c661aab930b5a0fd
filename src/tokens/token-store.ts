import type { Knex } from 'knex';
import { jsonText, strings } from '../platform/db/columns';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import type { AgentActor, OwnWindows, Scope } from '../platform/operation';

/** A token as it is stored. */
export interface TokenRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly created_by_actor_id: string;
  readonly created_at: string;
}

/** A token that somebody presents, with the agent behind it and the windows of the workspace. */
export interface PresentedToken extends OwnWindows {
  readonly secretHash: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly agentState: string;
  readonly actor: AgentActor;
}

interface PresentedRow extends TokenRow, OwnWindows {
  readonly secret_hash: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly agent_state: string;
  readonly access_mode: 'worker' | 'sysadmin';
  readonly capabilities: string;
  readonly requires_proposals: unknown;
}

/** The scopes of a token's column. */
export function scopesOf(text: string): Scope[] {
  return strings(text).filter((scope): scope is Scope => scope === 'read' || scope === 'write');
}

/** The token of a public id with its agent, in one statement, or undefined. */
export async function findPresentedToken(
  hand: ReadHand,
  publicId: string,
): Promise<PresentedToken | undefined> {
  const row = await hand.first<PresentedRow>((db) =>
    db('tokens')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .join('workspaces', 'workspaces.id', 'tokens.workspace_id')
      .where('tokens.public_id', publicId)
      .select(
        'tokens.*',
        'actors.id as actor_id',
        'actors.name as actor_name',
        'agents.state as agent_state',
        'agents.access_mode',
        'agents.capabilities',
        'agents.requires_proposals',
        'workspaces.working_seconds',
        'workspaces.stalled_seconds',
      ),
  );
  if (row === undefined) return undefined;
  return {
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    agentState: row.agent_state,
    working_seconds: row.working_seconds,
    stalled_seconds: row.stalled_seconds,
    actor: {
      kind: 'agent',
      id: row.actor_id,
      workspaceId: row.workspace_id,
      name: row.actor_name,
      agentId: row.agent_id,
      accessMode: row.access_mode,
      capabilities: strings(row.capabilities),
      requiresProposals: row.requires_proposals === true || row.requires_proposals === 1,
      tokenId: row.id,
      scopes: scopesOf(row.scopes),
    },
  };
}

/** Notes the use of a token and its agent's presence. Of several at once one counts: it answers true. */
export async function markUsed(
  hand: WriteHand,
  actor: AgentActor,
  now: string,
  minuteAgo: string,
): Promise<boolean> {
  const marked = await hand.write((db) =>
    db('tokens')
      .where({ workspace_id: actor.workspaceId, id: actor.tokenId })
      .where((either) => {
        void either.whereNull('last_used_at').orWhere('last_used_at', '<=', minuteAgo);
      })
      .update({ last_used_at: now }),
  );
  if (marked === 0) return false;
  await hand.write((db) =>
    db('agents')
      .where({ workspace_id: actor.workspaceId, id: actor.agentId })
      .update({ last_seen_at: now }),
  );
  return true;
}

/** Makes a pending agent active; true when it was pending. */
export async function activateAgent(
  hand: WriteHand,
  actor: AgentActor,
  now: string,
): Promise<boolean> {
  const changed = await hand.write((db) =>
    db('agents')
      .where({ workspace_id: actor.workspaceId, id: actor.agentId, state: 'pending' })
      .update({ state: 'active', updated_at: now, version: db.raw('version + 1') }),
  );
  return changed > 0;
}

/** Stores a token. */
export async function insertToken(
  hand: WriteHand,
  row: Omit<TokenRow, 'scopes'> & {
    readonly scopes: readonly Scope[];
    readonly public_id: string;
    readonly secret_hash: string;
  },
): Promise<void> {
  await hand.write((db) => db('tokens').insert({ ...row, scopes: jsonText(row.scopes) }));
}

/** The tokens of an agent, for a page. */
export function tokensOf(db: Knex, workspaceId: string, agentId: string): Knex.QueryBuilder {
  return db('tokens').where({ 'tokens.workspace_id': workspaceId, 'tokens.agent_id': agentId });
}

/** The token of an id, or undefined. */
export function findToken(
  hand: ReadHand,
  workspaceId: string,
  id: string,
): Promise<TokenRow | undefined> {
  return hand.first<TokenRow>((db) => db('tokens').where({ workspace_id: workspaceId, id }));
}

/** Revokes a token; false when it was revoked already. */
export async function markRevoked(
  hand: WriteHand,
  workspaceId: string,
  id: string,
  now: string,
): Promise<boolean> {
  const changed = await hand.write((db) =>
    db('tokens')
      .where({ workspace_id: workspaceId, id })
      .whereNull('revoked_at')
      .update({ revoked_at: now }),
  );
  return changed > 0;
}
