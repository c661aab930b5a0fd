/**
 * Usage that agents report about their work: tokens, cost and time. Nothing verifies it, and
 * nothing is refused because of it. Each claim on an action has one report, its latest total, and
 * each check-in has one. The row of the action also has the sum of its reports, and that of the
 * check-in its report, so that their responses need no other statement.
 */
import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import type { Reader } from '../platform/db/reader';
import { jsonText, type Dialect } from '../platform/db/statements/columns';
import {
  compiledInsert,
  compiledQuery,
  compiledStatement,
} from '../platform/db/statements/compiled';
import type { Transaction } from '../platform/db/transaction';
import { asObject } from '../platform/json';
import type { Actor, AgentActor, ReadContext, WriteContext } from '../platform/operation';
import { invalidValue } from '../platform/problems';
import { addMilliseconds, DAY } from '../platform/time';
import { historyStart } from './plans';
import { findTimeZone, localDayOf } from './workspace-time';

type UsageInput = components['schemas']['UsageInput'];

/** Throws 400 if a person reports usage. */
export function checkMayReport({ kind }: Pick<Actor, 'kind'>, usage: UsageInput | undefined): void {
  if (usage === undefined || kind === 'agent') return;
  throw invalidValue('body/usage', 'body/usage is for agents. Leave it out.');
}

/**
 * Stores what an agent reports about a locked action, if it does: the total of the present claim so
 * far, or of the work since the last claim ended, which replaces the earlier one. Resolves with the
 * columns to set in the action.
 */
export async function reportOnAction(
  ctx: WriteContext,
  action: {
    readonly id: string;
    readonly claim_generation: number;
    readonly usage: string | null;
  },
  usage: UsageInput | undefined,
): Promise<{ readonly usage?: string | null }> {
  const { transaction, workspaceId, actor } = ctx;
  if (usage === undefined || actor.kind !== 'agent') return {};
  const of = { action_id: action.id, checkin_id: null, claim_generation: action.claim_generation };
  await store(ctx, actor, { ...of, usage });
  const sum = await sumOfAction(transaction, workspaceId, action.id);
  const model = usage.model ?? parse(action.usage)?.model;
  return { usage: jsonText({ ...(model === undefined ? {} : { model }), ...sum }) };
}

/** Stores what an agent reports with a new check-in, if it does. */
export async function reportOnCheckin(
  ctx: WriteContext,
  agent: Pick<AgentActor, 'agentId'>,
  { checkinId, usage }: { readonly checkinId: string; readonly usage: UsageInput | undefined },
): Promise<void> {
  if (usage === undefined) return;
  await store(ctx, agent, { action_id: null, checkin_id: checkinId, claim_generation: 0, usage });
}

async function store(
  { transaction, workspaceId, newId, now }: WriteContext,
  { agentId }: Pick<AgentActor, 'agentId'>,
  {
    usage,
    ...subject
  }: Pick<UsageReport, 'action_id' | 'checkin_id' | 'claim_generation'> & {
    readonly usage: UsageInput;
  },
): Promise<void> {
  await storeReport(transaction, {
    id: newId('usg'),
    workspace_id: workspaceId,
    agent_id: agentId,
    ...subject,
    day: await localDayOf(now, await findTimeZone(transaction, workspaceId)),
    model: usage.model ?? null,
    input_tokens: usage.input_tokens ?? null,
    output_tokens: usage.output_tokens ?? null,
    cost_usd_micros: usage.cost_usd_micros ?? null,
    seconds: usage.seconds ?? null,
    reported_at: now,
  });
}

/** The usage of a stored record, as a field of its response; absent if it has none. */
export function toUsage({ usage }: { readonly usage: string | null }): { usage?: Usage } {
  const parsed = parse(usage);
  return parsed === undefined ? {} : { usage: parsed };
}

function parse(text: string | null): Usage | undefined {
  if (text === null) return undefined;
  const stored = asObject(JSON.parse(text));
  const { model } = stored;
  const usage: Usage = typeof model === 'string' ? { model } : {};
  for (const name of amounts) {
    const amount = stored[name];
    if (typeof amount === 'number') usage[name] = amount;
  }
  return usage;
}

/**
 * What an agent or all agents reported in the last `days` days of the workspace's time zone, or what
 * all agents reported about the present actions of a project.
 */
export async function summarizeUsage(
  { reader, workspaceId, ...time }: ReadContext,
  of: { readonly agentId?: string } | { readonly projectId: string },
  days = 30,
): Promise<components['schemas']['UsageSummary']> {
  const zone = await findTimeZone(reader, workspaceId);
  const to = await localDayOf(time.now, zone);
  const from = addMilliseconds(`${to}T00:00:00.000Z`, (1 - days) * DAY).slice(0, to.length);
  const since = historyStart(time);
  const reported = await sumsByDay(reader, { workspaceId, ...of, from, since });
  // A report may have only a model.
  const found = reported.filter(({ usage }) => Object.keys(usage).length > 0);
  // After the workspace has moved to a zone that is behind, it is still the day before.
  const earlier = found.filter(({ day }) => day < to);
  const latest = found.filter(({ day }) => day >= to).map(({ usage }) => usage);
  const today = latest.length === 0 ? [] : [{ day: to, usage: totalOf(latest) }];
  const total = totalOf(found.map(({ usage }) => usage));
  return { time_zone: zone, from, to, total, days: [...today, ...earlier] };
}

function totalOf(usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const name of amounts) {
    const reported = usages.flatMap((usage) => usage[name] ?? []);
    if (reported.length === 0) continue;
    const sum = reported.reduce((one, other) => one + other);
    total[name] = Math.min(sum, Number.MAX_SAFE_INTEGER);
  }
  return total;
}

/** What agents reported, or a sum of it, in the contract's shape. */
type Usage = components['schemas']['Usage'];

/** The numbers that agents report. */
const amounts = ['input_tokens', 'output_tokens', 'cost_usd_micros', 'seconds'] as const;

type Amount = (typeof amounts)[number];

/** A report of an agent about its claim on an action, or about the work of a check-in. */
interface UsageReport extends Readonly<Record<Amount, number | null>> {
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
async function storeReport(transaction: Transaction, report: UsageReport): Promise<void> {
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
async function sumOfAction(reader: Reader, workspaceId: string, actionId: string): Promise<Usage> {
  return usageOf(await reader.first<Sums>(sums[reader.dialect]({ workspaceId, actionId })));
}

/** The reports to sum by day: all, those of an agent, or about the present actions of a project. */
interface UsageScope {
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
async function sumsByDay(
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
