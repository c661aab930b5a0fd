import type { Knex } from 'knex';
import type { ReadHand, WriteHand } from '../platform/db/hands';

/** A project as it is stored. */
export interface ProjectRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly description: string | null;
  readonly domain_id: string | null;
  readonly is_template: unknown;
  readonly state: 'active' | 'paused' | 'completed' | 'dropped';
  readonly work_mode: 'sequential' | 'parallel';
  readonly due_at: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** The projects of a workspace, to filter, count and page. */
export function projectsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('projects').where('projects.workspace_id', workspaceId);
}

/** The project of an id, or undefined. */
export function findProject(
  hand: ReadHand,
  workspaceId: string,
  id: string,
): Promise<ProjectRow | undefined> {
  return hand.first<ProjectRow>((db) =>
    projectsOf(db, workspaceId).where('projects.id', id).select('projects.*'),
  );
}

/**
 * `findProject` with its row locked until the transaction ends. The full lock also holds up an action that is just being added to it,
 * whose foreign key needs the row: so a project that closes is counted with every action that it will ever have had.
 */
export function findProjectForUpdate(
  hand: WriteHand,
  workspaceId: string,
  id: string,
): Promise<ProjectRow | undefined> {
  return hand.first<ProjectRow>((db) =>
    projectsOf(db, workspaceId).where('projects.id', id).select('projects.*').forUpdate(),
  );
}

/** Stores a project. */
export async function insertProject(hand: WriteHand, project: ProjectRow): Promise<void> {
  await hand.write((db) => db('projects').insert(project));
}

/** Changes columns of a project. */
export async function updateProjectRow(
  hand: WriteHand,
  { workspace_id, id }: Pick<ProjectRow, 'workspace_id' | 'id'>,
  changes: Partial<ProjectRow>,
): Promise<void> {
  await hand.write((db) => db('projects').where({ workspace_id, id }).update(changes));
}
