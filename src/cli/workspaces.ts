import { createWorkspace, hashPassword, isCommonPassword, passwordCost } from '../auth';
import { findAgentsByName } from '../agents';
import type { Config } from '../platform/config';
import { readHand, transact } from '../platform/db/hands';
import { newId } from '../platform/ids';
import { issueToken } from '../tokens';
import { ensureSchema, withDatabase } from './database';
import { CommandError, UsageError } from './failure';

/** A workspace to make from the command line. */
export interface SetupOptions {
  readonly workspace: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** What `callboard setup` made. */
export interface SetupResult {
  readonly workspace_id: string;
  readonly workspace: string;
  readonly user_id: string;
  readonly actor_id: string;
  readonly email: string;
}

/** `callboard setup`: a workspace and its owner. */
export async function setupCommand(config: Config, options: SetupOptions): Promise<SetupResult> {
  const { workspace, email, name, password } = options;
  if (await isCommonPassword(password, [email, name, workspace])) {
    throw new UsageError(
      'The password is among those that attackers try first. Choose another one, such as four unrelated words.',
    );
  }
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const owner = await createWorkspace(database, {
      workspaceName: options.workspace,
      email: options.email,
      userName: options.name,
      passwordHash: await hashPassword(options.password, passwordCost),
    });
    if (owner === undefined) {
      throw new CommandError(`There is a user with the address ${options.email} already.`);
    }
    return {
      workspace_id: owner.workspaceId,
      workspace: options.workspace,
      user_id: owner.userId,
      actor_id: owner.id,
      email: options.email.toLowerCase(),
    };
  });
}

/** `callboard token create`: a token for the agent of that name, in whichever workspace it is. */
export async function tokenCommand(
  config: Config,
  agentName: string,
): Promise<{ readonly agent_id: string; readonly token: string }> {
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const [agent, another] = await findAgentsByName(readHand(database), agentName);
    if (agent === undefined) throw new CommandError(`There is no agent called ${agentName}.`);
    if (another !== undefined) {
      throw new CommandError(
        `Several workspaces have an agent called ${agentName}. Make the token over HTTP, as a person.`,
      );
    }
    const now = new Date().toISOString();
    const { token } = await transact(database, (hand) =>
      issueToken(hand, {
        workspaceId: agent.workspace_id,
        agentId: agent.id,
        name: 'command line',
        scopes: ['read', 'write'],
        expiresAt: null,
        createdByActorId: agent.created_by_actor_id,
        now,
        newId: (prefix) => newId(prefix, now),
      }),
    );
    return { agent_id: agent.id, token };
  });
}
