import { isIPv6 } from 'node:net';
import { findSystemActor } from '../../shared/actor-store';
import {
  findEveryAccount,
  findOldestPassword,
  findUserForUpdate,
  hashPassword,
  isCommonPassword,
  issueReset,
  passwordCost,
  storePassword,
  type UserRow,
} from '../../features/auth';
import { emit } from '../../shared/events';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { consolePath, knownAddress } from '../../shared/server-settings';
import { ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { checkNotClosed, idOfNamed, withoutClosed } from '../workspaces/choose-workspace';

/** Selects the account. */
export interface ResetOptions {
  readonly email: string;
  /** The id of the workspace; needed if the address has accounts in several. */
  readonly workspace?: string;
}

/** The account whose password was reset. */
export interface ResetAccount {
  readonly workspace_id: string;
  readonly workspace: string;
  readonly user_id: string;
  readonly email: string;
}

/** A one-time password reset. The database stores only the hash of its token. */
interface ResetMade extends ResetAccount {
  readonly token: string;
  /** The console's page for the new password; null without a known address or a console. */
  readonly link: string | null;
  /** Where to send the token and the new password. */
  readonly url: string;
  readonly expires_at: string;
}

/** `callboard password reset`: creates a one-time token to set a new password. */
export async function resetCommand(config: Config, options: ResetOptions): Promise<ResetMade> {
  return withDatabase(config, async (database) => {
    const account = await getAccount(database, options);
    return changeAccount(database, account, async (source, user) => {
      const { token, row } = await issueReset(source, user);
      const url = `${config.publicUrl ?? listenAddress(config)}/v1/session/password/reset`;
      const link = linkOf(config, token);
      return { ...toAccount(user), token, link, url, expires_at: row.expires_at };
    });
  });
}

/**
 * `callboard password reset --stdin`: sets the password that `readPassword` returns, and ends all
 * sessions of the person.
 */
export async function setPasswordCommand(
  config: Config,
  options: ResetOptions,
  readPassword: () => Promise<string>,
): Promise<ResetAccount> {
  return withDatabase(config, async (database) => {
    const account = await getAccount(database, options);
    const { email, name, workspace_name: workspace } = account;
    const password = await readPassword();
    if (await isCommonPassword(password, [email, name, workspace])) {
      throw new UsageError(
        'This password is too common. Choose another one, such as four unrelated words.',
      );
    }
    const oldest = await findOldestPassword(createReader(database), email);
    const passwordHash = await hashPassword(password, passwordCost, oldest);
    return changeAccount(database, account, async (source, user) => {
      await storePassword(source, user, passwordHash);
      emit(source, {
        kind: 'user.password_reset',
        subject: { type: 'user', id: user.id, title: user.name },
        summary: `${source.actor.name} set a new password for ${user.name}, on the command line.`,
      });
      return toAccount(user);
    });
  });
}

async function getAccount(
  database: Database,
  { email, workspace: named }: ResetOptions,
): Promise<UserRow> {
  await ensureSchema(database);
  const reader = createReader(database);
  const address = email.toLowerCase();
  const workspace = named === undefined ? undefined : await idOfNamed(reader, named);
  const accounts = await withoutClosed(reader, await findEveryAccount(reader, address, workspace));
  const [account, another] = accounts;
  if (account === undefined) {
    const elsewhere = await withoutClosed(reader, await findEveryAccount(reader, address));
    const others = elsewhere.length === 0 ? '' : ` It has accounts in ${listed(elsewhere)}.`;
    const where = workspace === undefined ? '' : ` in the workspace ${workspace}`;
    throw new CommandError(`There is no account of ${email}${where}.${others}`);
  }
  if (another !== undefined) {
    throw new CommandError(
      `${email} has accounts in several workspaces: ${listed(accounts)}. Choose one with --workspace ID.`,
    );
  }
  return account;
}

function listed(accounts: readonly UserRow[]): string {
  return accounts
    .map((each) => {
      const deactivated = each.deactivated_at === null ? '' : ', deactivated';
      return `${each.workspace_id} (${each.workspace_name}${deactivated})`;
    })
    .join(', ');
}

/** The context of the change; the system actor of the workspace makes it. */
interface Operator {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly actor: { readonly id: string; readonly name: string };
}

async function changeAccount<T>(
  database: Database,
  { workspace_id: workspaceId, id: userId, email }: UserRow,
  work: (source: Operator, user: UserRow) => Promise<T>,
): Promise<T> {
  const now = new Date().toISOString();
  return transact(database, async (transaction) => {
    const user = await findUserForUpdate(transaction, { workspaceId, userId });
    // The password may have taken long to type.
    await checkNotClosed(transaction, workspaceId);
    const actor = await findSystemActor(transaction, workspaceId);
    if (user?.email !== email || actor === undefined) {
      throw new CommandError(`The account of ${email} has just changed. Try again.`);
    }
    if (user.deactivated_at !== null) {
      throw new CommandError(`The account of ${email} is deactivated. An owner can reactivate it.`);
    }
    return work(
      { transaction, workspaceId, now, newId: (prefix) => newId(prefix, now), actor },
      user,
    );
  });
}

function toAccount(user: UserRow): ResetAccount {
  return {
    workspace_id: user.workspace_id,
    workspace: user.workspace_name,
    user_id: user.id,
    email: user.email,
  };
}

/** The token is in the fragment, so that no log of a server has it. */
function linkOf(config: Config, token: string): string | null {
  const address = knownAddress(config);
  if (address === null || !config.console) return null;
  return `${address}${consolePath}/reset#${token}`;
}

function listenAddress({ host, port }: Config): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * The lines that explain how a person uses a password reset: by the link, else by a request. Its
 * body comes from standard input, because an argument stays in the shell's history.
 */
export function newPasswordHint(made: ResetMade): readonly string[] {
  const { email, workspace, token, link, url, expires_at: end } = made;
  if (link !== null) {
    return [
      `With this link ${email} sets a new password in ${workspace}, once, before ${end}. It is shown once.`,
      'Anybody who has it can use it, so send it where only this person reads it:',
      '',
      `  ${link}`,
    ];
  }
  return [
    `With this token ${email} sets a new password in ${workspace}, once, before ${end}. It is shown once.`,
    'Run the command, enter the line below it with the new password, and end with Ctrl-D:',
    '',
    `  curl -H 'Content-Type: application/json' -d @- '${url}'`,
    `  {"token":"${token}","password":"THE NEW PASSWORD"}`,
  ];
}
