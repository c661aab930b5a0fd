import { limits } from '../../../../generated/limits';
import type { ViewsHandlers } from '../../../../generated/handlers';
import type { components } from '../../../../generated/types';
import { notFound } from '../../../platform/problems';
import { checkMayReadOf, findAgentActor } from '../../../shared/actor-store';
import {
  type Counts,
  type Histogram,
  isFilling,
  type Measure,
  percentile,
  readCounts,
} from '../../../shared/insights';
import { summarizeUsage } from '../../../shared/usage-store';
import { readActionCounts, readProgress, readWaiting } from './insights-store';

type InsightCounts = components['schemas']['InsightCounts'];
type InsightWait = components['schemas']['InsightWait'];

/** GET /v1/views/insights: what happened in the last days, and how long people and agents waited. */
export const getInsights: ViewsHandlers['getInsights'] = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { agent_id: agentId, days: wanted } = query;
  const agent =
    agentId === undefined ? undefined : await findAgentActor(reader, workspaceId, agentId);
  if (agentId !== undefined) {
    if (agent === undefined) throw notFound('agent', agentId);
    checkMayReadOf(actor, agent, 'the insights');
  }
  const of = agent === undefined ? {} : { agentId: agent.id };
  const usage = await summarizeUsage(ctx, of, wanted);
  const { time_zone, from, to } = usage;
  const [counts, isCounting, waiting] = await Promise.all([
    readCounts(ctx, { agentActorId: agent?.actor_id, from, to }),
    isFilling(reader, workspaceId),
    readWaiting(ctx, agent),
  ]);
  const total = toCounts([...counts.days.values()]);
  const reviews = total.approved + total.rejected;
  return {
    status: 200,
    body: {
      time_zone,
      from,
      to,
      is_counting: isCounting,
      total: { ...total, rejected_share: reviews === 0 ? null : total.rejected / reviews },
      days: toDays(counts, new Map(usage.days.map((each) => [each.day, each.usage]))),
      waits: {
        questions: toWait(counts, ['answered']),
        reviews: toWait(counts, ['approved', 'rejected']),
        claims: toWait(counts, ['claimed']),
      },
      waiting,
      usage: usage.total,
    },
  };
};

function toDays(
  { days }: Counts,
  usages: ReadonlyMap<string, components['schemas']['Usage']>,
): components['schemas']['InsightDay'][] {
  const all = [...new Set([...days.keys(), ...usages.keys()])].toSorted().toReversed();
  return all.flatMap((day) => {
    const counts = toCounts([days.get(day) ?? new Map()]);
    const usage = usages.get(day);
    // A day may have only claims or answers, which have no number of a day.
    if (usage === undefined && Object.values(counts).every((count) => count === 0)) return [];
    return { day, ...counts, ...(usage === undefined ? {} : { usage }) };
  });
}

function toCounts(days: readonly ReadonlyMap<string, number>[]): InsightCounts {
  const sum = (name: string): number =>
    days.reduce((total, amounts) => total + (amounts.get(name) ?? 0), 0);
  return {
    done_by_people: sum('done by people'),
    done_by_agents: sum('done by agents'),
    reopened: sum('reopened'),
    approved: sum('approved'),
    rejected: sum('rejected'),
  };
}

function toWait({ times }: Counts, measures: readonly Measure[]): InsightWait {
  const histogram = new Map<number, number>();
  for (const measure of measures) {
    const own: Histogram = times.get(measure) ?? new Map();
    for (const [bucket, amount] of own) {
      histogram.set(bucket, (histogram.get(bucket) ?? 0) + amount);
    }
  }
  const count = [...histogram.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    count,
    median_seconds: percentile(histogram, 0.5),
    p90_seconds: percentile(histogram, 0.9),
  };
}

/** GET /v1/views/action-counts: the numbers of actions by a column. */
export const getActionCounts: ViewsHandlers['getActionCounts'] = async ({ query }, ctx) => {
  const by = query.by ?? 'status';
  const groups = await readActionCounts(ctx, by);
  // Unassigned actions are a group before those of the assignees.
  const most = limits.action_count_groups + (by === 'assignee' ? 1 : 0);
  return {
    status: 200,
    body: { by, groups: groups.slice(0, most), has_more: groups.length > most },
  };
};

/** GET /v1/views/project-progress: how much of each project is done. */
export const getProjectProgress: ViewsHandlers['getProjectProgress'] = async ({ query }, ctx) => ({
  status: 200,
  body: { items: await readProgress(ctx, [...new Set(query.project_id)]) },
});
