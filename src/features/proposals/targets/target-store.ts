import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { isOpen } from '../../../shared/statuses';
import {
  type CopiedAction,
  copiedColumns,
  type Seen,
  seenColumns,
  type TemplateBlocker,
} from './target-rules';

type Nullable = string | null;
type Schemas = components['schemas'];

/** A record of a workspace. */
export interface TargetKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** An action as a person sees it, with the names of its references. */
export type TargetAction = CopiedAction & {
  readonly title: string;
  readonly requirements: string;
  readonly status: Schemas['ActionStatus'];
  readonly delegate_label: Nullable;
  readonly defer_until: Nullable;
  readonly due_at: Nullable;
  readonly priority: Schemas['ActionPriority'];
  readonly label_ids: Nullable;
  readonly assigned_actor_name: Nullable;
  readonly project_title: Nullable;
  readonly order_name: Nullable;
};

/** A project as a person sees it, with the name of its domain. */
export type TargetProject = Seen<'project'> & {
  readonly title: string;
  readonly work_mode: Schemas['WorkMode'];
  readonly state: Schemas['ProjectState'];
  readonly is_template: unknown;
  readonly due_at: Nullable;
  readonly domain_name: Nullable;
};

/** A document as a person sees it. */
export type TargetDocument = Seen<'document'> & {
  readonly title: string;
  readonly content: string;
  readonly access_mode: Schemas['DocumentAccessMode'];
};

// The name comes with the row, so nobody sees the name of another state.
const nameOf = (
  db: Knex,
  workspaceId: string,
  { table, column, reference }: Readonly<Record<'table' | 'column' | 'reference', string>>,
) =>
  db.raw(
    `(select named.${column} from ${table} as named
      where named.workspace_id = ? and named.id = target.${reference})`,
    [workspaceId],
  );

function actionsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('actions as target')
    .where('target.workspace_id', workspaceId)
    .select('target.id')
    .select(copiedColumns.map((name) => `target.${name}`))
    .select({
      assigned_actor_name: nameOf(db, workspaceId, {
        table: 'actors',
        column: 'name',
        reference: 'assigned_actor_id',
      }),
      project_title: nameOf(db, workspaceId, {
        table: 'projects',
        column: 'title',
        reference: 'project_id',
      }),
      order_name: nameOf(db, workspaceId, {
        table: 'orders',
        column: 'name',
        reference: 'order_id',
      }),
    });
}

/** The action of an id, or undefined. */
export function findTargetAction(
  reader: Reader,
  { workspaceId, id }: TargetKey,
): Promise<TargetAction | undefined> {
  return reader.first<TargetAction>((db) => actionsOf(db, workspaceId).where('target.id', id));
}

/** Open actions of a project after an id, in the order of ids. */
export function findTargetActions(
  reader: Reader,
  { workspaceId, id }: TargetKey,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<TargetAction[]> {
  return reader.rows<TargetAction>((db) =>
    actionsOf(db, workspaceId)
      .where('target.project_id', id)
      .where(isOpen('target.status'))
      .where('target.id', '>', afterId)
      .orderBy('target.id')
      .limit(limit),
  );
}

/** The project of an id, or undefined. */
export function findTargetProject(
  reader: Reader,
  { workspaceId, id }: TargetKey,
): Promise<TargetProject | undefined> {
  return reader.first<TargetProject>((db) =>
    db('projects as target')
      .where({ 'target.workspace_id': workspaceId, 'target.id': id })
      .select('target.id', 'target.state', 'target.is_template')
      .select(seenColumns.project.map((name) => `target.${name}`))
      .select({
        domain_name: nameOf(db, workspaceId, {
          table: 'domains',
          column: 'name',
          reference: 'domain_id',
        }),
      }),
  );
}

/** The document of an id, or undefined. People see every document. */
export function findTargetDocument(
  reader: Reader,
  { workspaceId, id }: TargetKey,
): Promise<TargetDocument | undefined> {
  return reader.first<TargetDocument>((db) =>
    db('documents as target')
      .where({ 'target.workspace_id': workspaceId, 'target.id': id })
      .select('target.id', 'target.access_mode')
      .select(seenColumns.document.map((name) => `target.${name}`)),
  );
}

/** The links on a project or on some actions, in the order of ids. */
export function findTargetLinks(
  reader: Reader,
  workspaceId: string,
  on: { readonly column: 'action_id' | 'project_id'; readonly ids: readonly string[] },
): Promise<Seen<'link'>[]> {
  return reader.rows<Seen<'link'>>((db) =>
    db('links')
      .where('workspace_id', workspaceId)
      .whereIn(on.column, [...on.ids])
      .orderBy('id')
      .select('id', ...seenColumns.link),
  );
}

/** The blockers of some actions. */
export function findTargetBlockers(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<TemplateBlocker[]> {
  return reader.rows<TemplateBlocker>((db) =>
    db('action_blockers')
      .where('workspace_id', workspaceId)
      .whereIn('action_id', [...actionIds])
      .select('action_id', 'blocker_id'),
  );
}

const named = {
  actors: 'name',
  domains: 'name',
  orders: 'name',
  projects: 'title',
  agent_requests: 'question',
} as const;

/** A table whose records have names. */
export type NamedTable = keyof typeof named | 'agents';

/** The name of a record; undefined when the workspace has none of that id. */
export async function findName(
  reader: Reader,
  table: NamedTable,
  { workspaceId, id }: TargetKey,
): Promise<string | undefined> {
  const row = await reader.first<{ name: string }>((db) => {
    if (table !== 'agents') {
      return db(table).where({ workspace_id: workspaceId, id }).select({ name: named[table] });
    }
    return db('agents')
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .where({ 'agents.workspace_id': workspaceId, 'agents.id': id })
      .select('actors.name');
  });
  return row?.name;
}

/** Stores the state of the target that a permission is for. */
export async function insertPermittedTarget(
  transaction: Transaction,
  { workspaceId, id }: TargetKey,
  state: string,
): Promise<void> {
  await transaction.write((db) =>
    db('permitted_targets').insert({ workspace_id: workspaceId, id, state }),
  );
}

/** The stored state of a permission; undefined when the proposal has none. */
export async function findPermittedTarget(
  reader: Reader,
  { workspaceId, id }: TargetKey,
): Promise<string | undefined> {
  const row = await reader.first<{ state: string }>((db) =>
    db('permitted_targets').where({ workspace_id: workspaceId, id }).select('state'),
  );
  return row?.state;
}

/** Deletes the states of permissions that have ended. */
export async function deletePermittedTarget(
  transaction: Transaction,
  { workspaceId, id }: TargetKey,
): Promise<void> {
  await deletePermittedTargets(transaction, workspaceId, [id]);
}

/** `deletePermittedTarget` for several permissions. */
export async function deletePermittedTargets(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.write((db) =>
    db('permitted_targets')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .delete(),
  );
}
