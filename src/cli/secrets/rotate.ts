import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, loadConfig } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import { transact } from '../../platform/db/transaction';
import { keyIdOf, type SecretKeys } from '../../platform/secret-keys';
import type { OwnedKey } from '../../platform/turns';
import { sealWebhookSecret, type SecretColumn, secretColumns } from '../../shared/webhook-signing';
import { ensureSchema, withDatabase } from '../database';
import { CommandError } from '../failure';
import { goesOn, tellIfInterrupted } from '../interrupted';
import { describeKeyUse, openSecrets } from './key-use';
import { readSecrets, replaceSecrets, type SecretChange, type SecretRow } from './secret-store';
import { print } from '../printer';

/** The webhooks of one transaction. */
const PAGE = 100;

/** So long other writers of SQLite come first, between two transactions. */
const PAUSE_MS = 5;

/**
 * `callboard secrets rotate`: encrypts the secrets of all webhooks with the first key. Each step is
 * a transaction of its own, so it may be stopped and repeated, and servers that have both keys sign
 * before, during and after it.
 */
export async function rotateCommand(config: Config): Promise<readonly string[]> {
  const { secretKeys: keys } = config;
  const [first] = keys;
  if (first === undefined) {
    throw new CommandError('SECRETS_KEY_FILE is not set. It names the file with the keys.');
  }
  return withDatabase(config, async (database) => {
    await ensureSchema(database);
    const { encrypted, faults } = await tellIfInterrupted(goesOn, () =>
      rotateSecrets(database, keys),
    );
    const [fault] = faults;
    if (fault !== undefined) {
      throw new CommandError(
        `${faults.length} webhooks have secrets that cannot be read, so they stay as they are: ${fault} Encrypted those of ${encrypted} others with the key ${first.id}.`,
      );
    }
    const { others, counted } = await describeKeyUse(createReader(database), keys);
    return [
      ...(isOpenToOthers(config.secretsKeyFile)
        ? ['Other users can read the file of SECRETS_KEY_FILE. Run chmod 600 on it.']
        : []),
      `Encrypted the secrets of ${encrypted} webhooks with the key ${first.id}.`,
      others === 0
        ? `All ${counted} secrets are encrypted with it. Only copies of before need another key: backups and exports.`
        : `${others} secrets are not encrypted with it, because a server stored them meanwhile. Restart all servers with this file, and repeat the command.`,
    ];
  });
}

/** What a rotation did. */
interface Rotation {
  /** The webhooks whose secrets it encrypted. */
  readonly encrypted: number;
  /** A sentence for each webhook whose secrets the keys do not decrypt. */
  readonly faults: readonly string[];
}

async function rotateSecrets(database: Database, keys: SecretKeys): Promise<Rotation> {
  const faults: string[] = [];
  let encrypted = 0;
  for (let after: OwnedKey | undefined = ['', '']; after !== undefined;) {
    const start: OwnedKey = after;
    const page: readonly SecretRow[] = await transact(database, async (transaction) => {
      const rows = await readSecrets(transaction, start, PAGE);
      const changes = rows.flatMap((row) => changeOf(keys, row, faults) ?? []);
      encrypted += await replaceSecrets(transaction, changes);
      return rows;
    });
    const last = page.at(-1);
    after = page.length < PAGE || last === undefined ? undefined : [last.workspace_id, last.id];
    if (after !== undefined) await pause(PAUSE_MS);
  }
  return { encrypted, faults };
}

/** What to store instead; undefined if nothing changes or a secret cannot be read. */
function changeOf(keys: SecretKeys, row: SecretRow, faults: string[]): SecretChange | undefined {
  const first = keys[0]?.id;
  const stored = secretColumns.map((column) => row[column]);
  if (stored.every((one) => one === null || keyIdOf(one) === first)) return undefined;
  const opened = openSecrets(keys, row);
  if (opened.fault !== undefined) {
    faults.push(`${row.id} of ${row.workspace_id}. ${opened.fault}`);
    return undefined;
  }
  const sealed = (column: SecretColumn): string | null => {
    const secret = opened.secrets.get(column);
    return secret === undefined ? null : sealWebhookSecret(keys, row, column, secret);
  };
  return {
    row,
    columns: {
      secret: sealed('secret'),
      previous_secret: sealed('previous_secret'),
      secret_url: sealed('secret_url'),
    },
  };
}

/** Adds `callboard secrets` and its subcommand, which loads its code on demand. */
export function addSecrets(program: Command): void {
  program
    .command('secrets')
    .description('manage the encryption of stored secrets')
    .command('rotate')
    .description(
      'encrypt the secrets of all webhooks with the first key of SECRETS_KEY_FILE, also while servers run',
    )
    .action(async () => {
      const config = loadConfig();
      const { rotateCommand } = await import('./rotate.js');
      print(...(await rotateCommand(config)));
    });
}
