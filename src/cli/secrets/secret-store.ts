import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { SEALED } from '../../platform/secret-keys';
import type { OwnedKey } from '../../platform/turns';
import { secretColumns } from '../../shared/webhook-signing';

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

/** A webhook with its secrets, and what to store instead. */
export interface SecretChange {
  readonly row: SecretRow;
  readonly secret: string;
  readonly previous: string | null;
  readonly url: string | null;
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
  return transaction.write((db) =>
    db.raw(
      `with changed (workspace_id, id, old_secret, old_previous, old_url, secret, previous, url) as (values ${values})
       update webhooks set secret = changed.secret, previous_secret = changed.previous,
              secret_url = changed.url
         from changed
        where webhooks.workspace_id = changed.workspace_id and webhooks.id = changed.id
          and webhooks.secret = changed.old_secret
          and coalesce(webhooks.previous_secret, '') = coalesce(changed.old_previous, '')
          and coalesce(webhooks.secret_url, '') = coalesce(changed.old_url, '')
          and webhooks.deleted_at is null`,
      changes.flatMap(({ row, secret, previous, url }) => [
        row.workspace_id,
        row.id,
        row.secret,
        row.previous_secret,
        row.secret_url,
        secret,
        previous,
        url,
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
