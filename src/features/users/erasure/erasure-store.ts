import type { Database } from '../../../platform/db/connect';
import { isPacked, pack, unpack } from '../../../platform/db/packed-text';
import type { Reader } from '../../../platform/db/reader';
import { int } from '../../../platform/db/statements/columns';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { asObject } from '../../../platform/json';
import { notClosed } from '../../../shared/closed-workspaces-store';
import type { UserRow } from '../../auth';
import { erasedEnding, type ErasedTexts, replacerOf } from './erasure-rules';

/** An erasure that has not ended. */
interface ErasureRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly texts: string;
  readonly step: string;
  readonly after_key: string | null;
  readonly begins_at: string;
}

/** The key of an erasure. */
type ErasureKey = Pick<ErasureRow, 'workspace_id' | 'id'>;

const maxTexts = 100;

/** The number of erased people of a workspace. */
export async function countErased(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.first<{ erased: number }>((db) =>
    db('users')
      .where({ workspace_id: workspaceId })
      .where('email', 'like', `%${erasedEnding}`)
      .count({ erased: '*' }),
  );
  return int(row?.erased);
}

/** The names and addresses that a person has and had, as far as events and the audit tell. */
export async function findTextsOf(
  reader: Reader,
  user: UserRow,
): Promise<Pick<ErasedTexts, 'names' | 'sharedNames' | 'emails'>> {
  const about = { workspace_id: user.workspace_id, subject_type: 'user', subject_id: user.id };
  const titles = await reader.rows<{ subject_title: string }>((db) =>
    db('events').where(about).distinct('subject_title').limit(maxTexts),
  );
  const entries = await reader.rows<{
    subject_title: string;
    old_values: string | null;
    new_values: string | null;
  }>((db) =>
    db('audit_entries')
      .where(about)
      .distinct('subject_title', 'old_values', 'new_values')
      .limit(maxTexts),
  );
  const values = entries.flatMap(({ old_values: before, new_values: after }) =>
    [before, after].flatMap((text) => (text === null ? [] : [asObject(JSON.parse(text))])),
  );
  const valuesOf = (name: string): string[] =>
    values.flatMap(({ [name]: value }) => (typeof value === 'string' ? [value] : []));
  const names = new Set([
    user.name,
    ...titles.map(({ subject_title: title }) => title),
    ...entries.map(({ subject_title: title }) => title),
    ...valuesOf('name'),
  ]);
  const emails = new Set([user.email, ...valuesOf('email')]);
  const others = await reader.rows<{ name: string }>((db) =>
    db('actors')
      .where({ workspace_id: user.workspace_id })
      .whereNot('id', user.actor_id)
      .whereIn('name', [...names])
      .distinct('name'),
  );
  const shared = new Set(others.map(({ name }) => name));
  return {
    names: [...names].filter((name) => name !== '' && !shared.has(name)),
    sharedNames: [...shared],
    emails: [...emails],
  };
}

/**
 * Deletes the rows that are about a person alone: sessions, identities, resets, counts of failures,
 * what is mailed to them, and the invitations of their addresses. A new table with such rows belongs
 * here.
 */
export async function deletePrivateRows(
  transaction: Transaction,
  { workspace_id, id }: Pick<UserRow, 'workspace_id' | 'id'>,
  emails: readonly string[],
): Promise<void> {
  const tables = ['sessions', 'oidc_identities', 'password_resets', 'failed_sign_ins'];
  for (const table of [...tables, 'sign_in_links', 'notification_settings']) {
    await transaction.write((db) => db(table).where({ workspace_id, user_id: id }).delete());
  }
  await transaction.write((db) =>
    db('invitations')
      .where({ workspace_id })
      .whereIn('email', [...emails])
      .delete(),
  );
}

/** Stores the erasure of a person, whose steps begin at `beginsAt`. */
export async function insertErasure(
  transaction: Transaction,
  { workspace_id, id: user_id }: Pick<UserRow, 'workspace_id' | 'id'>,
  given: { readonly id: string; readonly texts: ErasedTexts; readonly beginsAt: string },
): Promise<void> {
  await transaction.write((db) =>
    db('erasures').insert({
      workspace_id,
      id: given.id,
      user_id,
      texts: JSON.stringify(given.texts),
      step: erasedTables[0]?.name ?? '',
      begins_at: given.beginsAt,
    }),
  );
}

/** Whether the erasure of a person, or of anybody of the workspace, has not ended. */
export async function isErasing(
  reader: Reader,
  workspaceId: string,
  userId?: string,
): Promise<boolean> {
  const row = await reader.first((db) => {
    const erasures = db('erasures').where({ workspace_id: workspaceId });
    if (userId !== undefined) void erasures.where({ user_id: userId });
    return erasures.limit(1).select('id');
  });
  return row !== undefined;
}

/** The erasure that began first of those that are due, in an open workspace. */
export function findDueErasure(
  reader: Reader,
  now: string,
  workspaceId?: string,
): Promise<ErasureKey | undefined> {
  return reader.first<ErasureKey>((db) => {
    const due = db('erasures')
      .where('begins_at', '<=', now)
      .where(notClosed(db, 'workspace_id'))
      .orderBy(['begins_at', 'id'])
      .limit(1)
      .select('workspace_id', 'id');
    return workspaceId === undefined ? due : due.where({ workspace_id: workspaceId });
  });
}

/**
 * Replaces the texts in the next rows of an erasure, in a transaction of its own. Two at once wait
 * for each other. The last one deletes the erasure.
 */
export function takeErasureStep(database: Database, key: ErasureKey): Promise<void> {
  return transact(database, async (transaction) => {
    await transaction.lock((db) =>
      db('erasures')
        .where({ ...key })
        .select('id')
        .forUpdate(),
    );
    const row = await transaction.first<ErasureRow>((db) => db('erasures').where({ ...key }));
    if (row === undefined) return;
    const at = erasedTables.findIndex(({ name }) => name === row.step);
    const table = erasedTables[at];
    const after = table && (await replacePage(transaction, row, table));
    const next = after === undefined ? erasedTables[at + 1] : table;
    await transaction.write((db) => {
      const erasure = db('erasures').where({ ...key });
      return next === undefined
        ? erasure.delete()
        : erasure.update({ step: next.name, after_key: after ?? null });
    });
  });
}

type StoredRow = Readonly<Record<string, string | null>>;

/** Replaces the texts of one page. Resolves with the JSON of its last key; undefined at the end. */
async function replacePage(
  transaction: Transaction,
  { workspace_id: workspaceId, texts: stored, after_key: after }: ErasureRow,
  table: ErasedTable,
): Promise<string | undefined> {
  const { name, key, texts, concerns = [], rows: limit } = table;
  const rows = await transaction.rows<StoredRow>((db) => {
    const page = db(name)
      .where({ workspace_id: workspaceId })
      .orderBy([...key])
      .limit(limit)
      .select([...new Set([...key, ...texts, ...concerns, ...typeColumns(table)])]);
    if (after === null) return page;
    const places = key.map(() => '?').join(', ');
    const values: string[] = JSON.parse(after);
    return page.whereRaw(`(${key.join(', ')}) > (${places})`, values);
  });
  const erased: ErasedTexts = JSON.parse(stored);
  const replace = replacerOf(erased);
  const ids = new Set<string | null>([erased.actorId, erased.userId]);
  const changed: StoredRow[] = [];
  for (const row of rows) {
    const concernsPerson = concerns.some((column) => ids.has(row[column] ?? null));
    const after = await replacedTexts(table, row, (text) => replace(text, concernsPerson));
    if (texts.some((column) => after[column] !== row[column])) {
      changed.push({
        ...Object.fromEntries(key.map((each) => [each, row[each] ?? null])),
        ...after,
      });
    }
  }
  if (changed.length > 0) await storeTexts(transaction, workspaceId, table, changed);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last && JSON.stringify(key.map((column) => last[column]));
}

function typeColumns({ ofPeople }: ErasedTable): readonly string[] {
  return ofPeople === undefined ? [] : ['subject_type'];
}

const typesOfPeople: ReadonlySet<string | null> = new Set(['user', 'invitation', 'session']);

async function replacedTexts(
  { texts, packed = [], ofPeople = [] }: ErasedTable,
  row: StoredRow,
  replace: (text: string) => string,
): Promise<StoredRow> {
  const isOfPerson = typesOfPeople.has(row['subject_type'] ?? null);
  const after = await Promise.all(
    texts.map(async (column): Promise<[string, string | null]> => {
      const text = row[column] ?? null;
      if (text === null || (ofPeople.includes(column) && !isOfPerson)) return [column, text];
      if (!packed.includes(column) || !isPacked(text)) return [column, replace(text)];
      const whole = await unpack(text);
      const replaced = replace(whole);
      return [column, replaced === whole ? text : await pack(replaced)];
    }),
  );
  return Object.fromEntries(after);
}

/** Updates the texts of some rows in one statement. */
async function storeTexts(
  transaction: Transaction,
  workspaceId: string,
  { name, key, texts, numbers = [] }: ErasedTable,
  rows: readonly StoredRow[],
): Promise<void> {
  const columns = [...key, ...texts];
  const given =
    transaction.dialect === 'postgres'
      ? `jsonb_to_recordset(?) as given (${columns.map((column) => `${column} ${numbers.includes(column) ? 'bigint' : 'text'}`).join(', ')})`
      : `(select ${columns.map((column) => `value ->> '${column}' as ${column}`).join(', ')}
           from json_each(?)) as given`;
  const set = texts.map((column) => `${column} = given.${column}`).join(', ');
  const same = key.map((column) => `${name}.${column} = given.${column}`).join(' and ');
  const values = JSON.stringify(rows);
  // Without the list of keys, SQLite reads all rows of the workspace, and the JSON for each of them.
  const isSqlite = transaction.dialect === 'sqlite';
  const keys = key.map((column) => `value ->> '${column}'`).join(', ');
  const owned = key.map((column) => `${name}.${column}`).join(', ');
  const listed = isSqlite ? ` and (${owned}) in (select ${keys} from json_each(?))` : '';
  const bindings = isSqlite ? [values, workspaceId, values] : [values, workspaceId];
  await transaction.write((db) =>
    db.raw(
      `update ${name} set ${set} from ${given} where ${name}.workspace_id = ? and ${same}${listed}`,
      bindings,
    ),
  );
}

/** A table with texts that the service wrote, in which names and addresses of people may be. */
interface ErasedTable {
  readonly name: string;
  /** The primary key without `workspace_id`. */
  readonly key: readonly string[];
  /** The columns of the key that are no texts. */
  readonly numbers?: readonly string[];
  readonly texts: readonly string[];
  /** The columns whose text `pack` may have compressed. */
  readonly packed?: readonly string[];
  /** The columns with the actor or the person whom the row concerns. */
  readonly concerns?: readonly string[];
  /** The columns that are replaced only in rows about people, because others have people's texts. */
  readonly ofPeople?: readonly string[];
  /** The rows of one transaction. */
  readonly rows: number;
}

/**
 * The tables of an erasure, in order. **A new table in which the service stores names or addresses
 * belongs here**, or, if it has a row of the person, in `deletePrivateRows`. Events come before the
 * copies and messages that are made from them.
 */
const erasedTables: readonly ErasedTable[] = [
  {
    name: 'events',
    key: ['id'],
    texts: ['subject_title', 'summary'],
    concerns: ['actor_id', 'subject_id', 'on_behalf_of_actor_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  {
    name: 'agent_news',
    key: ['agent_actor_id', 'position'],
    numbers: ['position'],
    texts: ['subject_title', 'summary'],
    concerns: ['actor_id', 'subject_id', 'on_behalf_of_actor_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  {
    name: 'audit_entries',
    key: ['id'],
    texts: ['subject_title', 'old_values', 'new_values'],
    concerns: ['actor_id', 'subject_id'],
    ofPeople: ['subject_title'],
    rows: 200,
  },
  { name: 'agent_requests', key: ['id'], texts: ['result'], rows: 100 },
  { name: 'permitted_targets', key: ['id'], texts: ['state'], rows: 100 },
  {
    name: 'idempotency_records',
    key: ['actor_id', 'operation_id', 'client_request_id'],
    texts: ['headers', 'body'],
    packed: ['body'],
    rows: 50,
  },
  {
    name: 'webhook_deliveries',
    key: ['id'],
    texts: ['body', 'response_text', 'error'],
    rows: 50,
  },
];
