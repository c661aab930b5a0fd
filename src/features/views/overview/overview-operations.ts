import type { ViewsHandlers } from '../../../../generated/handlers';
import { checkMayReadOf, findAgentActor } from '../../../shared/actor-store';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf } from '../../../shared/file-store';
import { historyStart } from '../../../shared/plans';
import { strings } from '../../../platform/db/statements/columns';
import type { Input, ReadContext, Reply } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { readActivity } from './activity-store';
import { readMetrics } from '../list-conditions-store';
import { fitOverview, overviewCaps, recentActivityStart } from './overview-mapping';
import {
  countElsewhere,
  readOtherProjects,
  readOwnProjects,
  findWorkingAction,
  readClaimableWork,
  readReadyWork,
  readWaitingWork,
} from './overview-store';
import { readOrders } from '../orders-store';
import { repeatedView } from '../repeated-views-store';
import { readOpenProposals, readOpenQuestions } from '../waiting-store';

const repeated = repeatedView<Reply<'getAgentOverview'>>();

/** GET /v1/agents/{id}/overview: all information an agent needs to choose its next action. */
export const getAgentOverview: ViewsHandlers['getAgentOverview'] = ({ path, query }, ctx) => {
  const dependsOn = { hasPresence: false, agentId: path.id, dependsOnCaller: true };
  return repeated.read(ctx, { ...dependsOn, input: [path.id, query] }, () =>
    makeOverview({ path, query }, ctx),
  );
};

async function makeOverview(
  input: Pick<Input<'getAgentOverview'>, 'path' | 'query'>,
  ctx: ReadContext,
): Promise<Reply<'getAgentOverview'>> {
  const agent = await findAgentActor(ctx.reader, ctx.workspaceId, input.path.id);
  if (agent === undefined) throw notFound('agent', input.path.id);
  checkMayReadOf(ctx.actor, agent, 'the views');

  const isFull = input.query.full === true;
  const caps = overviewCaps(isFull);
  const { actor_id: actorId, id: agentId } = agent;
  const capabilities = strings(agent.capabilities);
  const activityScope = {
    workspaceId: ctx.workspaceId,
    agentId,
    actorId,
    since: recentActivityStart(ctx.now),
    historyStart: historyStart(ctx),
    viewer: documentViewer(ctx.actor),
  };
  const working = await findWorkingAction(ctx, actorId);
  const [
    metrics,
    counts,
    ready,
    waiting,
    claimable,
    projects,
    others,
    questions,
    proposals,
    orders,
    activity,
  ] = await Promise.all([
    readMetrics(ctx),
    countElsewhere(ctx, actorId),
    readReadyWork(ctx, actorId, working?.id, caps.work),
    readWaitingWork(ctx, actorId, caps.work),
    readClaimableWork(ctx, { actorId, capabilities: agent.capabilities }, caps.work),
    readOwnProjects(ctx, actorId, caps.projects),
    readOtherProjects(ctx, actorId, caps.titles),
    readOpenQuestions(ctx, { agentId }, caps.questions),
    readOpenProposals(ctx, agentId, caps.proposals),
    readOrders(ctx, agentId, caps.orders),
    readActivity(ctx.reader, activityScope, caps.activity),
  ]);
  const filesOf = await findFilesOf(ctx.reader, ctx.workspaceId, questions.rows);
  const me = { id: agentId, name: agent.name, capabilities };
  const work = { working, ready, waiting, claimable };
  const parts = {
    me,
    work,
    metrics,
    counts,
    projects,
    others,
    questions,
    filesOf,
    proposals,
    orders,
    activity,
  };
  return { status: 200, body: fitOverview(parts, input.query, ctx) };
}
