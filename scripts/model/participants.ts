import { insertUser } from '../../src/features/auth/accounts/user-store';
import { insertWorkspace } from '../../src/features/auth/workspaces/workspace-store';
import { newId } from '../../src/platform/ids';
import { transact } from '../../src/platform/db/transaction';
import type { UserActor } from '../../src/platform/operation';
import { addAgent, type TestApp } from '../servers/app';
import { openSession } from '../servers/session';
import { client } from '../requests/client';
import type { TestDatabase } from '../databases/test-database';
import type { Actor, Participants } from './state';

/** Makes a workspace with all actors of a sequence, each of which has sent a request. */
export async function createParticipants(
  app: TestApp,
  database: TestDatabase,
): Promise<{ readonly participants: Participants; readonly workspaceId: string }> {
  const owner = await addOwner(database);
  const member = await addPerson(database, owner.workspaceId, 'member');
  const cookie = await openSession(database, owner);
  const agent = async (
    name: string,
    given: Partial<Pick<Actor, 'capabilities' | 'needsApproval' | 'isSysadmin' | 'canReview'>>,
  ): Promise<Actor> => {
    const { capabilities = [], needsApproval = false, isSysadmin = false } = given;
    const { canReview = false } = given;
    const added = await addAgent(
      app,
      { cookie },
      {
        name,
        capabilities: [...capabilities],
        requires_proposals: needsApproval,
        can_review: canReview,
        access_mode: isSysadmin ? 'sysadmin' : 'worker',
      },
    );
    const api = client(app, { bearer: added.token });
    await api.ok('getMe');
    const { id: agentId, actor_id: id } = added.agent;
    const rights = { isSysadmin, canReview, needsApproval, capabilities };
    return { name, kind: 'agent', id, agentId, ...rights, api, state: 'active' };
  };
  const tailor = await agent('tailor', { capabilities: ['print', 'sew'] });
  const printer = await agent('printer', { capabilities: ['print'], canReview: true });
  const apprentice = await agent('apprentice', { capabilities: ['print'], needsApproval: true });
  const steward = await agent('steward', { isSysadmin: true });
  const order = await client(app, { cookie }).ok('createOrder', {
    body: { name: 'Keep the wardrobe', agent_id: tailor.agentId ?? '' },
  });
  const people = [
    asActor('owner', owner, client(app, { cookie })),
    asActor('member', member, client(app, { cookie: await openSession(database, member) })),
  ] as const;
  const participants: Participants = {
    people,
    agents: [tailor, printer, apprentice, steward],
    order: { id: order.id, agent: tailor },
  };
  return { participants, workspaceId: owner.workspaceId };
}

function asActor(name: string, { id }: UserActor, api: Actor['api']): Actor {
  const rights = { isSysadmin: false, canReview: true, needsApproval: false, capabilities: [] };
  return { name, kind: 'user', id, agentId: null, ...rights, api, state: 'active' };
}

// The sequences use sessions only, so no password has to be hashed.
const noPassword = 'none';

function freshId(prefix: 'wsp' | 'atr' | 'usr'): string {
  return newId(prefix, new Date().toISOString());
}

async function addOwner(database: TestDatabase): Promise<UserActor> {
  const owner = person('owner', freshId('wsp'), 'owner');
  await transact(database, (transaction) =>
    insertWorkspace(transaction, {
      workspaceId: owner.workspaceId,
      workspaceName: 'Model',
      systemActorId: freshId('atr'),
      userId: owner.userId,
      userActorId: owner.id,
      userName: owner.name,
      email: `${owner.userId.toLowerCase()}@example.com`,
      passwordHash: noPassword,
      now: new Date().toISOString(),
    }),
  );
  return owner;
}

/** Adds a person to the workspace, without a password unless a hash is given. */
export async function addPerson(
  database: TestDatabase,
  workspaceId: string,
  role: UserActor['role'],
  passwordHash = noPassword,
): Promise<UserActor> {
  const added = person(role, workspaceId, role);
  await transact(database, (transaction) =>
    insertUser(transaction, {
      workspaceId,
      id: added.userId,
      actorId: added.id,
      name: added.name,
      email: `${added.userId.toLowerCase()}@example.com`,
      role,
      passwordHash,
      now: new Date().toISOString(),
    }),
  );
  return added;
}

function person(name: string, workspaceId: string, role: UserActor['role']): UserActor {
  const ids = { id: freshId('atr'), userId: freshId('usr') };
  return { kind: 'user', ...ids, workspaceId, name, role, sessionId: null };
}
