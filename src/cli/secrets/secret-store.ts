import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { SEALED } from '../../platform/secret-keys';
import type { OwnedKey } from '../../platform/turns';
import { type SecretColumn, secretColumns } from '../../shared/webhook-signing';

/** The stored secrets of a webhook. */
export interface SecretRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly secret_url: string | null;
}

/** The webhooks that have secrets, of all workspaces, in the order of their keys after `after`. */
export function readSecrets(
  reader: Reader,
  after: OwnedKey,
  limit: number,
): Promise<readonly SecretRow[]> {
  return reader.rows<SecretRow>((db) =>
    db('webhooks')
      .whereNull('deleted_at')
      .whereRaw('(workspace_id, id) > (?, ?)', [...after])
      .orderBy(['workspace_id', 'id'])
      .limit(limit)
      .select('workspace_id', 'id', ...secretColumns),
  );
}

/** The webhooks of a workspace that have secrets, in the order of their ids after `after`. */
export function readSecretsOf(
  reader: Reader,
  [workspaceId, after]: OwnedKey,
  limit: number,
): Promise<readonly SecretRow[]> {
  return reader.rows<SecretRow>((db) =>
    db('webhooks')
      .where({ workspace_id: workspaceId })
      .whereNull('deleted_at')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .select('workspace_id', 'id', ...secretColumns),
  );
}

/** A webhook with its secrets, and what its columns are to have instead. */
export interface SecretChange {
  readonly row: SecretRow;
  readonly columns: Readonly<Record<SecretColumn, string | null>>;
}

/**
 * Stores secrets that are encrypted anew, unless a request has replaced them meanwhile. It changes
 * neither what the secrets are nor the versions of the webhooks. Returns the number of webhooks.
 */
export async function replaceSecrets(
  transaction: Transaction,
  changes: readonly SecretChange[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const values = changes.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  const old = secretColumns.map((column) => `old_${column}`);
  const set = secretColumns.map((column) => `${column} = changed.${column}`);
  const same = secretColumns.map(
    (column) => `coalesce(webhooks.${column}, '') = coalesce(changed.old_${column}, '')`,
  );
  return transaction.write((db) =>
    db.raw(
      `with changed (workspace_id, id, ${[...old, ...secretColumns].join(', ')}) as (values ${values})
       update webhooks set ${set.join(', ')}
         from changed
        where webhooks.workspace_id = changed.workspace_id and webhooks.id = changed.id
          and ${same.join(' and ')}
          and webhooks.deleted_at is null`,
      changes.flatMap(({ row, columns }) => [
        row.workspace_id,
        row.id,
        ...secretColumns.map((column) => row[column]),
        ...secretColumns.map((column) => columns[column]),
      ]),
    ),
  );
}

/** The number of secrets that a key has encrypted; the empty id stands for plain text. */
export interface KeyUse {
  readonly keyId: string;
  readonly secrets: number;
}

/** The secrets of each column that are counted at most. */
const maxCounted = 100_000;

/** The keys that have encrypted the stored secrets, counted over at most 100,000 webhooks. */
export async function findKeyUse(reader: Reader): Promise<readonly KeyUse[]> {
  const start = SEALED.length;
  const stored = secretColumns.map(
    (column) =>
      `select * from (select ${column} as secret from webhooks
         where deleted_at is null and ${column} is not null limit ${maxCounted}) as of_${column}`,
  );
  const rows = await reader.rows<{ key_id: string; secrets: number | string }>((db) =>
    db.raw(
      `select key_id, count(*) as secrets
         from (select case when substr(secret, 1, ${start}) = '${SEALED}'
                           then substr(secret, ${start + 1}, 16) else '' end as key_id
                 from (${stored.join(' union all ')}) as stored) as keyed
        group by key_id order by key_id limit 100`,
    ),
  );
  return rows.map(({ key_id: keyId, secrets }) => ({ keyId, secrets: int(secrets) }));
}
