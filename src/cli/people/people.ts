import { setTimeout as pause } from 'node:timers/promises';
import {
  findUserForUpdate,
  lockWorkspace,
  passwordCost,
  findEveryAccount,
  findUser,
  type UserRow,
  issueSignInLink,
} from '../../features/auth';
import {
  erasePerson,
  isErased,
  isErasing,
  runErasures,
  unknownPassword,
} from '../../features/users';
import type { Config } from '../../platform/config';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { SECOND } from '../../platform/time';
import { findSystemActor } from '../../shared/actor-store';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { checkNotClosed, checkSchema, chooseWorkspace } from '../workspaces/choose-workspace';
import type { Database } from '../../platform/db/connect';
import { consolePath, knownAddress } from '../../shared/server-settings';

/** An erased person. */
export interface ErasedPerson {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly name: string;
}

/**
 * `callboard person erase`: erases a deactivated person, also while servers use the database, and
 * resolves when all is done. It may be stopped at any point and repeated by the person's id.
 */
export async function eraseCommand(config: Config, chosen: ChosenPerson): Promise<ErasedPerson> {
  return withDatabase(config, async (database) => {
    const { workspace_id: workspaceId, id: userId } = await choosePerson(database, chosen);
    const passwordHash = await unknownPassword(passwordCost);
    const now = new Date().toISOString();
    const { name } = await transact(database, async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await checkNotClosed(transaction, workspaceId);
      const user = await findUserForUpdate(transaction, { workspaceId, userId }, true);
      const actor = await findSystemActor(transaction, workspaceId);
      if (user === undefined || actor === undefined) {
        throw new CommandError(`The person ${userId} has just changed. Try again.`);
      }
      if (user.deactivated_at === null) {
        throw new CommandError(`${user.name} is active. Deactivate the person first, in Settings.`);
      }
      if (isErased(user)) return user;
      const source = { transaction, workspaceId, now, actor };
      const ids = { newId: (prefix: string) => newId(prefix, now) };
      return erasePerson({ ...source, ...ids }, user, passwordHash);
    });
    while (await isErasing(createReader(database), workspaceId, userId)) {
      if (!(await runErasures(database, () => false, workspaceId))) await pause(SECOND);
    }
    return { workspace_id: workspaceId, user_id: userId, name };
  });
}

/** Selects a person. */
export interface ChosenPerson {
  /** The id or the address. */
  readonly user: string;
  readonly workspace?: string;
}

/** The person of an open workspace, also a deactivated one. Throws a CommandError if there is none. */
async function choosePerson(
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

/** A link by which an owner signs in once. */
interface SignInLink {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly token: string;
  /** The console's page; null without a known address or a console. */
  readonly link: string | null;
  readonly expires_at: string;
}

/** `callboard person sign-in-link`: creates a link by which an owner signs in once. */
export async function signInLinkCommand(config: Config, chosen: ChosenPerson): Promise<SignInLink> {
  return withDatabase(config, async (database) => {
    const { workspace_id: workspaceId, id: userId } = await choosePerson(database, chosen);
    const now = new Date().toISOString();
    return transact(database, async (transaction) => {
      const user = await findUserForUpdate(transaction, { workspaceId, userId });
      await checkNotClosed(transaction, workspaceId);
      const actor = await findSystemActor(transaction, workspaceId);
      if (user === undefined || actor === undefined) {
        throw new CommandError(`The person ${userId} has just changed. Try again.`);
      }
      if (user.deactivated_at !== null || user.role !== 'owner') {
        throw new CommandError(
          `${user.name} is no active owner. Create a link for an owner, who can then help others.`,
        );
      }
      const ids = { newId: (prefix: string) => newId(prefix, now) };
      const source = { transaction, workspaceId, now, actor, ...ids };
      const { token, expiresAt } = await issueSignInLink(source, user);
      return {
        workspace_id: workspaceId,
        user_id: userId,
        email: user.email,
        token,
        link: linkOf(config, token),
        expires_at: expiresAt,
      };
    });
  });
}

/** The token is in the fragment, so that no log of a server has it. */
function linkOf(config: Config, token: string): string | null {
  const address = knownAddress(config);
  if (address === null || !config.console) return null;
  return `${address}${consolePath}/sign-in-link#${token}`;
}

/** The lines that explain how an owner uses the link, or without a console the token. */
export function signInLinkHint(made: SignInLink): readonly string[] {
  const { email, link, token, expires_at: end } = made;
  const once = `${email} signs in once, before ${end}. It is shown once.`;
  if (link !== null) {
    return [
      `With this link ${once}`,
      'Anybody who has it can use it, so send it where only this person reads it:',
      '',
      `  ${link}`,
    ];
  }
  return [
    `With this token ${once} Send it as JSON to POST /v1/session/link:`,
    '',
    `  {"token":"${token}"}`,
  ];
}
