import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { int, isOneOf } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import type { ReadContext } from '../../../platform/operation';
import { findActors } from '../../../shared/actors';
import { type History, historyStart } from '../../../shared/plans';
import { actionsOf, open } from '../../actions';

interface ProgressRow {
  readonly id: string;
  readonly done: unknown;
  readonly opened: unknown;
  readonly next_due_at: string | null;
  /** Ids of actors, joined by commas. */
  readonly assignees: string | null;
}

const shownAssignees = 3;

// Each part of a row reads the first actions of the project in one index, so a project costs the same
// however many actions it has.
const progress = compiledQuery<{ readonly workspaceId: string; readonly start: string | null }>(
  (db, { workspaceId, start }, { dialect, ids }) => {
    const first = (): Knex.QueryBuilder =>
      actionsOf(db, workspaceId)
        .whereRaw('actions.project_id = projects.id')
        .limit(limits.progress_actions);
    const done = db
      .from(
        first()
          .where(isOneOf('actions.status', ['done']))
          .orderBy('actions.created_at', 'desc')
          .orderBy('actions.id', 'desc')
          .select('actions.completed_at')
          .as('some'),
      )
      .count('*');
    if (start !== null) void done.where('some.completed_at', '>=', start);
    const openOnes = (): Knex.QueryBuilder =>
      first().where(open()).select('actions.assigned_actor_id', 'actions.due_at');
    const assigned = db
      .from(openOnes().as('some'))
      .whereNotNull('some.assigned_actor_id')
      .groupBy('some.assigned_actor_id')
      .orderByRaw('count(*) desc, 1')
      .limit(shownAssignees)
      .select('some.assigned_actor_id as id');
    const joined = dialect === 'postgres' ? 'string_agg' : 'group_concat';
    return db('projects')
      .where('projects.workspace_id', workspaceId)
      .whereIn('projects.id', [...ids])
      .orderBy('projects.id')
      .select(
        'projects.id',
        done.as('done'),
        db.from(openOnes().as('some')).count('*').as('opened'),
        db.from(openOnes().as('some')).min('some.due_at').as('next_due_at'),
        db
          .from(assigned.as('assigned'))
          .select(db.raw(`${joined}(assigned.id, ',')`))
          .as('assignees'),
      );
  },
);

/**
 * The progress of the projects of these ids that the workspace has, by id. Of more than 1,000 done
 * actions the newest are counted, without those that the plan hides.
 */
export async function readProgress(
  ctx: Pick<ReadContext, 'reader' | 'workspaceId'> & History,
  ids: readonly string[],
): Promise<components['schemas']['ProjectProgress'][]> {
  const { reader, workspaceId } = ctx;
  const params = { workspaceId, start: historyStart(ctx) };
  const rows = await reader.rows<ProgressRow>(progress(reader, params, ids));
  const assigneesOf = ({ assignees }: ProgressRow): string[] => assignees?.split(',') ?? [];
  const actors = await findActors(reader, workspaceId, [...new Set(rows.flatMap(assigneesOf))]);
  return rows.map((row) => ({
    project_id: row.id,
    done_action_count: int(row.done),
    open_action_count: int(row.opened),
    next_due_at: row.next_due_at,
    assignees: assigneesOf(row).flatMap((id) => {
      const name = actors.get(id)?.name;
      return name === undefined ? [] : [{ id, name }];
    }),
  }));
}
