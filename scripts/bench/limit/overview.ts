import { findAgentActor } from '../../../src/shared/actors';
import { strings } from '../../../src/platform/db/statements/columns';
import { readActivity } from '../../../src/features/views/overview/activity-store';
import { readMetrics } from '../../../src/features/views/metrics-store';
import { fitOverview } from '../../../src/features/views/overview/overview-fitting';
import {
  overviewCaps,
  recentActivityStart,
} from '../../../src/features/views/overview/overview-rules';
import { countElsewhere } from '../../../src/features/views/overview/overview-store';
import { readOpenProposals } from '../../../src/features/views/overview/proposals-store';
import {
  readOtherProjects,
  readOwnProjects,
} from '../../../src/features/views/overview/projects-store';
import { readOpenQuestions } from '../../../src/features/views/open-questions-store';
import { readOrders } from '../../../src/features/views/orders-store';
import {
  findWorkingAction,
  readClaimableWork,
  readReadyWork,
  readWaitingWork,
} from '../../../src/features/views/overview/work-store';
import type { Transaction } from '../../../src/platform/db/transaction';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal, type Reply, type Call } from './request';
import { sample, settings, sourceOf, windowsOf } from './sample';

type Given = Pick<typeof sample, 'now' | 'workspaceId' | 'id' | 'agent' | 'actor' | 'capabilities'>;

/** getAgentOverview of the calling agent. */
export function createOverview(driver: Driver) {
  const caps = overviewCaps(false);
  const { now, workspaceId, id, agent, actor, capabilities } = sample;
  const given: Given = { now, workspaceId, id, agent, actor, capabilities };
  const compile = <T>(use: (transaction: Transaction, given: Given) => Promise<T>) =>
    compiled(driver, given, use, windowsOf);

  const worker = compile((transaction, given) =>
    findAgentActor(transaction, given.workspaceId, given.agent),
  );
  const working = compile((transaction, given) =>
    findWorkingAction(sourceOf(transaction, given), given.actor),
  );
  const ready = compile((transaction, given) =>
    readReadyWork(sourceOf(transaction, given), given.actor, undefined, caps.work),
  );
  // `id` is the id of the agent's current action, which is not listed again.
  const readyExceptCurrent = compile((transaction, given) =>
    readReadyWork(sourceOf(transaction, given), given.actor, given.id, caps.work),
  );
  const parts = {
    metrics: compile((transaction, given) => readMetrics(sourceOf(transaction, given))),
    counts: compile((transaction, given) =>
      countElsewhere(sourceOf(transaction, given), given.actor),
    ),
    waiting: compile((transaction, given) =>
      readWaitingWork(sourceOf(transaction, given), given.actor, caps.work),
    ),
    claimable: compile((transaction, given) =>
      readClaimableWork(sourceOf(transaction, given), given.capabilities, caps.work),
    ),
    projects: compile((transaction, given) =>
      readOwnProjects(sourceOf(transaction, given), given.actor, caps.projects),
    ),
    others: compile((transaction, given) =>
      readOtherProjects(sourceOf(transaction, given), given.actor, caps.titles),
    ),
    questions: compile((transaction, given) =>
      readOpenQuestions(sourceOf(transaction, given), given.agent, caps.questions),
    ),
    proposals: compile((transaction, given) =>
      readOpenProposals(sourceOf(transaction, given), given.agent, caps.proposals),
    ),
    orders: compile((transaction, given) =>
      readOrders(sourceOf(transaction, given), given.agent, caps.orders),
    ),
    activity: compile((transaction, { now, workspaceId, agent, actor }) =>
      readActivity(
        transaction,
        {
          workspaceId,
          agentId: agent,
          actorId: actor,
          since: recentActivityStart(now),
          historyStart: null,
          viewer: { everyone: false, actorId: actor },
        },
        caps.activity,
      ),
    ),
  };

  return async (call: Call): Promise<Reply> => {
    const { reader } = driver;
    if (call.id !== call.actor.agentId) throw new Refusal(403, 'The caller is another agent.');
    const values = {
      now: call.now,
      workspaceId: call.actor.workspaceId,
      agent: call.id,
      actor: call.actor.id,
      capabilities: JSON.stringify(call.actor.capabilities),
      id: '',
    };
    const found = await worker(reader, values);
    if (found === undefined) throw new Refusal(404, 'The agent does not exist.');
    const current = await working(reader, values);
    const [
      metrics,
      counts,
      own,
      waiting,
      claimable,
      projects,
      others,
      questions,
      proposals,
      orders,
      activity,
    ] = await Promise.all([
      parts.metrics(reader, values),
      parts.counts(reader, values),
      current === undefined
        ? ready(reader, values)
        : readyExceptCurrent(reader, { ...values, id: current.id }),
      parts.waiting(reader, values),
      parts.claimable(reader, values),
      parts.projects(reader, values),
      parts.others(reader, values),
      parts.questions(reader, values),
      parts.proposals(reader, values),
      parts.orders(reader, values),
      parts.activity(reader, values),
    ]);
    const me = { id: found.id, name: found.name, capabilities: strings(found.capabilities) };
    const work = { working: current, ready: own, waiting, claimable };
    const body = fitOverview(
      { me, work, metrics, counts, projects, others, questions, proposals, orders, activity },
      {},
      { now: call.now, settings },
    );
    return { status: 200, body };
  };
}
