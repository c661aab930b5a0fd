import type { Knex } from 'knex';
import type { ReadHand, WriteHand } from '../platform/db/hands';

/** A domain as it is stored, with its live counts. */
export interface DomainRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string | null;
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

/** Adds the columns of a DomainRow: the counts leave templates out. */
export function selectDomain(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  const projects = db('projects as p')
    .whereRaw('p.workspace_id = domains.workspace_id and p.domain_id = domains.id')
    .where({ 'p.state': 'active', 'p.is_template': false })
    .count('*');
  const actions = db('actions as a')
    .leftJoin('projects as ap', (on) => {
      on.on('ap.workspace_id', 'a.workspace_id').on('ap.id', 'a.project_id');
    })
    .whereRaw('a.workspace_id = domains.workspace_id and a.domain_id = domains.id')
    .whereIn('a.status', ['inbox', 'ready', 'waiting'])
    .where('a.is_template', false)
    .where((own) => {
      void own.whereNull('ap.id').orWhere('ap.is_template', false);
    })
    .count('*');
  return query.select('domains.*', projects.as('project_count'), actions.as('action_count'));
}

/** The domain of an id, or undefined. */
export function findDomain(
  hand: ReadHand,
  workspaceId: string,
  id: string,
): Promise<DomainRow | undefined> {
  return hand.first<DomainRow>((db) =>
    selectDomain(domainsOf(db, workspaceId).where('domains.id', id), db),
  );
}

/** Stores a domain. */
export async function insertDomain(
  hand: WriteHand,
  domain: {
    readonly id: string;
    readonly workspaceId: string;
    readonly name: string;
    readonly description: string | null;
    readonly actorId: string;
    readonly now: string;
  },
): Promise<void> {
  await hand.write((db) =>
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
