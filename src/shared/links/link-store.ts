import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import { maxCounted } from '../../platform/db/statements/text-filter';
import {
  insertRows,
  type RowChanges,
  updateVersioned,
} from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import { notFound } from '../../platform/problems';
import { type NamesOf, selectNames } from '../actor-store';
import { type DocumentViewer, onVisibleDocuments } from '../document-visibility';
import { onHiddenActions, onShownActions } from '../plans';
import { authorsOf } from '../text-store';

/** The columns of the table `links`. Times are ISO 8601 UTC. */
export interface LinkRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string | null;
  /** The last author of the title if it is not the creator. */
  readonly title_by_actor_id: string | null;
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

/** A link with the names of its creator and of the author of its title. */
export type NamedLink = LinkRow & NamesOf<'created' | 'title'>;

/** Adds the columns of a NamedLink. */
export function selectLink(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return selectNames(query.select('links.*'), 'links', ['created', 'title']);
}

/** The filters of a list of links, as the contract names them, and the id of one link. */
export type LinkFilters = Partial<
  Readonly<Record<'id' | 'action_id' | 'project_id' | 'order_id' | 'document_id', string>>
>;

/**
 * The links that a caller sees. Links to documents that the viewer does not see are hidden, and so
 * are links on actions that ended before `historyStart` (null: no limit).
 */
export interface LinkScope {
  readonly workspaceId: string;
  readonly viewer: DocumentViewer;
  readonly historyStart: string | null;
}

/** The links in the scope that match, to count and page. */
export function matchingLinks(db: Knex, scope: LinkScope, filters: LinkFilters): Knex.QueryBuilder {
  return linksToVisibleDocuments(db, scope, filters).where(
    onShownActions({ ...scope, start: scope.historyStart }, 'links'),
  );
}

/**
 * Counts the matching links on actions that ended before the plan's history window, up to 10,000.
 */
export async function countHiddenLinks(
  reader: Reader,
  scope: LinkScope,
  filters: LinkFilters,
): Promise<number> {
  const { historyStart: start } = scope;
  if (start === null) return 0;
  const row = await reader.first<{ hidden: number }>((db) =>
    db
      .from(
        linksToVisibleDocuments(db, scope, filters)
          .where(onHiddenActions({ ...scope, start }, 'links.action_id'))
          .select(db.raw('1 as one'))
          .limit(maxCounted)
          .as('beyond'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}

function linksToVisibleDocuments(
  db: Knex,
  { workspaceId, viewer }: LinkScope,
  filters: LinkFilters,
): Knex.QueryBuilder {
  const query = db('links')
    .where('links.workspace_id', workspaceId)
    .where(onVisibleDocuments(viewer, 'links'));
  for (const [column, id] of Object.entries(filters)) void query.where(`links.${column}`, id);
  return query;
}

/** The link of an id; 404 when the caller sees none. */
export async function getLinkRow(reader: Reader, scope: LinkScope, id: string): Promise<NamedLink> {
  const row = await reader.first<NamedLink>((db) => selectLink(matchingLinks(db, scope, { id })));
  if (row === undefined) throw notFound('link', id);
  return row;
}

/** `getLinkRow` with its row locked until the transaction ends. */
export async function lockLinkRow(
  transaction: Transaction,
  scope: LinkScope,
  id: string,
): Promise<NamedLink> {
  const row = await transaction.first<NamedLink>((db) =>
    selectLink(matchingLinks(db, scope, { id })).forNoKeyUpdate('links'),
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

/** Changes columns of a locked link and increments its version. Returns the changed row. */
export function updateLinkRow(
  transaction: Transaction,
  link: NamedLink,
  changes: RowChanges<LinkRow>,
): Promise<NamedLink> {
  return updateVersioned<NamedLink>(transaction, 'links', link, changes);
}

/** Deletes a link. */
export async function deleteLinkRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<LinkRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await transaction.write((db) => db('links').where({ workspace_id, id }).delete());
}

/** The links on some actions or projects (at most 500), oldest first. */
export function findLinksOf(
  reader: Reader,
  workspaceId: string,
  subjects: { readonly column: 'action_id' | 'project_id'; readonly ids: readonly string[] },
): Promise<LinkRow[]> {
  return reader.rows<LinkRow>((db) =>
    db('links')
      .where('workspace_id', workspaceId)
      .whereIn(subjects.column, [...subjects.ids])
      .orderBy(['created_at', 'id']),
  );
}

/** The links on an action, a project or an order to any of these targets, oldest first. */
export function findLinksTo(
  reader: Reader,
  workspaceId: string,
  subject: Pick<LinkRow, 'action_id' | 'project_id' | 'order_id'>,
  targets: readonly Pick<LinkRow, 'url' | 'document_id'>[],
): Promise<NamedLink[]> {
  const named = Object.entries(subject).filter(([, id]) => id !== null);
  const present = (column: 'url' | 'document_id'): string[] =>
    targets.flatMap((target) => target[column] ?? []);
  return reader.rows<NamedLink>((db) =>
    selectLink(
      db('links')
        .where('links.workspace_id', workspaceId)
        .where(Object.fromEntries(named.map(([column, id]) => [`links.${column}`, id])))
        .where((either) => {
          void either
            .whereIn('links.url', present('url'))
            .orWhereIn('links.document_id', present('document_id'));
        })
        .orderBy(['links.created_at', 'links.id']),
    ),
  );
}

/**
 * The creator of a project or order, and the agent of an order; undefined when the workspace has
 * none of that id. Locks its row until the transaction ends, so that links are attached to it one
 * after the other.
 */
export function lockSubjectOwner(
  transaction: Transaction,
  workspaceId: string,
  { table, id }: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<{ created_by_actor_id: string; agent_id: string | null } | undefined> {
  return transaction.first<{ created_by_actor_id: string; agent_id: string | null }>((db) =>
    db(table)
      .where({ workspace_id: workspaceId, id })
      .select('created_by_actor_id', table === 'orders' ? 'agent_id' : db.raw('null as agent_id'))
      .forNoKeyUpdate(),
  );
}

/** A link in the contract's shape. */
export function toLink(row: NamedLink): components['schemas']['Link'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    url: row.url,
    document_id: row.document_id,
    title: row.title,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['title']),
  };
}
