import { formatToken, hashToken, newTokenParts, parseToken } from '../../../src/shared/tokens';
import { agents as counts, team } from './proportions';
import type { Bulk } from './bulk';
import type { Environment } from './environment';

/** An agent and its token. */
export interface Caller {
  readonly agentId: string;
  readonly actorId: string;
  readonly token: string;
}

/** Agents by the operations that they call. */
export type Callers = Readonly<Record<keyof typeof counts, readonly Caller[]>>;

/** The actors of a workspace. */
export interface People {
  readonly callers: Callers;
  readonly agents: readonly Caller[];
  /** The actor ids of the people. */
  readonly persons: readonly string[];
}

/** Inserts people, and agents with a token each. */
export async function seedPeople(bulk: Bulk, environment: Environment): Promise<People> {
  const { owner, id, daysAgo } = environment;
  const at = daysAgo(90);
  const persons = Array.from({ length: team.people }, () => id('atr', at));
  const make = (count: number): Caller[] =>
    Array.from({ length: count }, () => ({
      agentId: id('agt', at),
      actorId: id('atr', at),
      token: formatToken(newTokenParts(owner.workspaceId)),
    }));
  const callers: Callers = {
    reader: make(counts.reader),
    claimant: make(counts.claimant),
    searcher: make(counts.searcher),
  };
  const agents = Object.values(callers).flat();
  const key = { workspace_id: owner.workspaceId };
  await bulk.insert('actors', [
    ...persons.map((actor, index) => ({
      ...key,
      id: actor,
      kind: 'user',
      name: `Person ${index}`,
      created_at: at,
    })),
    ...agents.map(({ actorId }, index) => ({
      ...key,
      id: actorId,
      kind: 'agent',
      name: `Agent ${index}`,
      created_at: at,
    })),
  ]);
  await bulk.insert(
    'users',
    persons.map((actor, index) => ({
      ...key,
      id: id('usr', at),
      actor_id: actor,
      email: `person-${index}@${owner.workspaceId.toLowerCase()}.example`,
      role: 'member',
      password_hash: 'none',
      created_at: at,
      updated_at: at,
    })),
  );
  await bulk.insert(
    'agents',
    agents.map((agent) => ({
      ...key,
      id: agent.agentId,
      actor_id: agent.actorId,
      capabilities: '["light","sound"]',
      requires_proposals: false,
      access_mode: 'worker',
      state: 'active',
      last_seen_at: environment.now,
      created_by_actor_id: owner.id,
      created_at: at,
      updated_at: at,
    })),
  );
  await bulk.insert(
    'tokens',
    agents.map(({ agentId, token }) => ({
      ...key,
      id: id('tok', at),
      agent_id: agentId,
      ...storedPartsOf(token),
      name: 'bench',
      scopes: '["read","write"]',
      last_used_at: environment.now,
      created_by_actor_id: owner.id,
      created_at: at,
    })),
  );
  return { callers, agents, persons };
}

function storedPartsOf(token: string): { public_id: string; secret_hash: string } {
  const parts = parseToken(token);
  if (parts === undefined) throw new Error('A seeded token is not one.');
  return { public_id: parts.publicId, secret_hash: hashToken(parts) };
}
