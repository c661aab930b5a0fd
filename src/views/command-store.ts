import type { Knex } from 'knex';
import { notTemplate, open, undeferred } from '../actions';
import { joinActor } from '../actors';
import { int } from '../platform/db/columns';
import { keepQuery } from '../platform/db/kept-query';
import { keepCapped, type Capped } from './capped-store';
import { actionsOf, type Asked, type ViewSource } from './metrics-store';
import { activeProjects, projectOrder } from './places-store';
import { previewLength } from './preview-rules';

/** An active project of the command view. */
export interface ProjectRow {
  readonly id: string;
  readonly title: string;
  readonly domain_id: string | null;
}

/** An action of the command view; `last_activity_note` is the beginning of its newest note. */
export interface SummaryRow {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assigned_actor_name: string | null;
  readonly assigned_agent_id: string | null;
  readonly assignee_active_at: string | null;
  readonly claim_expires_at: string | null;
  readonly delegate_label: string | null;
  readonly due_at: string | null;
  readonly last_activity_note: string | null;
  readonly last_activity_at: string;
}

const nearestProjects = keepCapped<ProjectRow, Pick<Asked, 'workspaceId'>>((asked) => ({
  matching: (db) => activeProjects(db, asked),
  select: (query) => query.select('projects.id', 'projects.title', 'projects.domain_id'),
  order: projectOrder,
}));

/** The active projects, the nearest due date first, then the newest. */
export async function readProjects(
  { hand, workspaceId }: ViewSource,
  limit: number,
): Promise<Capped<ProjectRow>> {
  return nearestProjects(hand, { workspaceId }, limit);
}

const standalone = keepCapped<SummaryRow, AskedOfPending>((asked) => ({
  matching: (db) => pending(db, asked).whereNull('actions.project_id'),
  select: summaryColumns,
  order: 'actions.due_at is null, actions.due_at, actions.last_activity_at, actions.id',
}));

/** Open actions without a project, the most urgent first. */
export async function readStandalone(
  { hand, workspaceId, now }: ViewSource,
  limit: number,
): Promise<Capped<SummaryRow>> {
  return standalone(hand, { workspaceId, now }, limit);
}

const actionsOfProjects = keepQuery<AskedOfPending & { readonly limit: number }>(
  (db, asked, { ids }) => {
    const order = 'actions.position is null, actions.position, actions.created_at, actions.id';
    // With all that is shown: to look each action up again by its id costs more than to sort what is longer.
    const ranked = pending(db, asked)
      .whereIn('actions.project_id', [...ids])
      .select(shownOfAction)
      .select(
        db.raw(`row_number() over (partition by actions.project_id order by ${order}) as nth`),
      )
      .select(db.raw('count(*) over (partition by actions.project_id) as of'));
    const query = db
      .from(ranked.as('actions'))
      .where('actions.nth', '<=', asked.limit)
      .orderBy('actions.nth')
      .select('actions.nth', 'actions.of');
    return summaryColumns(query, db);
  },
);

/**
 * The open actions of the projects, each project's in its own order and at most `limit` of them; `beyond` is what all
 * of them together leave out. One statement, whatever the number of projects.
 */
export async function readProjectActions(
  { hand, workspaceId, now }: ViewSource,
  projectIds: readonly string[],
  limit: number,
): Promise<Capped<SummaryRow>> {
  const rows = await hand.rows<SummaryRow & { nth: number; of: number }>(
    actionsOfProjects(hand, { workspaceId, now, limit }, projectIds),
  );
  const firsts = rows.filter(({ nth }) => int(nth) === 1);
  const all = firsts.reduce((sum, row) => sum + int(row.of), 0);
  return { rows, beyond: all - rows.length };
}

type AskedOfPending = Pick<Asked, 'workspaceId' | 'now'>;

function pending(db: Knex, asked: AskedOfPending): Knex.QueryBuilder {
  return actionsOf(db, asked).where(open()).where(notTemplate()).where(undeferred(asked));
}

const shownOfAction = [
  'workspace_id',
  'id',
  'title',
  'project_id',
  'status',
  'assigned_actor_id',
  'assignee_active_at',
  'claim_expires_at',
  'delegate_label',
  'due_at',
  'last_activity_note_id',
  'last_activity_at',
].map((name) => `actions.${name}`);

function summaryColumns(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  void query.leftJoin('notes as said', (on) => {
    on.on('said.workspace_id', 'actions.workspace_id').on(
      'said.id',
      'actions.last_activity_note_id',
    );
  });
  return joinActor(query, 'actions', 'assigned_actor_id', 'assigned').select({
    id: 'actions.id',
    title: 'actions.title',
    project_id: 'actions.project_id',
    status: 'actions.status',
    assigned_actor_id: 'actions.assigned_actor_id',
    assigned_actor_name: 'assigned.name',
    assigned_agent_id: 'assigned_agent.id',
    assignee_active_at: 'actions.assignee_active_at',
    claim_expires_at: 'actions.claim_expires_at',
    delegate_label: 'actions.delegate_label',
    due_at: 'actions.due_at',
    last_activity_note: db.raw('substr(said.body, 1, ?)', [previewLength]),
    last_activity_at: 'actions.last_activity_at',
  });
}
