import { findEveryAccount, findUser, type UserRow } from '../../features/auth';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { CommandError } from '../failure';
import { checkSchema, chooseWorkspace } from '../workspaces/choose-workspace';

/** Selects a person. */
export interface ChosenPerson {
  /** The id or the address. */
  readonly user: string;
  readonly workspace?: string;
}

/** The person of an open workspace, also a deactivated one. Throws a CommandError if there is none. */
export async function choosePerson(
  database: Database,
  { user, workspace }: ChosenPerson,
): Promise<UserRow> {
  await checkSchema(database);
  const reader = createReader(database);
  const workspaceId = await chooseWorkspace(reader, workspace);
  const [found] = user.includes('@')
    ? await findEveryAccount(reader, user.toLowerCase(), workspaceId)
    : [await findUser(reader, { workspaceId, userId: user })];
  if (found !== undefined) return found;
  throw new CommandError(`There is no person ${user} in the workspace ${workspaceId}.`);
}
