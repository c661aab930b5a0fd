import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { type Condition, int, isOneOf } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { maxCounted } from '../../../platform/db/statements/text-filter';
import type { ReadContext } from '../../../platform/operation';
import { historyStart, withinHistory } from '../../../shared/plans';
import { actionsOf, labelsOf, notTemplate, open, selectLabel } from '../../actions';

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
