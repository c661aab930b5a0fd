import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { withDatabase } from '../database';
import { whyNotHere } from '../check/check-public-url';
import { CommandError, UsageError } from '../failure';
import { checkSchema, chooseNamed } from './choose-workspace';
import {
  freezeWorkspace,
  unfreezeWorkspace,
  activateWorkspace,
  markMoved,
  type MoveParts,
  moveWorkspace,
  takeBack,
} from './move';

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
          await takeBack(parts, id);
          return `The workspace ${name} (${id}) is served here.`;
        }
        // Before the freeze, so that a wrong address interrupts no writes.
        const reason = unchecked ? undefined : await whyNotHere(address, target);
        if (reason !== undefined) {
          throw new CommandError(
            `${reason} Nothing was changed. Start the server of the target, or move without this check by --unchecked.`,
          );
        }
        await moveWorkspace(parts, { workspaceId: id, address });
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
