import { findUserForUpdate, issueSignInLink } from '../../features/auth';
import type { Config } from '../../platform/config';
import { transact } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { findSystemActor } from '../../shared/actors';
import { consolePath, knownAddress } from '../../shared/server-settings';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { checkNotClosed } from '../workspaces/choose-workspace';
import { choosePerson, type ChosenPerson } from './choose-person';

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
