import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** The webhooks that are changed at a time. */
const batch = 500;

interface ChatRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly url: string;
  readonly deleted_at: string | null;
}

/**
 * A column for the whole URL of a chat, which is encrypted like other secrets. `url` has what people
 * see of it. `callboard secrets rotate` encrypts the URLs that exist.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [`alter table webhooks add column secret_url ${text}`]);
  for (let after: readonly string[] | undefined = ['', '']; after !== undefined;) {
    const rows: ChatRow[] = await db('webhooks')
      .whereNot('format', 'standard')
      .whereNotNull('url')
      .whereRaw('(workspace_id, id) > (?, ?)', [...after])
      .orderBy(['workspace_id', 'id'])
      .limit(batch)
      .select('workspace_id', 'id', 'url', 'deleted_at');
    for (const { workspace_id, id, url, deleted_at } of rows) {
      await db('webhooks')
        .where({ workspace_id, id })
        .update({
          url: `${new URL(url).origin}/***`,
          secret_url: deleted_at === null ? url : null,
        });
    }
    const last = rows.at(-1);
    after = last === undefined ? undefined : [last.workspace_id, last.id];
  }
}

/** Drops what `up` created. A URL that is encrypted meanwhile is lost. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    `update webhooks set url = secret_url where secret_url not like 'enc1:%'`,
    'alter table webhooks drop column secret_url',
  ]);
}
