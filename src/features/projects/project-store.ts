import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import { bool, isFalse, isOneOf, isTrue } from '../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import { notFound } from '../../platform/problems';
import { type NamesOf, selectNames } from '../../shared/actor-store';
import { authorsOf } from '../../shared/text-store';

/** The columns of the table `projects`. Times are ISO 8601 UTC. */
export interface ProjectRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly description: string | null;
  /** The last author of the title if it is not the creator. */
  readonly title_by_actor_id: string | null;
  readonly description_by_actor_id: string | null;
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

/** The texts of a project that an actor other than its creator may rewrite. */
export const projectTexts = ['title', 'description'] as const;

type Text = (typeof projectTexts)[number];

export const projectNames = ['created', ...projectTexts] as const;

/** A project with the names of its creator and of the authors of its texts. */
export type NamedProject = ProjectRow & NamesOf<'created' | Text>;

/** Adds the columns of a NamedProject. */
export function selectProject(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return selectNames(query.select('projects.*'), 'projects', projectNames);
}

/** The filters of a list of projects, as the contract names them. */
export interface ProjectFilters {
  readonly state?: readonly ProjectRow['state'][];
  readonly domain_id?: string;
  readonly is_template?: boolean;
}

/** A query for the projects that match, to count and page. */
export function matchingProjects(
  workspaceId: string,
  { state, domain_id: domainId, is_template: isTemplate }: ProjectFilters = {},
): (db: Knex) => Knex.QueryBuilder {
  return (db) => {
    const query = db('projects').where('projects.workspace_id', workspaceId);
    if (state !== undefined) void query.where(isOneOf('projects.state', state));
    if (domainId !== undefined) void query.where('projects.domain_id', domainId);
    if (isTemplate === true) void query.where(isTrue('projects.is_template'));
    if (isTemplate === false) void query.where(isFalse('projects.is_template'));
    return query;
  };
}

/** The project of an id, or undefined. */
export function findProject(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<NamedProject | undefined> {
  return reader.first<NamedProject>((db) =>
    selectProject(matchingProjects(workspaceId)(db).where('projects.id', id)),
  );
}

/** The project of an id; 404 when the workspace has none. */
export async function getProjectRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<NamedProject> {
  const row = await findProject(reader, workspaceId, id);
  if (row === undefined) throw notFound('project', id);
  return row;
}

/**
 * `getProjectRow` with its row locked until the transaction ends. A concurrent insert of an action
 * into the project waits, because it shares a lock on the row; an insert that only refers to the
 * project, such as an event's, does not.
 */
export async function lockProject(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<NamedProject> {
  const row = await transaction.first<NamedProject>((db) =>
    selectProject(matchingProjects(workspaceId)(db).where('projects.id', id)).forNoKeyUpdate(
      'projects',
    ),
  );
  if (row === undefined) throw notFound('project', id);
  return row;
}

/** Stores a project. */
export async function insertProject(transaction: Transaction, project: ProjectRow): Promise<void> {
  await transaction.write((db) => db('projects').insert(project));
}

/** Changes columns of a locked project and increments its version. Returns the changed row. */
export function updateProjectRow(
  transaction: Transaction,
  project: NamedProject,
  changes: RowChanges<ProjectRow>,
): Promise<NamedProject> {
  return updateVersioned<NamedProject>(transaction, 'projects', project, changes);
}

/** A project in the contract's shape. */
export function toProject(row: NamedProject): components['schemas']['Project'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    description: row.description,
    domain_id: row.domain_id,
    is_template: bool(row.is_template),
    state: row.state,
    work_mode: row.work_mode,
    due_at: row.due_at,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['title', 'description']),
  };
}
