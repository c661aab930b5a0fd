/**
 * Usage that agents report about their work: tokens, cost and time. Nothing verifies it, and
 * nothing is refused because of it. Each claim on an action has one report, its latest total, and
 * each check-in has one. The row of the action also has the sum of its reports, and that of the
 * check-in its report, so that their responses need no other statement.
 */
import type { components } from '../../../generated/types';
import { jsonText } from '../../platform/db/statements/columns';
import { asObject } from '../../platform/json';
import type { Actor, AgentActor, ReadContext, WriteContext } from '../../platform/operation';
import { invalidValue } from '../../platform/problems';
import { addMilliseconds, DAY } from '../../platform/time';
import { historyStart } from '../plans';
import { findTimeZone, localDayOf } from '../workspace-time';
import {
  amounts,
  storeReport,
  sumOfAction,
  sumsByDay,
  type Usage,
  type UsageReport,
} from './usage-store';

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
