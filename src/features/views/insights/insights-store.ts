import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { int, isOneOf, type Condition } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { maxCounted } from '../../../platform/db/statements/text-filter';
import type { ReadContext } from '../../../platform/operation';
import { type AgentActorRow, findActors } from '../../../shared/actor-store';
import { historyStart, withinHistory, type History } from '../../../shared/plans';
import {
  actionable,
  actionsOf,
  unclaimed,
  labelsOf,
  notTemplate,
  open,
  selectLabel,
} from '../../actions';
import { questionsOf } from '../../questions';
import { listViewConditions } from '../list-conditions-store';
import { type ViewContext, viewParams, type ViewParams } from '../view-params';

type Waiting = components['schemas']['InsightWaiting'];

interface WaitingParams extends ViewParams {
  readonly start: string | null;
  readonly agentId: string | undefined;
  readonly actorId: string | undefined;
}

const waitingNow = compiledQuery<WaitingParams>((db, params) => {
  const { workspaceId, agentId, actorId } = params;
  const questions = questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open']));
  if (agentId !== undefined) void questions.where('agent_requests.agent_id', agentId);
  const reviews = actionsOf(db, workspaceId)
    .where(listViewConditions.review(params))
    .where(withinHistory(params.start));
  if (actorId !== undefined) void reviews.where('actions.completed_by_actor_id', actorId);
  const claims = actionsOf(db, workspaceId).where(actionable(params)).where(unclaimed(params));
  if (actorId === undefined) void claims.whereNull('actions.assigned_actor_id');
  else void claims.where('actions.assigned_actor_id', actorId);
  return summaryOf(
    db,
    'questions',
    questions.select('agent_requests.created_at as since_at'),
  ).unionAll([
    summaryOf(db, 'reviews', reviews.select('actions.completed_at as since_at')),
    summaryOf(db, 'claims', claims.select('actions.created_at as since_at')),
  ]);
});

function summaryOf(db: Knex, name: keyof Waiting, query: Knex.QueryBuilder): Knex.QueryBuilder {
  return db
    .from(query.orderBy('since_at').limit(maxCounted).as('some'))
    .select(db.raw(`cast('${name}' as varchar(30)) as name`))
    .select(db.raw('count(*) as amount'), db.raw('min(since_at) as oldest_at'));
}

interface WaitingRow {
  readonly name: keyof Waiting;
  readonly amount: unknown;
  readonly oldest_at: string | null;
}

/** What waits now, or what of an agent's work waits. */
export async function readWaiting(
  ctx: ViewContext,
  agent: Pick<AgentActorRow, 'id' | 'actor_id'> | undefined,
): Promise<Waiting> {
  const [agentId, actorId] = [agent?.id, agent?.actor_id];
  const start = historyStart(ctx);
  const rows = await ctx.reader.rows<WaitingRow>(
    waitingNow(ctx.reader, { ...viewParams(ctx), start, agentId, actorId }),
  );
  const of = (name: keyof Waiting): components['schemas']['InsightQueue'] => {
    const row = rows.find((each) => each.name === name);
    return { count: int(row?.amount ?? 0), oldest_at: row?.oldest_at ?? null };
  };
  return { questions: of('questions'), reviews: of('reviews'), claims: of('claims') };
}

type Group = components['schemas']['ActionGroup'];

type By = components['schemas']['ActionCounts']['by'];

const statuses = ['inbox', 'ready', 'waiting', 'done', 'dropped'];
const priorities = ['0', '1', '2', '3', '4'];

interface CountParams {
  readonly workspaceId: string;
}

interface StatusParams extends CountParams {
  /** The start of the history window. */
  readonly start: string | null;
}

// Each count reads the entries of an index, and ends at the limit.
function capped(db: Knex, matching: Knex.QueryBuilder): Knex.QueryBuilder {
  const some = matching.limit(maxCounted).select(db.raw('1 as one'));
  return db.from(some.as('some')).count('*');
}

// Lists have templates apart. Beside an alternative, Postgres reads the projects of single rows, and
// so the index of the status until the limit.
function shown(workspaceId: string): Condition {
  return (query) =>
    void query.where('actions.is_template', false).where((each) => {
      void each.whereNull('actions.project_id').orWhere(notTemplate(workspaceId));
    });
}

const byStatus = compiledQuery<StatusParams>((db, { workspaceId, start }) =>
  db.select(
    statuses.map((status) => {
      const matching = actionsOf(db, workspaceId)
        .where(isOneOf('actions.status', [status]))
        .where(shown(workspaceId))
        .where(withinHistory(start));
      return capped(db, matching).as(status);
    }),
  ),
);

const byPriority = compiledQuery<CountParams>((db, { workspaceId }) =>
  db.select(
    priorities.map((priority) =>
      capped(db, openActions(db, workspaceId).whereRaw(`actions.priority = ${priority}`)).as(
        priority,
      ),
    ),
  ),
);

function openActions(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return actionsOf(db, workspaceId).where(open()).where(shown(workspaceId));
}

const firsts = limits.action_count_groups + 1;

const byLabel = compiledQuery<CountParams>((db, { workspaceId }) =>
  selectLabel(labelsOf(db, workspaceId), db, workspaceId)
    .orderBy(['labels.sort_key', 'labels.id'])
    .limit(firsts),
);

const byAssignee = compiledQuery<CountParams>((db, { workspaceId }) => {
  const openOf = (): Knex.QueryBuilder =>
    openActions(db, workspaceId).whereRaw('actions.assigned_actor_id = actors.id');
  return db('actors')
    .where('actors.workspace_id', workspaceId)
    .whereExists(openOf().select(db.raw('1')))
    .orderBy(['actors.sort_key', 'actors.id'])
    .limit(firsts)
    .select('actors.id', 'actors.name', capped(db, openOf()).as('open_action_count'));
});

const unassigned = compiledQuery<CountParams>((db, { workspaceId }) =>
  db.select(
    capped(db, openActions(db, workspaceId).whereNull('actions.assigned_actor_id')).as('none'),
  ),
);

type Counted = Readonly<Record<string, unknown>>;

type NamedRow = { readonly id: string; readonly name: string; readonly open_action_count: unknown };

/** The groups of actions by a column; of labels and assignees, one more than the view shows. */
export async function readActionCounts(
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'now' | 'historyDays'>,
  by: By,
): Promise<Group[]> {
  const { reader, workspaceId } = ctx;
  const of = { workspaceId, start: historyStart(ctx) };
  const single = async (query: typeof byStatus, values: readonly string[]): Promise<Group[]> => {
    const row = await reader.first<Counted>(query(reader, of));
    return values.map((value) => ({ value, name: null, count: int(row?.[value]) }));
  };
  const named = async (query: typeof byStatus, toValue: (row: NamedRow) => string) => {
    const rows = await reader.rows<NamedRow>(query(reader, of));
    return rows.map((row) => ({
      value: toValue(row),
      name: row.name,
      count: int(row.open_action_count),
    }));
  };
  if (by === 'status') return single(byStatus, statuses);
  if (by === 'priority') return single(byPriority, priorities);
  if (by === 'label') return named(byLabel, ({ name }) => name);
  const assigned = await named(byAssignee, ({ id }) => id);
  return [...(await single(unassigned, ['none'])), ...assigned];
}

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
