import type { Dialect } from '../../../platform/db/statements/columns';
import type { TextFilter } from '../../../platform/db/statements/text-filter';
import { toTimestamp } from '../../../platform/time';
import { textFilter } from '../../search';
import type { ActionStatus } from '../action-store';

/** The filters of every list of actions, as the contract names them. */
export interface ActionFilters {
  readonly status?: readonly ActionStatus[] | undefined;
  readonly project_id?: string | undefined;
  readonly domain_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly assigned_actor_id?: string | undefined;
  readonly created_by_actor_id?: string | undefined;
  readonly completed_by_actor_id?: string | undefined;
  readonly is_template?: boolean | undefined;
  readonly priority?: readonly number[] | undefined;
  readonly label?: readonly string[] | undefined;
  readonly has_label?: boolean | undefined;
  readonly has_due_date?: boolean | undefined;
  readonly created_since?: string | undefined;
  readonly created_before?: string | undefined;
  readonly due_since?: string | undefined;
  readonly due_before?: string | undefined;
  readonly completed_since?: string | undefined;
  readonly completed_before?: string | undefined;
  readonly updated_since?: string | undefined;
  readonly source_key?: string | undefined;
  readonly q?: string | undefined;
  /** Only what the caller can work on or claim now; for people, what anybody can. */
  readonly actionable?: boolean | undefined;
}

/** The filters by a time: the column, and how it compares with the time. */
export const timeFilters = [
  ['created_since', 'actions.created_at', '>='],
  ['created_before', 'actions.created_at', '<'],
  ['due_since', 'actions.due_at', '>='],
  ['due_before', 'actions.due_at', '<'],
  ['completed_since', 'actions.completed_at', '>='],
  ['completed_before', 'actions.completed_at', '<'],
  ['updated_since', 'actions.updated_at', '>='],
] as const;

/** The filters by whether a column has a value. */
const presenceFilters = [
  ['has_label', 'actions.label_ids'],
  ['has_due_date', 'actions.due_at'],
] as const;

/** The filters that no index has in the order of a list: by actors, and all times but two. */
const scannedFilters = [
  ...timeFilters.filter(([name]) => name !== 'due_before' && name !== 'updated_since'),
  ['created_by_actor_id', 'actions.created_by_actor_id', '='],
  ['completed_by_actor_id', 'actions.completed_by_actor_id', '='],
] as const;

/** The given filters. Times take the stored form, because the response contains them. */
export function applicable(filters: ActionFilters): ActionFilters {
  const times = timeFilters.map(([name]) => [name, toTimestamp(filters[name])]);
  const given = { ...filters, ...Object.fromEntries(times) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * Separates the filters that no index has in the order of a list: with them, the list reads its rows
 * some at a time. `due_before` and `updated_since` find few rows by indexes of their own.
 */
export function splitFilters(
  workspaceId: string,
  applied: ActionFilters,
  sort: string,
): { readonly indexed: ActionFilters; readonly scanned: TextFilter | undefined } {
  const sorted = `actions.${sort.replace(/^-/, '')}`;
  const isScanned = ([name, column]: readonly [keyof ActionFilters, string, string?]): boolean =>
    applied[name] !== undefined && column !== sorted;
  const scanned = scannedFilters.filter(isScanned);
  const presence = presenceFilters.filter(isScanned);
  if (scanned.length + presence.length === 0) return { indexed: applied, scanned: undefined };
  const names = new Set<string>([...scanned, ...presence].map(([name]) => name));
  return {
    indexed: Object.fromEntries(Object.entries(applied).filter(([name]) => !names.has(name))),
    scanned: {
      workspaceId,
      columns: [...new Set([...scanned, ...presence].map(([, column]) => column))],
      contains: (query) => {
        for (const [name, column, operator] of scanned) {
          void query.where(column, operator, applied[name] ?? null);
        }
        for (const [name, column] of presence) {
          // Otherwise SQLite, with statistics, reads all rows without a due date and sorts them.
          void query.whereRaw(`(?? is null) is ${applied[name] === true ? 'false' : 'true'}`, [
            column,
          ]);
        }
      },
      candidates: undefined,
    },
  };
}

/** A column that can be null, and of which a list has a range. */
export type RangedColumn = 'due_at' | 'completed_at';

/**
 * The column of the sort if a range of it begins anywhere but at the start of the list. Its rows
 * have no null in it, and SQLite finds the beginning in the index only if the statement says so.
 */
export function rangeIn(
  dialect: Dialect,
  applied: ActionFilters,
  sort: string,
): RangedColumn | undefined {
  if (dialect !== 'sqlite') return undefined;
  const { due_since, due_before, completed_since, completed_before } = applied;
  const begins: Readonly<Record<string, readonly [RangedColumn, string | undefined]>> = {
    due_at: ['due_at', due_since],
    '-due_at': ['due_at', due_since ?? due_before],
    '-completed_at': ['completed_at', completed_since ?? completed_before],
  };
  const [column, time] = begins[sort] ?? [];
  return time === undefined ? undefined : column;
}

/** The filter `q` of a list of actions. */
interface Named {
  readonly workspaceId: string;
  readonly q?: string | undefined;
  /** The numbers of the keys in `q`. */
  readonly named?: readonly number[];
}

/** The actions that contain all words of `q`, and those whose keys are among the words. */
export function textFilterOf(
  dialect: Dialect,
  { workspaceId, q, named = [] }: Named,
): TextFilter | undefined {
  const columns = ['actions.title', 'actions.details'];
  const words = textFilter(dialect, { workspaceId, type: 'action', columns, text: q });
  if (words === undefined || named.length === 0) return words;
  const { candidates } = words;
  return {
    workspaceId,
    columns: [...columns, 'actions.number'],
    contains: (query) =>
      void query.where((either) => {
        void either.where(words.contains).orWhereIn('actions.number', [...named]);
      }),
    candidates:
      candidates &&
      ((db, limit) =>
        db
          .from(candidates(db, limit).as('by_words'))
          .select('found_id')
          .union(
            db('actions')
              .where('actions.workspace_id', workspaceId)
              .whereIn('actions.number', [...named])
              .select({ found_id: 'actions.id' }),
          )),
  };
}
