import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import type { Dialect } from '../../platform/db/statements/columns';
import {
  compiledInsert,
  compiledQuery,
  compiledStatement,
} from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';

/** What agents reported, or a sum of it, in the contract's shape. */
export type Usage = components['schemas']['Usage'];

/** The numbers that agents report. */
export const amounts = ['input_tokens', 'output_tokens', 'cost_usd_micros', 'seconds'] as const;

type Amount = (typeof amounts)[number];

/** A report of an agent about its claim on an action, or about the work of a check-in. */
export interface UsageReport extends Readonly<Record<Amount, number | null>> {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  readonly action_id: string | null;
  readonly checkin_id: string | null;
  readonly claim_generation: number;
  /** In the time zone of the workspace. */
  readonly day: string;
  readonly model: string | null;
  readonly reported_at: string;
}

// A check-in has one report and no action, so it never conflicts.
const upsert = compiledInsert('usage_reports', {
  finish: (insert) =>
    insert
      .onConflict(['workspace_id', 'action_id', 'claim_generation', 'agent_id'])
      .merge(['day', 'model', 'reported_at', ...amounts]),
});

/** Stores a report. It replaces the earlier one of the agent about the same claim. */
export async function storeReport(transaction: Transaction, report: UsageReport): Promise<void> {
  await transaction.write(upsert(report));
}

/** Sums as the databases return them; null if no report has the amount. */
type Sums = Readonly<Record<Amount, number | string | null>>;

// SQLite's sum() fails beyond 64 bits, and least() of Postgres ignores null.
function sumOf(dialect: Dialect, name: Amount): string {
  const most = Number.MAX_SAFE_INTEGER;
  const sum =
    dialect === 'postgres'
      ? `least(sum(${name}), ${most})`
      : `cast(min(total(${name}), ${most}) as integer)`;
  return `case when count(${name}) > 0 then ${sum} end as ${name}`;
}

function selectSums(query: Knex.QueryBuilder, db: Knex, dialect: Dialect): Knex.QueryBuilder {
  return query.select(amounts.map((name) => db.raw(sumOf(dialect, name))));
}

const sumsOn = (dialect: Dialect) =>
  compiledStatement<'workspaceId' | 'actionId'>((db, given) =>
    selectSums(
      db('usage_reports').where({
        workspace_id: given('workspaceId'),
        action_id: given('actionId'),
      }),
      db,
      dialect,
    ),
  );

const sums = { sqlite: sumsOn('sqlite'), postgres: sumsOn('postgres') } as const;

/** The sum of all reports about an action. */
export async function sumOfAction(
  reader: Reader,
  workspaceId: string,
  actionId: string,
): Promise<Usage> {
  return usageOf(await reader.first<Sums>(sums[reader.dialect]({ workspaceId, actionId })));
}

/** The reports to sum by day: all, those of an agent, or about the present actions of a project. */
export interface UsageScope {
  readonly workspaceId: string;
  readonly agentId?: string;
  readonly projectId?: string;
  /** The first day. */
  readonly from: string;
  /** The start of the plan's history window; null if the plan has none. */
  readonly since: string | null;
}

const byDay = compiledQuery<UsageScope>((db, scope, { dialect }) => {
  const { workspaceId, agentId, projectId, from, since } = scope;
  const reports = db('usage_reports')
    .where('usage_reports.workspace_id', workspaceId)
    .where('usage_reports.day', '>=', from);
  if (since !== null) void reports.where('usage_reports.reported_at', '>=', since);
  if (agentId !== undefined) void reports.where('usage_reports.agent_id', agentId);
  if (projectId !== undefined) {
    void reports
      .join('actions', (on) => {
        on.on('actions.workspace_id', 'usage_reports.workspace_id').on(
          'actions.id',
          'usage_reports.action_id',
        );
      })
      .where('actions.project_id', projectId);
  }
  const days = reports.groupBy('usage_reports.day').orderBy('usage_reports.day', 'desc');
  return selectSums(days.select('usage_reports.day'), db, dialect);
});

/** The sums of the days with reports, in reverse order. */
export async function sumsByDay(
  reader: Reader,
  scope: UsageScope,
): Promise<{ readonly day: string; readonly usage: Usage }[]> {
  const rows = await reader.rows<Sums & { readonly day: string }>(byDay(reader, scope));
  return rows.map((row) => ({ day: row.day, usage: usageOf(row) }));
}

function usageOf(row: Sums | undefined): Usage {
  const usage: { -readonly [name in Amount]?: number } = {};
  for (const name of amounts) {
    const sum = row?.[name] ?? null;
    if (sum !== null) usage[name] = Number(sum);
  }
  return usage;
}
