import type { Knex } from 'knex';
import { open, undeferred } from '../../actions';
import { isFalse } from '../../../platform/db/statements/columns';
import { compiledCappedQuery, type Capped } from '../capped-store';
import { actionsOf, type ViewQuery, type ViewSource } from '../metrics-store';
import { activeProjects, projectOrder } from '../overview/projects-and-orders-store';
import { previewLength } from '../preview-rules';

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
  readonly assignee_active_at: string | null;
  readonly claim_expires_at: string | null;
  readonly delegate_label: string | null;
  readonly due_at: string | null;
  readonly last_activity_note: string | null;
  readonly last_activity_at: string;
}

const nearestProjects = compiledCappedQuery<ProjectRow, Pick<ViewQuery, 'workspaceId'>>(
  (asked) => ({
    matching: (db) => activeProjects(db, asked),
    select: (query) => query.select('projects.id', 'projects.title', 'projects.domain_id'),
    order: projectOrder,
  }),
);

/** The active projects, the nearest due date first, then the newest. */
export async function readProjects(
  { reader, workspaceId }: ViewSource,
  limit: number,
): Promise<Capped<ProjectRow>> {
  return nearestProjects(reader, { workspaceId }, limit);
}

const standalone = compiledCappedQuery<SummaryRow, AskedOfPending>((asked) => ({
  matching: (db) => pending(db, asked).whereNull('actions.project_id'),
  select: summaryColumns,
  order: 'actions.due_at is null, actions.due_at, actions.last_activity_at, actions.id',
}));

/** Open actions without a project, the most urgent first. */
export async function readStandalone(
  { reader, workspaceId, now }: ViewSource,
  limit: number,
): Promise<Capped<SummaryRow>> {
  return standalone(reader, { workspaceId, now }, limit);
}

/** What a statement about open actions is given. */
export type AskedOfPending = Pick<ViewQuery, 'workspaceId' | 'now'>;

/** Open actions that are no templates, to narrow down to such as are in no template project either. */
export function pending(db: Knex, asked: AskedOfPending): Knex.QueryBuilder {
  return actionsOf(db, asked)
    .where(open())
    .where(isFalse('actions.is_template'))
    .where(undeferred(asked));
}

/** Adds what is shown of `actions`, but the names of assignees: a few of them have most of the actions. */
export function summaryColumns(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  return query
    .leftJoin('notes as said', (on) => {
      on.on('said.workspace_id', 'actions.workspace_id').on(
        'said.id',
        'actions.last_activity_note_id',
      );
    })
    .select({
      id: 'actions.id',
      title: 'actions.title',
      project_id: 'actions.project_id',
      status: 'actions.status',
      assigned_actor_id: 'actions.assigned_actor_id',
      assignee_active_at: 'actions.assignee_active_at',
      claim_expires_at: 'actions.claim_expires_at',
      delegate_label: 'actions.delegate_label',
      due_at: 'actions.due_at',
      last_activity_note: db.raw('substr(said.body, 1, ?)', [previewLength]),
      last_activity_at: 'actions.last_activity_at',
    });
}
