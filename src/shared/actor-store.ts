import type { Knex } from 'knex';
import type { Reader } from '../platform/db/reader';
import { isOneOf } from '../platform/db/statements/columns';
import { compiledStatement } from '../platform/db/statements/compiled';
import type { Transaction } from '../platform/db/transaction';
import { isInvisible, nameKey } from '../platform/name-key';
import type { Role, Actor } from '../platform/operation';
import { problem, type Problem } from '../platform/problems';

/** An actor with the ids of its agent or user. */
export interface ActorRow {
  readonly id: string;
  readonly kind: 'user' | 'agent' | 'system';
  readonly name: string;
  readonly agent_id: string | null;
  readonly user_id: string | null;
}

/**
 * Joins the actor of `table.column` as `alias`; `actorColumns(alias)` selects its columns. `table`
 * must have `workspace_id`, and the query must qualify its columns.
 */
export function joinActor<Q extends Knex.QueryBuilder>(
  query: Q,
  table: string,
  column: string,
  alias: string,
): Q {
  void query
    .leftJoin(`actors as ${alias}`, (on) => {
      on.on(`${alias}.workspace_id`, `${table}.workspace_id`).on(
        `${alias}.id`,
        `${table}.${column}`,
      );
    })
    .leftJoin(`agents as ${alias}_agent`, (on) => {
      on.on(`${alias}_agent.workspace_id`, `${alias}.workspace_id`).on(
        `${alias}_agent.actor_id`,
        `${alias}.id`,
      );
    })
    .leftJoin(`users as ${alias}_user`, (on) => {
      on.on(`${alias}_user.workspace_id`, `${alias}.workspace_id`).on(
        `${alias}_user.actor_id`,
        `${alias}.id`,
      );
    });
  return query;
}

/**
 * The columns that `joinActor(…, alias)` adds: `<alias>_kind`, `_name`, `_agent_id`, `_user_id`.
 */
export function actorColumns(alias: string): string[] {
  return [
    `${alias}.kind as ${alias}_kind`,
    `${alias}.name as ${alias}_name`,
    `${alias}_agent.id as ${alias}_agent_id`,
    `${alias}_user.id as ${alias}_user_id`,
  ];
}

function actors(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('actors')
    .leftJoin('agents', (on) => {
      on.on('agents.workspace_id', 'actors.workspace_id').on('agents.actor_id', 'actors.id');
    })
    .leftJoin('users', (on) => {
      on.on('users.workspace_id', 'actors.workspace_id').on('users.actor_id', 'actors.id');
    })
    .where('actors.workspace_id', workspaceId)
    .select(
      'actors.id',
      'actors.kind',
      'actors.name',
      'agents.id as agent_id',
      'users.id as user_id',
    );
}

const actorOfId = compiledStatement<'workspaceId' | 'actorId'>((db, given) =>
  actors(db, given('workspaceId')).where('actors.id', given('actorId')),
);

/** The actor with this id in the workspace, or undefined. */
export function findActor(
  reader: Reader,
  workspaceId: string,
  actorId: string,
): Promise<ActorRow | undefined> {
  return reader.first<ActorRow>(actorOfId({ workspaceId, actorId }));
}

const actorsOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  actors(db, given('workspaceId')).whereIn('actors.id', [...ids]),
);

/** The actors with these ids, keyed by id. */
export async function findActors(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ActorRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<ActorRow>(actorsOfIds({ workspaceId }, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const actorOfAgent = compiledStatement<'workspaceId' | 'agentId'>((db, given) =>
  actors(db, given('workspaceId')).where('agents.id', given('agentId')),
);

/** The actor of an agent, or undefined if the workspace has no such agent. */
export function findActorOfAgent(
  reader: Reader,
  workspaceId: string,
  agentId: string,
): Promise<ActorRow | undefined> {
  return reader.first<ActorRow>(actorOfAgent({ workspaceId, agentId }));
}

/** The states of an agent. */
type AgentState = 'pending' | 'active' | 'paused' | 'revoked';

const agentsForKeyShare = compiledStatement<'workspaceId'>((db, given, agentIds) =>
  db('agents')
    .where({ workspace_id: given('workspaceId') })
    .whereIn('id', [...agentIds])
    .orderBy('id')
    .select('id', 'state')
    .forKeyShare(),
);

/**
 * Locks agent rows until the transaction ends, so that a concurrent pause or revocation waits.
 * Returns the agents' states, keyed by id. Call it before locking rows of other tables.
 */
async function lockAgents(
  transaction: Transaction,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, AgentState>> {
  if (agentIds.length === 0) return new Map();
  const rows = await transaction.rows<{ id: string; state: AgentState }>(
    agentsForKeyShare({ workspaceId }, agentIds),
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** `lockAgents` for one agent; undefined if the workspace has no such agent. */
export async function lockAgent(
  transaction: Transaction,
  workspaceId: string,
  agentId: string,
): Promise<AgentState | undefined> {
  return (await lockAgents(transaction, workspaceId, [agentId])).get(agentId);
}

const userForKeyShare = compiledStatement<'workspaceId' | 'userId'>((db, given) =>
  db('users')
    .where({ workspace_id: given('workspaceId'), id: given('userId') })
    .select('deactivated_at', 'role')
    .forKeyShare(),
);

/**
 * Locks a user row until the transaction ends, so that a concurrent deactivation or change of the
 * role waits. Returns whether work can be assigned to the user: the user is active and no viewer.
 * Call it before locking rows of other tables.
 */
export async function lockAssignableUser(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const row = await transaction.first<{ deactivated_at: string | null; role: Role }>(
    userForKeyShare({ workspaceId, userId }),
  );
  return row?.deactivated_at === null && row.role !== 'viewer';
}

/** An agent with its actor; `capabilities` is a JSON array. */
export interface AgentActorRow {
  readonly id: string;
  readonly actor_id: string;
  readonly name: string;
  readonly state: AgentState;
  readonly access_mode: 'worker' | 'sysadmin';
  readonly capabilities: string;
}

const agentOfId = compiledStatement<'workspaceId' | 'agentId'>((db, given) =>
  db('agents')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
    })
    .where({ 'agents.workspace_id': given('workspaceId'), 'agents.id': given('agentId') })
    .select('agents.id', 'agents.actor_id', 'agents.state', 'agents.access_mode')
    .select('agents.capabilities', 'actors.name'),
);

/** The agent with this id in the workspace, or undefined. */
export async function findAgentActor(
  reader: Reader,
  workspaceId: string,
  agentId: string,
): Promise<AgentActorRow | undefined> {
  return reader.first<AgentActorRow>(agentOfId({ workspaceId, agentId }));
}

const systemActor = compiledStatement<'workspaceId'>((db, given) =>
  actors(db, given('workspaceId')).where(isOneOf('actors.kind', ['system'])),
);

/** The system actor of the workspace; every workspace has one from its creation. */
export function findSystemActor(
  reader: Reader,
  workspaceId: string,
): Promise<ActorRow | undefined> {
  return reader.first<ActorRow>(systemActor({ workspaceId }));
}

/** The ids of the workspaces' system actors, keyed by workspace id. */
export async function findSystemActors(
  reader: Reader,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<{ id: string; workspace_id: string }>((db) =>
    db('actors')
      .whereIn('workspace_id', [...workspaceIds])
      .where(isOneOf('kind', ['system']))
      .select('id', 'workspace_id'),
  );
  return new Map(rows.map(({ id, workspace_id }) => [workspace_id, id]));
}

/** The active owner who joined the workspace first. */
export function findOwner(reader: Reader, workspaceId: string): Promise<ActorRow | undefined> {
  return reader.first<ActorRow>((db) =>
    actors(db, workspaceId)
      .where('users.role', 'owner')
      .whereNull('users.deactivated_at')
      .orderBy('users.id')
      .limit(1),
  );
}

/** The kind and the name of the actor of each column `<by>_by_actor_id`; null without an actor. */
export type NamesOf<By extends string> = {
  readonly [Name in By as `${Name}_by_kind`]: ActorRow['kind'] | null;
} & { readonly [Name in By as `${Name}_by_name`]: string | null };

/** Adds the columns of `NamesOf` to a query over a table that has `workspace_id`. */
export function selectNames<Q extends Knex.QueryBuilder>(
  query: Q,
  table: string,
  names: readonly string[],
): Q {
  for (const name of names) {
    const alias = `${name}_by`;
    // A text, because a join that Knex builds costs several times as much as its execution.
    void query
      .joinRaw(
        `left join actors as ${alias} on ${alias}.workspace_id = ${table}.workspace_id
          and ${alias}.id = ${table}.${alias}_actor_id`,
      )
      .select(`${alias}.kind as ${alias}_kind`, `${alias}.name as ${alias}_name`);
  }
  return query;
}

/** The columns of `NamesOf` for one actor. */
export function namesOf<By extends string>(
  actor: Pick<ActorRow, 'kind' | 'name'>,
  names: readonly By[],
): NamesOf<By>;

export function namesOf(
  { kind, name }: Pick<ActorRow, 'kind' | 'name'>,
  by: readonly string[],
): object {
  return Object.fromEntries(
    by.flatMap((each) => [
      [`${each}_by_kind`, kind],
      [`${each}_by_name`, name],
    ]),
  );
}

/** The name that an actor wants; `actorId` is absent for a new actor. */
interface WantedName {
  readonly workspaceId: string;
  readonly kind: 'user' | 'agent';
  readonly name: string;
  readonly actorId?: string;
}

/**
 * Locks the workspace's row until the transaction ends, so that its actors get names one after the
 * other. A rename of a person locks it before the person, and everything else after the agents.
 */
export async function lockNames(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/**
 * Whether another actor has the name, compared by `nameKey`: for an agent any actor of the
 * workspace, for a person any agent. For an agent, a name without a visible character is taken.
 * Revoked agents and deactivated people count too, because texts still show their names. Exact until
 * the transaction ends, because it calls `lockNames`.
 */
export async function isNameTaken(
  transaction: Transaction,
  { workspaceId, kind, name, actorId }: WantedName,
): Promise<boolean> {
  await lockNames(transaction, workspaceId);
  if (kind === 'agent' && isInvisible(name)) return true;
  const holder = await transaction.first((db) => {
    const holders = db('actors').where({ workspace_id: workspaceId, name_key: nameKey(name) });
    if (actorId !== undefined) void holders.whereNot('id', actorId);
    if (kind === 'user') void holders.where(isOneOf('kind', ['agent']));
    return holders.limit(1).select('id');
  });
  return holder !== undefined;
}

const candidates = 50;

/** Leaves space for a number, because a name has at most 200 characters. */
const baseCharacters = 195;

/**
 * The name for a new agent: the wanted one, or the first that no actor has of `Claude 2`, `Claude 3`
 * and so on. The name may be taken until it is stored.
 */
export async function findFreeName(
  reader: Reader,
  workspaceId: string,
  wanted: string,
): Promise<string> {
  const base = Array.from(wanted).slice(0, baseCharacters).join('');
  const names = Array.from({ length: candidates }, (_, index) =>
    index === 0 ? wanted : `${base} ${index + 1}`,
  );
  const rows = await reader.rows<{ name_key: string }>((db) =>
    db('actors')
      .where({ workspace_id: workspaceId })
      .whereIn('name_key', names.map(nameKey))
      .select('name_key'),
  );
  const taken = new Set(rows.map(({ name_key: key }) => key));
  return names.find((name) => !isInvisible(name) && !taken.has(nameKey(name))) ?? wanted;
}

/** 409 `NAME_TAKEN` with `details.name`: another actor of the workspace has a name like this. */
export function nameTakenProblem({ kind, name }: Pick<WantedName, 'kind' | 'name'>): Problem {
  const holder = kind === 'user' ? 'An agent' : 'Another agent or a person';
  const message = `${holder} has the name ${name}, or one that looks like it. Choose another name.`;
  return problem('NAME_TAKEN', message, {
    details: { name },
    issues: [{ path: 'body/name', code: 'NAME_TAKEN', message }],
  });
}

/**
 * Throws 403 `FORBIDDEN` unless the caller is the agent itself, a sysadmin agent or a person.
 * `what` names what the caller reads: "the queue".
 */
export function checkMayReadOf(
  actor: Actor,
  agent: { readonly id: string; readonly name: string },
  what: string,
): void {
  const { id, name } = agent;
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === id) return;
  throw problem(
    'FORBIDDEN',
    `Only people, sysadmin agents and ${name} can read ${what} of ${name}.`,
  );
}
