import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/db/reader';
import { migrations } from '../../platform/db/migrations';
import { readColumns } from './column-store';
import { readTable } from './export-store';
import { headerLine, recordLine, trailerLine } from './record-rules';
import { transferTables } from './transfer-tables';
import { hasWebhookSecret, withoutWebhookSecrets } from './webhook-secrets';

/**
 * Yields the text of an export, one page of rows at a time: a header, one line per row, a trailer.
 * The reader must see one snapshot throughout. Equal rows yield equal bytes on every database.
 * `onRows` is called with the number of rows of each page, `onSecrets` with the number of webhooks
 * whose secrets it contains.
 */
export async function* exportLines(
  reader: Reader,
  workspaceId: string,
  onRows: (count: number) => void,
  {
    withoutSecrets = false,
    onSecrets = () => undefined,
  }: { readonly withoutSecrets?: boolean; readonly onSecrets?: (count: number) => void } = {},
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (lines: readonly string[]): string => {
    const text = lines.map((line) => `${line}\n`).join('');
    hash.update(text);
    return text;
  };
  const counts: Record<string, number> = {};

  yield hashed([headerLine({ schema: migrations.at(-1)?.name ?? '', workspaceId })]);
  for (const table of transferTables) {
    counts[table.name] = 0;
    const columns = await readColumns(reader, table);
    for await (const rows of readTable(reader, table, columns, workspaceId)) {
      counts[table.name] = (counts[table.name] ?? 0) + rows.length;
      const hasSecrets = table.name === 'webhooks';
      const written = hasSecrets && withoutSecrets ? rows.map(withoutWebhookSecrets) : rows;
      yield hashed(written.map((row) => recordLine(table.name, row)));
      if (hasSecrets && !withoutSecrets) onSecrets(rows.filter(hasWebhookSecret).length);
      onRows(rows.length);
    }
  }
  yield `${trailerLine({ rows: counts, sha256: hash.digest('hex') })}\n`;
}
