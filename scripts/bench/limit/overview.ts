import { findAgentActor } from '../../../src/shared/actors';
import { strings } from '../../../src/platform/db/statements/columns';
import { readActivity } from '../../../src/features/views/overview/activity-store';
import { readMetrics } from '../../../src/features/views/metrics-store';
import { toOverview } from '../../../src/features/views/overview/overview-mapping';
import {
  overviewCaps,
  recentActivityStart,
} from '../../../src/features/views/overview/overview-rules';
import { countElsewhere } from '../../../src/features/views/overview/overview-store';
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
import { Refusal, type Answer, type Call } from './request';
import { sample, settings, sourceOf, windowsOf } from './sample';

type Given = Pick<typeof sample, 'now' | 'workspaceId' | 'id' | 'agent' | 'actor' | 'capabilities'>;

/** getAgentOverview of the calling agent. */
export function createOverview(driver: Driver) {
  const caps = overviewCaps(false);
  const { now, workspaceId, id, agent, actor, capabilities } = sample;
  const given: Given = { now, workspaceId, id, agent, actor, capabilities };
  const of = <T>(use: (transaction: Transaction, given: Given) => Promise<T>) =>
    compiled(driver, given, use, windowsOf);

  const worker = of((transaction, given) =>
    findAgentActor(transaction, given.workspaceId, given.agent),
  );
  const working = of((transaction, given) =>
    findWorkingAction(sourceOf(transaction, given), given.actor),
  );
  const ready = of((transaction, given) =>
    readReadyWork(sourceOf(transaction, given), given.actor, undefined, caps.work),
  );
  // `id` is that of the action which the agent works on.
  const readyBeside = of((transaction, given) =>
    readReadyWork(sourceOf(transaction, given), given.actor, given.id, caps.work),
  );
  const parts = {
    metrics: of((transaction, given) => readMetrics(sourceOf(transaction, given))),
    counts: of((transaction, given) => countElsewhere(sourceOf(transaction, given), given.actor)),
    waiting: of((transaction, given) =>
      readWaitingWork(sourceOf(transaction, given), given.actor, caps.work),
    ),
    claimable: of((transaction, given) =>
      readClaimableWork(sourceOf(transaction, given), given.capabilities, caps.work),
    ),
    projects: of((transaction, given) =>
      readOwnProjects(sourceOf(transaction, given), given.actor, caps.projects),
    ),
    others: of((transaction, given) =>
      readOtherProjects(sourceOf(transaction, given), given.actor, caps.titles),
    ),
    questions: of((transaction, given) =>
      readOpenQuestions(sourceOf(transaction, given), given.agent, caps.questions),
    ),
    orders: of((transaction, given) =>
      readOrders(sourceOf(transaction, given), given.agent, caps.orders),
    ),
    activity: of((transaction, { now, workspaceId, agent, actor }) =>
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

  return async (call: Call): Promise<Answer> => {
    const { reader } = driver;
    if (call.id !== call.actor.agentId) throw new Refusal(403, 'It is somebody else’s.');
    const asked = {
      now: call.now,
      workspaceId: call.actor.workspaceId,
      agent: call.id,
      actor: call.actor.id,
      capabilities: JSON.stringify(call.actor.capabilities),
      id: '',
    };
    const found = await worker(reader, asked);
    if (found === undefined) throw new Refusal(404, 'There is no such agent.');
    const current = await working(reader, asked);
    const [
      metrics,
      counts,
      own,
      waiting,
      claimable,
      projects,
      others,
      questions,
      orders,
      activity,
    ] = await Promise.all([
      parts.metrics(reader, asked),
      parts.counts(reader, asked),
      current === undefined
        ? ready(reader, asked)
        : readyBeside(reader, { ...asked, id: current.id }),
      parts.waiting(reader, asked),
      parts.claimable(reader, asked),
      parts.projects(reader, asked),
      parts.others(reader, asked),
      parts.questions(reader, asked),
      parts.orders(reader, asked),
      parts.activity(reader, asked),
    ]);
    const me = { id: found.id, name: found.name, capabilities: strings(found.capabilities) };
    const work = { working: current, ready: own, waiting, claimable };
    const body = toOverview(
      { me, work, metrics, counts, projects, others, questions, orders, activity },
      false,
      { now: call.now, settings },
    );
    return { status: 200, body };
  };
}
