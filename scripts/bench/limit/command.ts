import { limits } from '../../../generated/limits';
import { findActors } from '../../../src/shared/actors';
import { toAgent } from '../../../src/features/agents';
import type { Transaction } from '../../../src/platform/db/transaction';
import { toQuestionEntry, toRequestRecord } from '../../../src/features/questions';
import { readAgents } from '../../../src/features/views/command/agents-store';
import { assigneeIds, toActionSummary } from '../../../src/features/views/command/command-mapping';
import { readProjects, readStandalone } from '../../../src/features/views/command/command-store';
import { readMetrics } from '../../../src/features/views/metrics-store';
import { toOrderSummary } from '../../../src/features/views/order-summary-mapping';
import { readOrders } from '../../../src/features/views/orders-store';
import {
  countProjectActions,
  readProjectActions,
} from '../../../src/features/views/command/project-actions-store';
import { shareOut } from '../../../src/features/views/command/sharing-rules';
import { fitCommandView } from '../../../src/features/views/command/command-fitting';
import { readOpenQuestions } from '../../../src/features/views/open-questions-store';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { many } from './many';
import type { Reply, Call } from './request';
import { sample, settings, sourceOf, windowsOf } from './sample';

const limit = 100;

/** getCommandView. */
export function createCommand(driver: Driver) {
  const { now, workspaceId } = sample;
  const compile = <T>(
    use: (
      transaction: Transaction,
      given: { readonly now: string; readonly workspaceId: string },
    ) => Promise<T>,
  ) => compiled(driver, { now, workspaceId }, use, windowsOf);
  const readFirst = compile((transaction, given) =>
    readProjects(sourceOf(transaction, given), undefined, limit),
  );
  const parts = {
    metrics: compile((transaction, given) => readMetrics(sourceOf(transaction, given))),
    requests: compile((transaction, given) =>
      readOpenQuestions(sourceOf(transaction, given), undefined, limit),
    ),
    standalone: compile((transaction, given) =>
      readStandalone(sourceOf(transaction, given), limit),
    ),
    agents: compile((transaction, given) => readAgents(sourceOf(transaction, given), limit)),
    orders: compile((transaction, given) =>
      readOrders(sourceOf(transaction, given), undefined, limit),
    ),
  };
  // One statement for the maximum number of projects.
  const names = Array.from({ length: limit }, (_, index) => `project${index}`);
  const projectIds = Object.fromEntries(names.map((name) => [name, `(${name})`]));
  const readActions = compiled(
    driver,
    { ...projectIds, now, workspaceId },
    (transaction, given) =>
      readProjectActions(sourceOf(transaction, given), Object.values(projectIds), {
        perProject: limit,
        chosen: limits.view_actions,
      }),
    windowsOf,
  );
  const readCounts = compiled(
    driver,
    { ...projectIds, now, workspaceId },
    (transaction, given) =>
      countProjectActions(sourceOf(transaction, given), Object.values(projectIds)),
    windowsOf,
  );
  const readAssignees = many(driver, limit, async (transaction, workspaceId, ids) => [
    ...(await findActors(transaction, workspaceId, ids)).values(),
  ]);

  return async ({ actor, now }: Call): Promise<Reply> => {
    const { reader } = driver;
    const values = { now, workspaceId: actor.workspaceId };
    const clock = { now, settings };
    const projects = await readFirst(reader, values);
    const ids = Object.fromEntries(
      names.map((name, index) => [name, projects.rows[index]?.id ?? '']),
    );
    const [metrics, requests, ofProjects, counts, standalone, agents, orders] = await Promise.all([
      parts.metrics(reader, values),
      parts.requests(reader, values),
      readActions(reader, { ...ids, ...values }),
      readCounts(reader, { ...ids, ...values }),
      parts.standalone(reader, values),
      parts.agents(reader, values),
      parts.orders(reader, values),
    ]);
    const shares = shareOut(ofProjects, standalone.rows, limits.view_actions);
    const listed = [...shares.first.values(), ...shares.others, ...shares.standalone];
    const found = await readAssignees(reader, now, actor.workspaceId, assigneeIds(listed));
    const assignees = new Map(found.map((assignee) => [assignee.id, assignee]));
    const body = fitCommandView({
      metrics,
      decisions: {},
      requests: {
        ...requests,
        rows: requests.rows.map((row) => ({
          request: toRequestRecord(row),
          question: toQuestionEntry(row),
        })),
      },
      projects,
      ofProjects,
      counts,
      shares,
      standaloneCount: standalone.rows.length + standalone.omitted,
      toSummary: (row) => toActionSummary(row, assignees, clock),
      agents: { ...agents, rows: agents.rows.map((row) => toAgent(row, clock)) },
      orders: { ...orders, rows: orders.rows.map((row) => toOrderSummary(row, now)) },
    });
    return { status: 200, body };
  };
}
