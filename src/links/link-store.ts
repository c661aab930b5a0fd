import type { Knex } from 'knex';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import { insertRows } from '../platform/db/insert';
import { notFound } from '../platform/problems';

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

/** Which links a list is about, as the contract names the filters. */
export type LinkFilters = Partial<
  Readonly<Record<'action_id' | 'project_id' | 'order_id' | 'document_id', string>>
>;

/** The links that match, to count and page. */
export function matchingLinks(
  db: Knex,
  workspaceId: string,
  filters: LinkFilters,
): Knex.QueryBuilder {
  const query = db('links').where('links.workspace_id', workspaceId);
  for (const [column, id] of Object.entries(filters)) void query.where(`links.${column}`, id);
  return query;
}

/** The link of an id; 404 when the workspace has none. */
export async function getLinkRow(
  hand: ReadHand,
  workspaceId: string,
  id: string,
): Promise<LinkRow> {
  const row = await hand.first<LinkRow>((db) =>
    db('links').where({ workspace_id: workspaceId, id }),
  );
  if (row === undefined) throw notFound('link', id);
  return row;
}

/** `getLinkRow` with its row locked until the transaction ends. */
export async function lockLinkRow(
  hand: WriteHand,
  workspaceId: string,
  id: string,
): Promise<LinkRow> {
  const row = await hand.first<LinkRow>((db) =>
    db('links').where({ workspace_id: workspaceId, id }).forNoKeyUpdate(),
  );
  if (row === undefined) throw notFound('link', id);
  return row;
}

/** Stores links, in as few statements as the databases allow. */
export async function insertLinks(hand: WriteHand, links: readonly LinkRow[]): Promise<void> {
  await insertRows(
    hand,
    'links',
    links.map((link) => ({ ...link })),
  );
}

/** Changes columns of a link. */
export async function updateLinkRow(
  hand: WriteHand,
  { workspace_id, id }: Pick<LinkRow, 'workspace_id' | 'id'>,
  changes: Partial<LinkRow>,
): Promise<void> {
  await hand.write((db) => db('links').where({ workspace_id, id }).update(changes));
}

/** Removes a link. */
export async function deleteLinkRow(
  hand: WriteHand,
  { workspace_id, id }: Pick<LinkRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await hand.write((db) => db('links').where({ workspace_id, id }).delete());
}

/** The links attached to one of some actions or projects (at most 500), in the order in which they were attached. */
export function findLinksOf(
  hand: ReadHand,
  workspaceId: string,
  of: { readonly column: 'action_id' | 'project_id'; readonly ids: readonly string[] },
): Promise<LinkRow[]> {
  return hand.rows<LinkRow>((db) =>
    db('links')
      .where('workspace_id', workspaceId)
      .whereIn(of.column, [...of.ids])
      .orderBy(['created_at', 'id']),
  );
}

/** Who created a project or order, and the agent that keeps the order; undefined when the workspace has none. */
export function findPlaceOwner(
  hand: ReadHand,
  workspaceId: string,
  { table, id }: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<{ created_by_actor_id: string; agent_id: string | null } | undefined> {
  return hand.first<{ created_by_actor_id: string; agent_id: string | null }>((db) =>
    db(table)
      .where({ workspace_id: workspaceId, id })
      .select('created_by_actor_id', table === 'orders' ? 'agent_id' : db.raw('null as agent_id')),
  );
}
