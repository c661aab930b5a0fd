import type { Knex } from 'knex';
import { activityWindows, notTemplate, worker, working, type ActivityWindows } from '../actions';
import { isNameTaken } from '../../shared/actor-store';
import { bool, jsonText, strings } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { nameKey } from '../../platform/name-key';
import type { Settings } from '../../platform/operation';

/** A stored agent with its name and whether it is working on an action now. */
export interface AgentRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly actor_id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly capabilities: string;
  readonly webhook_url: string | null;
  readonly requires_proposals: unknown;
  readonly can_review: unknown;
  readonly access_mode: 'worker' | 'sysadmin';
  readonly state: 'pending' | 'active' | 'paused' | 'revoked';
  readonly last_seen_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly is_working: unknown;
}

/** The time of the request and the settings of the workspace. */
export interface Clock {
  readonly now: string;
  readonly settings: Settings;
}

/** The agents of a workspace, to filter, count and page. */
export function agentsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('agents')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
    })
    .where('agents.workspace_id', workspaceId);
}

/**
 * Adds the columns of an AgentRow to `agentsOf`. An agent is working if one of its actions is, by
 * the condition `working` of the actions feature.
 */
export function selectAgent<Q extends Knex.QueryBuilder>(
  query: Q,
  db: Knex,
  params: ActivityWindows & { readonly workspaceId: string },
): Q {
  // Find all working agents with one query instead of one query per agent.
  const workers = db('actions')
    .where('actions.workspace_id', params.workspaceId)
    .where(notTemplate(params.workspaceId))
    .where(working(params))
    .select(db.raw(worker));
  void query.select(
    'agents.*',
    'actors.name',
    db.raw('case when agents.actor_id in ? then 1 else 0 end as is_working', [workers]),
  );
  return query;
}

/** The agent with this id, or undefined. */
export function findAgent(
  reader: Reader,
  workspaceId: string,
  id: string,
  clock: Clock,
): Promise<AgentRow | undefined> {
  return reader.first<AgentRow>((db) =>
    selectAgent(agentsOf(db, workspaceId).where('agents.id', id), db, {
      ...activityWindows(clock),
      workspaceId,
    }),
  );
}

/** `findAgent`, after locking the row for update until the transaction ends. */
export async function findAgentForUpdate(
  transaction: Transaction,
  workspaceId: string,
  id: string,
  clock: Clock,
): Promise<AgentRow | undefined> {
  await transaction.lock((db) =>
    db('agents').where({ workspace_id: workspaceId, id }).select('id').forUpdate(),
  );
  return findAgent(transaction, workspaceId, id, clock);
}

/** An agent to store. */
export interface NewAgent {
  readonly id: string;
  readonly workspaceId: string;
  readonly actorId: string;
  readonly name: string;
  readonly icon: string | null;
  readonly capabilities: readonly string[];
  readonly webhookUrl: string | null;
  readonly requiresProposals: boolean;
  readonly canReview: boolean;
  readonly accessMode: 'worker' | 'sysadmin';
  readonly createdByActorId: string;
  readonly now: string;
}

/** Inserts an agent and its actor. Returns false if another actor of the workspace has the name. */
export async function insertAgent(transaction: Transaction, agent: NewAgent): Promise<boolean> {
  const { workspaceId, name } = agent;
  if (await isNameTaken(transaction, { workspaceId, kind: 'agent', name })) return false;
  await transaction.write((db) =>
    db('actors').insert({
      workspace_id: workspaceId,
      id: agent.actorId,
      kind: 'agent',
      name,
      name_key: nameKey(name),
      created_at: agent.now,
    }),
  );
  await transaction.write((db) =>
    db('agents').insert({
      workspace_id: agent.workspaceId,
      id: agent.id,
      actor_id: agent.actorId,
      icon: agent.icon,
      capabilities: jsonText(agent.capabilities),
      webhook_url: agent.webhookUrl,
      requires_proposals: agent.requiresProposals,
      can_review: agent.canReview,
      access_mode: agent.accessMode,
      state: 'pending',
      created_by_actor_id: agent.createdByActorId,
      created_at: agent.now,
      updated_at: agent.now,
      version: 1,
    }),
  );
  return true;
}

/** Renames a locked agent. Returns false if another actor of the workspace has the name. */
export async function renameAgent(
  transaction: Transaction,
  { workspace_id, actor_id }: Pick<AgentRow, 'workspace_id' | 'actor_id'>,
  name: string,
): Promise<boolean> {
  const wanted = { workspaceId: workspace_id, kind: 'agent', name, actorId: actor_id } as const;
  if (await isNameTaken(transaction, wanted)) return false;
  await transaction.write((db) =>
    db('actors')
      .where({ workspace_id, id: actor_id })
      .update({ name, name_key: nameKey(name) }),
  );
  return true;
}

/** The columns of an agent that an update may change. */
export type AgentChanges = Partial<
  Pick<
    AgentRow,
    | 'icon'
    | 'capabilities'
    | 'webhook_url'
    | 'requires_proposals'
    | 'can_review'
    | 'access_mode'
    | 'state'
  >
> & { readonly updated_at: string };

/** Updates columns of a locked agent and increments its version. */
export async function updateAgentRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<AgentRow, 'workspace_id' | 'id'>,
  changes: AgentChanges,
): Promise<void> {
  await transaction.write((db) =>
    db('agents')
      .where({ workspace_id, id })
      .update({ ...changes, version: db.raw('version + 1') }),
  );
}

/**
 * The agents with this name that are not revoked, in one workspace or in all, ordered by workspace;
 * at most `limit`. A name is unique in its workspace.
 */
export function findAgentsByName(
  reader: Reader,
  { name, workspaceId }: { readonly name: string; readonly workspaceId?: string | undefined },
  limit: number,
): Promise<{ id: string; workspace_id: string }[]> {
  return reader.rows((db) =>
    db('agents')
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .where('actors.name', name)
      .whereNot('agents.state', 'revoked')
      .where(workspaceId === undefined ? {} : { 'agents.workspace_id': workspaceId })
      .orderBy('agents.workspace_id')
      .limit(limit)
      .select('agents.id', 'agents.workspace_id'),
  );
}

/** Parses the `capabilities` column. */
export function capabilitiesOf({ capabilities }: Pick<AgentRow, 'capabilities'>): string[] {
  return strings(capabilities);
}

/** An agent that a client can act as, with its rights. */
export interface ChoosableAgent {
  readonly id: string;
  readonly name: string;
  readonly accessMode: 'worker' | 'sysadmin';
  readonly canReview: boolean;
  readonly requiresProposals: boolean;
  readonly isPaused: boolean;
}

/** The agents of a workspace that are not revoked, by name, at most 200. */
export async function findChoosableAgents(
  reader: Reader,
  workspaceId: string,
): Promise<ChoosableAgent[]> {
  const rows = await reader.rows<
    Pick<AgentRow, 'id' | 'name' | 'access_mode' | 'can_review' | 'requires_proposals' | 'state'>
  >((db) =>
    agentsOf(db, workspaceId)
      .whereNot('agents.state', 'revoked')
      .orderBy(['actors.name', 'agents.id'])
      .limit(200)
      .select(
        'agents.id',
        'actors.name',
        'agents.access_mode',
        'agents.can_review',
        'agents.requires_proposals',
        'agents.state',
      ),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    accessMode: row.access_mode,
    canReview: bool(row.can_review),
    requiresProposals: bool(row.requires_proposals),
    isPaused: row.state === 'paused',
  }));
}
