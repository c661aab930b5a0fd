import { createWorkspace, hashPassword, isCommonPassword, passwordCost } from '../../features/auth';
import type { Config } from '../../platform/config';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';

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
