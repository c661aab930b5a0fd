import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { compiledStatement } from '../../../platform/db/statements/compiled-statement';
import { open } from '../lists/action-scopes-store';
import type { StoredAction } from '../action-store';
import { noClaim } from '../claims/claim-rules';

/** A project of a workspace. */
export interface ProjectKey {
  readonly workspaceId: string;
  readonly projectId: string;
}

function openOf(db: Knex, { workspaceId, projectId }: ProjectKey): Knex.QueryBuilder {
  return db('actions')
    .where({ 'actions.workspace_id': workspaceId, 'actions.project_id': projectId })
    .where(open());
}

/** How many open actions the project has. */
export async function countOpenActions(reader: Reader, project: ProjectKey): Promise<number> {
  const row = await reader.first<{ count: number }>((db) =>
    openOf(db, project).count({ count: '*' }),
  );
  return Number(row?.count ?? 0);
}

/** The actors of the agents that hold open actions of the project, at most two. */
export async function findOpenPolicyActions(
  reader: Reader,
  project: ProjectKey,
): Promise<string[]> {
  const rows = await reader.rows<{ actor_id: string }>((db) =>
    openOf(db, project)
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'actions.workspace_id').on(
          'agents.actor_id',
          'actions.assigned_actor_id',
        );
      })
      .distinct('agents.actor_id')
      .limit(2),
  );
  return rows.map((row) => row.actor_id);
}

/** A part of a project's open actions: what follows `afterId` in the order of their ids. */
export interface OpenActionsPart {
  readonly afterId: string;
  readonly limit: number;
}

function partOf(
  db: Knex,
  project: ProjectKey,
  { afterId, limit }: OpenActionsPart,
): Knex.QueryBuilder {
  return openOf(db, project).where('actions.id', '>', afterId).orderBy('actions.id').limit(limit);
}

/** An open action, and the agent that it is assigned to. */
export type OpenAction = StoredAction & { readonly assigned_agent_id: string | null };

/** A part of the open actions of the project. */
export function findOpenActions(
  reader: Reader,
  project: ProjectKey,
  part: OpenActionsPart,
): Promise<OpenAction[]> {
  return reader.rows<OpenAction>((db) =>
    partOf(db, project, part)
      .leftJoin('agents', (on) => {
        on.on('agents.workspace_id', 'actions.workspace_id').on(
          'agents.actor_id',
          'actions.assigned_actor_id',
        );
      })
      .select('actions.*', 'agents.id as assigned_agent_id'),
  );
}

/** What an event tells of an action. */
export type LockedAction = Pick<StoredAction, 'id' | 'title' | 'project_id' | 'order_id'>;

/**
 * A part of the open actions of the project, locked until the transaction ends; what has ended
 * meanwhile is not among them.
 */
export function lockOpenActions(
  transaction: Transaction,
  project: ProjectKey,
  part: OpenActionsPart,
): Promise<LockedAction[]> {
  return transaction.rows<LockedAction>((db) =>
    partOf(db, project, part)
      .select('actions.id', 'actions.title', 'actions.project_id', 'actions.order_id')
      .forNoKeyUpdate(),
  );
}

/** Drops locked open actions. `noteOf` has the note that says why, of all of them or of none. */
export async function dropActions(
  transaction: Transaction,
  drop: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly noteOf: ReadonlyMap<string, string>;
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  const cases = [...drop.noteOf].flat();
  const byId = [...drop.noteOf].map(() => 'when ? then ?').join(' ');
  await transaction.write((db) => {
    const note = db.raw(`case id ${byId} end`, cases);
    return db('actions')
      .where({ workspace_id: drop.workspaceId })
      .whereIn('id', [...drop.ids])
      .update({
        status: 'dropped',
        ...noClaim,
        waits_for_answer: false,
        ...(drop.noteOf.size > 0 ? { latest_note_id: note, last_activity_note_id: note } : {}),
        last_activity_at: drop.now,
        updated_at: drop.now,
        updated_by_actor_id: drop.actorId,
        version: db.raw('version + 1'),
      });
  });
}

/** Moves the project's actions from one domain to another, those that were in the old one. */
export async function moveActionsToDomain(
  transaction: Transaction,
  { workspaceId, projectId }: ProjectKey,
  move: {
    readonly from: string | null;
    readonly to: string | null;
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: workspaceId, project_id: projectId, domain_id: move.from })
      .update({
        domain_id: move.to,
        updated_at: move.now,
        updated_by_actor_id: move.actorId,
        version: db.raw('version + 1'),
      }),
  );
}

const domainOfProject = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('projects')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .select('domain_id'),
);

/** The domain of a project, null when it has none; undefined when there is no such project. */
export async function findProjectDomain(
  reader: Reader,
  workspaceId: string,
  projectId: string,
): Promise<string | null | undefined> {
  const row = await reader.first<{ domain_id: string | null }>(
    domainOfProject({ workspaceId, id: projectId }),
  );
  return row?.domain_id;
}
