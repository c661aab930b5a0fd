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
import { goesOn, tellIfInterrupted } from '../interrupted';
import { whyClosed, checkSchema, chooseNamed } from './choose-workspace';
import { asLine } from '../../platform/control-characters';
import { findClosed } from '../../shared/closed-workspaces-store';
import { startProgress } from '../printer';
import { countKinds, type Deletable } from './deletion-store';
import { deleteWorkspace } from './deletion';
import { whyNotHere } from '../check/check-public-url';
import {
  freezeWorkspace,
  unfreezeWorkspace,
  activateWorkspace,
  markMoved,
  type MoveParts,
  moveWorkspace,
  takeBack,
} from './move';

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

/** What the command asks before it deletes anything. */
export interface DeleteQuestions {
  /** Says what will be deleted. */
  readonly tell: (...lines: readonly string[]) => void;
  /** Returns the name that the operator gives. */
  readonly askName: () => Promise<string>;
}

/**
 * `callboard workspace delete`: deletes a workspace with everything in it, once the operator has
 * given its exact name. Repeats a deletion that was interrupted. Returns the line of a summary.
 */
export async function deleteWorkspaceCommand(
  config: Config,
  named: string,
  { tell, askName }: DeleteQuestions,
): Promise<string> {
  const work = async (database: Database): Promise<string> => {
    await checkSchema(database);
    const { id, name } = await chooseNamed(database, named);
    tell(...(await describeDeletion(database, { id, name })));
    if (asShown(await askName()) !== asShown(name)) {
      throw new CommandError(
        `This is not the name of the workspace ${id}, which is ${name}. Nothing was deleted.`,
      );
    }
    const progress = startProgress();
    let rows = 0;
    const onRows = (count: number): void => {
      rows += count;
      progress.report(
        (seconds) => `Deleting: ${rows} rows, ${Math.round(rows / seconds)} per second`,
      );
    };
    await tellIfInterrupted(`The deletion has not ended. ${goesOn}`, () =>
      deleteWorkspace(database, id, { onRows }),
    );
    return `Deleted the workspace ${name} (${id}): ${rows} rows in ${progress.end()}.`;
  };
  // The operator may take long to give the name.
  return withDatabase(config, work, { takesLong: true });
}

// The operator types the name that the terminal shows, where control characters are spaces.
function asShown(name: string): string {
  return asLine(name).replaceAll(/\s+/g, ' ').trim();
}

async function describeDeletion(
  database: Database,
  { id, name }: Deletable,
): Promise<readonly string[]> {
  const reader = createReader(database);
  const counts = await countKinds(reader, id);
  const all = counts.length === 0 ? 'nothing else' : counts.join(', ');
  const closed = await findClosed(reader, id);
  if (closed?.state === 'moved') {
    return [
      `This deletes the rows of the workspace ${name} (${id}), which has moved to ${closed.address}: ${all}.`,
      'It is served there. Its tokens and sessions still get the new address here.',
    ];
  }
  if (closed?.state === 'deleting') {
    return [`The deletion of the workspace ${name} (${id}) has begun. It still has ${all}.`];
  }
  return [
    `This deletes the workspace ${name} (${id}) with everything in it: ${all}.`,
    'All its people and agents lose their access at once. Only an export or a backup brings it back:',
    `  callboard export FILE --workspace ${id}`,
  ];
}

/** `callboard workspace freeze`: stops all changes of a workspace. Returns the line of a summary. */
export function freezeCommand(config: Config, named: string): Promise<string> {
  return onWorkspace(config, named, async (database, { id, name }) => {
    await freezeWorkspace(database, id);
    return `Froze the workspace ${name} (${id}). Its writes are refused until it moves, or until callboard workspace unfreeze.`;
  });
}

/** `callboard workspace unfreeze`: takes a freeze back. Returns the line of a summary. */
export function unfreezeCommand(config: Config, named: string): Promise<string> {
  return onWorkspace(config, named, async (database, { id, name }) => {
    await unfreezeWorkspace(database, id);
    return `The workspace ${name} (${id}) takes writes again.`;
  });
}

/**
 * `callboard workspace moved`: sends the requests of a workspace that was frozen at this time to its
 * new address, or without a time those of one that has moved. Returns the line of a summary.
 */
export function movedCommand(
  config: Config,
  named: string,
  { to, freeze }: { readonly to: string; readonly freeze?: string },
): Promise<string> {
  const address = addressOf(to);
  checkFreeze(freeze);
  return onWorkspace(config, named, async (database, { id, name }) => {
    await markMoved(database, id, { address, frozenAt: freeze });
    const next =
      freeze === undefined
        ? ''
        : ` Activate it there: callboard workspace activate ${id} --freeze ${freeze}`;
    return `The workspace ${name} (${id}) has moved to ${address}.${next}`;
  });
}

/**
 * `callboard workspace activate`: opens a workspace that has arrived by an export of this freeze.
 * Returns the line of a summary.
 */
export function activateCommand(
  config: Config,
  named: string,
  { freeze }: { readonly freeze: string },
): Promise<string> {
  checkFreeze(freeze);
  return onWorkspace(config, named, async (database, { id, name }) => {
    await activateWorkspace(database, id, freeze);
    return `The workspace ${name} (${id}) is served here.`;
  });
}

/** The options of `callboard workspace move`. */
export interface MoveOptions {
  /** The address of the other installation. */
  readonly to?: string;
  /** Takes a move back that is not complete. */
  readonly back?: boolean;
  /** Moves without a request to the address first, which may not lead there yet. */
  readonly unchecked?: boolean;
}

/**
 * `callboard workspace move`: all steps of a move to the installation of `TARGET_DATABASE_URL`, or
 * taking them back. Returns the line of a summary.
 */
export function moveCommand(
  config: Config,
  named: string,
  { to, back = false, unchecked = false }: MoveOptions,
  tell: MoveParts['tell'],
): Promise<string> {
  const { targetDatabaseUrl, targetSecretKeys } = config;
  if (targetDatabaseUrl === '') {
    throw new UsageError('Set TARGET_DATABASE_URL to the database that the workspace moves to.');
  }
  if (targetDatabaseUrl === config.databaseUrl) {
    throw new UsageError('TARGET_DATABASE_URL is the database of DATABASE_URL.');
  }
  if (back === (to !== undefined)) throw new UsageError('Give either --to ADDRESS or --back.');
  const address = to === undefined ? undefined : addressOf(to);
  if (address !== undefined && address === config.publicUrl) {
    throw new UsageError(
      '--to is the PUBLIC_URL of this installation. Give that of the other one.',
    );
  }
  const there: Config = { ...config, databaseUrl: targetDatabaseUrl, databaseMigrateUrl: '' };
  return onWorkspace(config, named, (source, { id, name }) =>
    withDatabase(
      there,
      async (target) => {
        await checkSchema(target);
        const keys = { source: config.secretKeys, target: targetSecretKeys };
        const parts = { source, target, keys, tell };
        if (address === undefined) {
          await tellIfInterrupted(`The move is not taken back yet. ${goesOn}`, () =>
            takeBack(parts, id),
          );
          return `The workspace ${name} (${id}) is served here.`;
        }
        // Before the freeze, so that a wrong address interrupts no writes.
        const reason = unchecked ? undefined : await whyNotHere(address, target);
        if (reason !== undefined) {
          throw new CommandError(
            `${reason} Nothing was changed. Start the server of the target, or move without this check by --unchecked.`,
          );
        }
        await tellIfInterrupted(
          `The move has not ended. Repeat the command, or take it back with callboard workspace move ${id} --back.`,
          () => moveWorkspace(parts, { workspaceId: id, address }),
        );
        return `The workspace ${name} (${id}) is served at ${address}. When all is well, delete its rows here: callboard workspace delete ${id}`;
      },
      { takesLong: true, variable: 'TARGET_DATABASE_URL' },
    ),
  );
}

/** The address of a server as it is stored. Tokens follow it, so it needs https or this machine. */
function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isLocal = url !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === 'https:' || (isLocal && url.protocol === 'http:');
  if (url === undefined || !isSafe || url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError(
      '--to must be the public URL of a server, such as https://cell2.example: https, or http on this machine, without a user and a query.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

function checkFreeze(given: string | undefined): void {
  if (given === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(given)) return;
  throw new UsageError(
    '--freeze must be the time that callboard import has printed, such as 2026-12-04T17:00:00.000Z.',
  );
}

type Named = Awaited<ReturnType<typeof chooseNamed>>;

function onWorkspace(
  config: Config,
  named: string,
  work: (database: Database, workspace: Named) => Promise<string>,
): Promise<string> {
  return withDatabase(
    config,
    async (database) => {
      await checkSchema(database);
      return work(database, await chooseNamed(database, named));
    },
    { takesLong: true },
  );
}
