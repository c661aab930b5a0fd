import {
  createWorkspace,
  findEveryAccount,
  findOldestPassword,
  hashPassword,
  isCommonPassword,
  passwordCost,
} from '../../features/auth';
import type { Config } from '../../platform/config';
import { createReader, type Reader } from '../../platform/db/reader';
import type { Database } from '../../platform/db/connect';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { whyClosed } from './choose-workspace';

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

/**
 * `callboard setup`: creates a workspace and its owner, who may have accounts in other workspaces.
 * Throws a CommandError if a workspace of this name has the account, so that a repeated command
 * creates nothing.
 */
export async function setupCommand(config: Config, options: SetupOptions): Promise<SetupResult> {
  const { workspace, email, name, password } = options;
  if (await isCommonPassword(password, [email, name, workspace])) {
    throw new UsageError(
      'This password is too common. Choose another one, such as four unrelated words.',
    );
  }
  const work = async (database: Database): Promise<SetupResult> => {
    await ensureSchema(database);
    const oldest = await findOldestPassword(createReader(database), email.toLowerCase());
    const owner = await createWorkspace(database, {
      workspaceName: options.workspace,
      email: options.email,
      userName: options.name,
      passwordHash: await hashPassword(options.password, passwordCost, oldest),
    });
    if (owner === undefined) {
      throw new CommandError(await describeExisting(createReader(database), options));
    }
    return {
      workspace_id: owner.workspaceId,
      workspace: options.workspace,
      user_id: owner.userId,
      actor_id: owner.id,
      email: options.email.toLowerCase(),
    };
  };
  return withDatabase(config, work, { mayCreate: true });
}

async function describeExisting(
  reader: Reader,
  { workspace, email }: SetupOptions,
): Promise<string> {
  const known = `A workspace called ${workspace} already has a user with the address ${email}.`;
  const accounts = await findEveryAccount(reader, email.toLowerCase());
  const account = accounts.find(({ workspace_name: name }) => name === workspace);
  const reason = account && (await whyClosed(reader, account.workspace_id));
  return reason === undefined ? known : `${known} ${reason}`;
}
