import type { components } from '../../../../generated/types';
import { limits } from '../../../../generated/limits';
import { type Condition, isOneOf } from '../../../platform/db/statements/columns';
import type { ReadContext } from '../../../platform/operation';
import { historyStart, withinHistory } from '../../../shared/plans';
import type { LocalPeriods } from '../../../shared/workspace-time';
import {
  type ActionRow,
  actionsOf,
  bytesOfAction,
  notTemplate,
  open,
  selectAction,
  toActions,
} from '../../actions';
import { type CappedList, compiledCappedList } from '../capped-store';

interface MineParams extends LocalPeriods {
  readonly workspaceId: string;
  readonly actorId: string;
  /** The start of the history window. */
  readonly start: string | null;
}

// A statement may only read the parameters that it binds, so each list reads its own ones.
function listOf(list: {
  readonly condition: (params: MineParams) => Condition;
  readonly order: string;
}) {
  return compiledCappedList<ActionRow, MineParams>((params) => ({
    matching: (db) =>
      actionsOf(db, params.workspaceId)
        .where(list.condition(params))
        .where(notTemplate(params.workspaceId)),
    select: selectAction,
    order: list.order,
    first: 'actions',
    bytes: bytesOfAction,
  }));
}

function assignedTo(actorId: string, due: Condition): Condition {
  return (query) => void query.where('actions.assigned_actor_id', actorId).where(open()).where(due);
}

const byDue = 'actions.due_at, actions.created_at, actions.id';

const lists = {
  due_today: listOf({
    condition: ({ actorId, today_ends_at: end }) =>
      assignedTo(actorId, (query) => void query.where('actions.due_at', '<', end)),
    order: byDue,
  }),
  due_this_week: listOf({
    condition: ({ actorId, today_ends_at: start, week_ends_at: end }) =>
      assignedTo(
        actorId,
        (query) =>
          void query.where('actions.due_at', '>=', start).where('actions.due_at', '<', end),
      ),
    order: byDue,
  }),
  due_later: listOf({
    condition: ({ actorId, week_ends_at: start }) =>
      assignedTo(actorId, (query) => void query.where('actions.due_at', '>=', start)),
    order: byDue,
  }),
  undated: listOf({
    condition: ({ actorId }) =>
      assignedTo(actorId, (query) => void query.whereNull('actions.due_at')),
    order: byDue,
  }),
  // The conditions of the index `actions_asked`, which has no actions that their creator does.
  asked: listOf({
    condition:
      ({ actorId }) =>
      (query) =>
        void query
          .where('actions.created_by_actor_id', actorId)
          .where(isOneOf('actions.status', ['ready', 'waiting']))
          .whereRaw(
            '(actions.assigned_actor_id is null or actions.assigned_actor_id <> actions.created_by_actor_id)',
          ),
    order: 'actions.created_at desc, actions.id desc',
  }),
  done_this_week: listOf({
    condition:
      ({ actorId, week_starts_at: since, start }) =>
      (query) =>
        void query
          .where('actions.completed_by_actor_id', actorId)
          .where(isOneOf('actions.status', ['done']))
          .where('actions.completed_at', '>=', since)
          .where(withinHistory(start)),
    order: 'actions.completed_at desc, actions.id desc',
  }),
} as const;

type Name = keyof typeof lists;

const names = [
  'due_today',
  'due_this_week',
  'due_later',
  'undated',
  'asked',
  'done_this_week',
] as const satisfies readonly Name[];

/** The lists of actions of the caller, in the contract's shape. */
export type MineLists = Readonly<Record<Name, CappedList<components['schemas']['Action']>>>;

/** The lists of actions of the caller: one statement each, and those of `toActions` for all. */
export async function readMine(ctx: ReadContext, periods: LocalPeriods): Promise<MineLists> {
  const { reader, workspaceId, actor } = ctx;
  const params = { ...periods, workspaceId, actorId: actor.id, start: historyStart(ctx) };
  const max = limits.command_decisions;
  const [today, week, later, undated, asked, done] = await Promise.all(
    names.map((name) => lists[name](reader, params, max)),
  );
  const parts = [today, week, later, undated, asked, done].map((part) => part ?? none);
  const actions = await toActions(
    ctx,
    parts.flatMap(({ rows }) => rows),
  );
  let read = 0;
  const next = (part: CappedList<ActionRow> = none): MineLists[Name] => {
    const rows = actions.slice(read, read + part.rows.length);
    read += rows.length;
    return { rows, omitted: part.omitted };
  };
  return {
    due_today: next(today),
    due_this_week: next(week),
    due_later: next(later),
    undated: next(undated),
    asked: next(asked),
    done_this_week: next(done),
  };
}

const none: CappedList<ActionRow> = { rows: [], omitted: 0 };
