import { createWorkspace, hashPassword, isCommonPassword, passwordCost } from '../../features/auth';
import type { Config } from '../../platform/config';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';

/** The options of `callboard setup`. */
export interface SetupOptions {
  readonly workspace: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** The created workspace and owner. */
export interface SetupResult {
  readonly workspace_id: string;
  readonly workspace: string;
  readonly user_id: string;
  readonly actor_id: string;
  readonly email: string;
}

/** `callboard setup`: creates a workspace and its owner. */
export async function setupCommand(config: Config, options: SetupOptions): Promise<SetupResult> {
  const { workspace, email, name, password } = options;
  if (await isCommonPassword(password, [email, name, workspace])) {
    throw new UsageError(
      'This password is too common. Choose another one, such as four unrelated words.',
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
      throw new CommandError(`A user with the address ${options.email} already exists.`);
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
