import type { Knex } from 'knex';
import { onVisibleDocuments, type DocumentViewer } from '../document-visibility';
import { onHiddenActions, onShownActions } from '../plans';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { maxCounted } from '../../platform/db/statements/page';
import { insertRows } from '../../platform/db/statements/insert';
import { notFound } from '../../platform/problems';

/** The columns of the table `links`. Times are ISO 8601 UTC. */
export interface LinkRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly document_id: string | null;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** Which links to read, as the contract names the filters. */
export type LinkFilters = Partial<
  Readonly<Record<'id' | 'action_id' | 'project_id' | 'order_id' | 'document_id', string>>
>;

/**
 * A workspace, and what the reader of its links sees: whose private documents, and from when on
 * ended actions (null: all).
 */
export interface LinkScope {
  readonly workspaceId: string;
  readonly privateOf: DocumentViewer;
  readonly historyStart: string | null;
}

/**
 * The links that match and that the reader sees, to count and page: not those to unseen documents
 * or on unseen actions.
 */
export function matchingLinks(db: Knex, of: LinkScope, filters: LinkFilters): Knex.QueryBuilder {
  return linksToSeen(db, of, filters).where(onShownActions(of.historyStart, 'links'));
}

/**
 * How many of the matching links are on actions before the plan's history window; beyond 10,000 the
 * count stops.
 */
export async function countHiddenLinks(
  reader: Reader,
  of: LinkScope,
  filters: LinkFilters,
): Promise<number> {
  const { historyStart: start } = of;
  if (start === null) return 0;
  const row = await reader.first<{ hidden: number }>((db) =>
    db
      .from(
        linksToSeen(db, of, filters)
          .where(onHiddenActions(start, 'links.action_id'))
          .select(db.raw('1 as one'))
          .limit(maxCounted)
          .as('beyond'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}

function linksToSeen(
  db: Knex,
  { workspaceId, privateOf }: LinkScope,
  filters: LinkFilters,
): Knex.QueryBuilder {
  const query = db('links')
    .where('links.workspace_id', workspaceId)
    .where(onVisibleDocuments(privateOf, 'links'));
  for (const [column, id] of Object.entries(filters)) void query.where(`links.${column}`, id);
  return query;
}

/** The link of an id; 404 when there is none that the reader sees. */
export async function getLinkRow(reader: Reader, of: LinkScope, id: string): Promise<LinkRow> {
  const row = await reader.first<LinkRow>((db) => matchingLinks(db, of, { id }).select('links.*'));
  if (row === undefined) throw notFound('link', id);
  return row;
}

/** `getLinkRow` with its row locked until the transaction ends. */
export async function lockLinkRow(
  transaction: Transaction,
  of: LinkScope,
  id: string,
): Promise<LinkRow> {
  const row = await transaction.first<LinkRow>((db) =>
    matchingLinks(db, of, { id }).select('links.*').forNoKeyUpdate(),
  );
  if (row === undefined) throw notFound('link', id);
  return row;
}

/** Stores links, in as few statements as the databases allow. */
export async function insertLinks(
  transaction: Transaction,
  links: readonly LinkRow[],
): Promise<void> {
  await insertRows(
    transaction,
    'links',
    links.map((link) => ({ ...link })),
  );
}

/** Changes columns of a link. */
export async function updateLinkRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<LinkRow, 'workspace_id' | 'id'>,
  changes: Partial<LinkRow>,
): Promise<void> {
  await transaction.write((db) => db('links').where({ workspace_id, id }).update(changes));
}

/** Removes a link. */
export async function deleteLinkRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<LinkRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await transaction.write((db) => db('links').where({ workspace_id, id }).delete());
}

/** The links attached to one of some actions or projects (at most 500), in the order in which they were attached. */
export function findLinksOf(
  reader: Reader,
  workspaceId: string,
  of: { readonly column: 'action_id' | 'project_id'; readonly ids: readonly string[] },
): Promise<LinkRow[]> {
  return reader.rows<LinkRow>((db) =>
    db('links')
      .where('workspace_id', workspaceId)
      .whereIn(of.column, [...of.ids])
      .orderBy(['created_at', 'id']),
  );
}

/** Who created a project or order, and the agent that keeps the order; undefined when the workspace has none. */
export function findSubjectOwner(
  reader: Reader,
  workspaceId: string,
  { table, id }: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<{ created_by_actor_id: string; agent_id: string | null } | undefined> {
  return reader.first<{ created_by_actor_id: string; agent_id: string | null }>((db) =>
    db(table)
      .where({ workspace_id: workspaceId, id })
      .select('created_by_actor_id', table === 'orders' ? 'agent_id' : db.raw('null as agent_id')),
  );
}
