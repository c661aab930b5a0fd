import type { Knex } from 'knex';
import { int, isFalse, isOneOf } from '../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../platform/db/statements/compiled';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { notFound } from '../../platform/problems';
import { selectNames, type NamesOf } from '../../shared/actor-store';
import { isOpen } from '../../shared/statuses';
import type { AuthorColumns } from '../../shared/text-store';

/** The texts of a domain that an actor other than its creator may rewrite. */
export const domainTexts = ['name', 'description'] as const;

type Text = (typeof domainTexts)[number];

/** A domain as it is stored, with its live counts and the names of its authors. */
export interface DomainRow extends AuthorColumns<Text>, NamesOf<'created' | Text> {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly state: 'active' | 'archived';
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly project_count: number;
  readonly action_count: number;
}

/** The domains of a workspace, to count and page. */
export function domainsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('domains').where('domains.workspace_id', workspaceId);
}

/** Adds the columns of a DomainRow. The counts exclude templates. */
export function selectDomain(
  query: Knex.QueryBuilder,
  db: Knex,
  workspaceId: string,
): Knex.QueryBuilder {
  const projects = db('projects as p')
    .where('p.workspace_id', workspaceId)
    .whereRaw('p.domain_id = domains.id')
    .where(isOneOf('p.state', ['active']))
    .where(isFalse('p.is_template'))
    .count('*');
  const actions = db('actions as a')
    .leftJoin('projects as ap', (on) => {
      on.on('ap.workspace_id', 'a.workspace_id').on('ap.id', 'a.project_id');
    })
    .where('a.workspace_id', workspaceId)
    .whereRaw('a.domain_id = domains.id')
    .where(isOpen('a.status'))
    .where('a.is_template', false)
    .where((own) => {
      void own.whereNull('ap.id').orWhere(isFalse('ap.is_template'));
    })
    .count('*');
  void query.select('domains.*', projects.as('project_count'), actions.as('action_count'));
  return selectNames(query, 'domains', ['created', ...domainTexts]);
}

/** The domain of an id; 404 when the workspace has none. */
export async function getDomainRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<DomainRow> {
  const row = await reader.first<DomainRow>((db) =>
    selectDomain(domainsOf(db, workspaceId).where('domains.id', id), db, workspaceId),
  );
  if (row === undefined) throw notFound('domain', id);
  return row;
}

/**
 * `getDomainRow` with its row locked until the transaction ends. The lock for archiving also waits
 * for concurrent inserts of records into the domain.
 */
export async function lockDomain(
  transaction: Transaction,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  toArchive: boolean,
): Promise<DomainRow> {
  await transaction.lock((db) => {
    const row = db('domains').where({ workspace_id: workspaceId, id }).select('id');
    return toArchive ? row.forUpdate() : row.forNoKeyUpdate();
  });
  return getDomainRow(transaction, workspaceId, id);
}

/**
 * Counts the records that use a domain: active or paused projects, open actions, orders that are
 * not dropped.
 */
export async function countUses(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<DomainUses> {
  const key = { workspace_id: workspaceId, domain_id: id };
  const row = await reader.first<DomainUses>((db) =>
    db.select(
      db('projects')
        .where(key)
        .where(isOneOf('state', ['active', 'paused']))
        .count('*')
        .as('projects'),
      db('actions').where(key).where(isOpen('status')).count('*').as('actions'),
      db('orders')
        .where(key)
        .whereNot(isOneOf('state', ['dropped']))
        .count('*')
        .as('orders'),
    ),
  );
  return {
    projects: int(row?.projects),
    actions: int(row?.actions),
    orders: int(row?.orders),
  };
}

/** Counts of the records that use a domain. */
export interface DomainUses {
  readonly projects: number;
  readonly actions: number;
  readonly orders: number;
}

/** Changes columns of a locked domain and increments its version. Returns the changed row. */
export function updateDomainRow(
  transaction: Transaction,
  domain: DomainRow,
  changes: RowChanges<DomainRow>,
): Promise<DomainRow> {
  return updateVersioned(transaction, 'domains', domain, changes);
}

/** Stores a domain. */
export async function insertDomain(
  transaction: Transaction,
  domain: {
    readonly id: string;
    readonly workspaceId: string;
    readonly name: string;
    readonly description: string | null;
    readonly actorId: string;
    readonly now: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('domains').insert({
      workspace_id: domain.workspaceId,
      id: domain.id,
      name: domain.name,
      description: domain.description,
      created_by_actor_id: domain.actorId,
      updated_by_actor_id: domain.actorId,
      created_at: domain.now,
      updated_at: domain.now,
      version: 1,
    }),
  );
}
