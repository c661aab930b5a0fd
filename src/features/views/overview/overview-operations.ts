import type { ViewsHandlers } from '../../../../generated/handlers';
import { findAgentActor } from '../../../shared/actors';
import { documentViewer } from '../../../shared/document-visibility';
import { historyStart } from '../../../shared/plans';
import { strings } from '../../../platform/db/statements/columns';
import { notFound } from '../../../platform/problems';
import { readActivity } from '../activity-store';
import { readMetrics } from '../metrics-store';
import { toOverview } from './overview-mapping';
import { requireOverviewReader } from './overview-policy';
import { capsOf, recentSince } from './overview-rules';
import { countElsewhere } from './overview-store';
import { readOrders, readOtherProjects, readOwnProjects } from './projects-and-orders-store';
import { readOpenQuestions } from '../requests-store';
import { findWorking, readClaimable, readReady, readWaiting } from './work-store';

/** GET /v1/agents/{id}/overview: everything that an agent needs to decide what to do next. */
export const getAgentOverview: ViewsHandlers['getAgentOverview'] = async (input, ctx) => {
  const agent = await findAgentActor(ctx.reader, ctx.workspaceId, input.path.id);
  if (agent === undefined) throw notFound('agent', input.path.id);
  requireOverviewReader(ctx.actor, agent);

  const isFull = input.query.full === true;
  const caps = capsOf(isFull);
  const { actor_id: actorId, id: agentId } = agent;
  const capabilities = strings(agent.capabilities);
  const activityOf = {
    workspaceId: ctx.workspaceId,
    agentId,
    actorId,
    since: recentSince(ctx.now),
    historyStart: historyStart(ctx),
    privateOf: documentViewer(ctx.actor),
  };
  const working = await findWorking(ctx, actorId);
  const [
    metrics,
    counts,
    ready,
    waiting,
    claimable,
    projects,
    others,
    questions,
    orders,
    activity,
  ] = await Promise.all([
    readMetrics(ctx),
    countElsewhere(ctx, actorId),
    readReady(ctx, actorId, working?.id, caps.work),
    readWaiting(ctx, actorId, caps.work),
    readClaimable(ctx, agent.capabilities, caps.work),
    readOwnProjects(ctx, actorId, caps.projects),
    readOtherProjects(ctx, actorId, caps.titles),
    readOpenQuestions(ctx, agentId, caps.questions),
    readOrders(ctx, agentId, caps.orders),
    readActivity(ctx.reader, activityOf, caps.activity),
  ]);
  const me = { id: agentId, name: agent.name, capabilities };
  const work = { working, ready, waiting, claimable };
  const parts = { me, work, metrics, counts, projects, others, questions, orders, activity };
  return { status: 200, body: toOverview(parts, isFull, ctx) };
};
