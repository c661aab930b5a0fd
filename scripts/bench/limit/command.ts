import { findActors } from '../../../src/shared/actors';
import { toAgent } from '../../../src/features/agents';
import type { Transaction } from '../../../src/platform/db/transaction';
import { toQuestionEntry, toRequestRecord } from '../../../src/features/questions';
import { readAgents } from '../../../src/features/views/command/agents-store';
import { assigneeIds, toActionSummary } from '../../../src/features/views/command/command-mapping';
import { readProjects, readStandalone } from '../../../src/features/views/command/command-store';
import { groupBy } from '../../../src/features/views/grouping';
import { readMetrics } from '../../../src/features/views/metrics-store';
import { toOrderSummary } from '../../../src/features/views/order-summary-mapping';
import { readOrders } from '../../../src/features/views/orders-store';
import { readProjectActions } from '../../../src/features/views/command/project-actions-store';
import { readOpenQuestions } from '../../../src/features/views/open-questions-store';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { many } from './many';
import type { Answer, Call } from './request';
import { sample, settings, sourceOf, windowsOf } from './sample';

const most = 100;

/** getCommandView. */
export function createCommand(driver: Driver) {
  const { now, workspaceId } = sample;
  const of = <T>(
    use: (
      transaction: Transaction,
      given: { readonly now: string; readonly workspaceId: string },
    ) => Promise<T>,
  ) => compiled(driver, { now, workspaceId }, use, windowsOf);
  const readFirst = of((transaction, given) => readProjects(sourceOf(transaction, given), most));
  const parts = {
    metrics: of((transaction, given) => readMetrics(sourceOf(transaction, given))),
    requests: of((transaction, given) =>
      readOpenQuestions(sourceOf(transaction, given), undefined, most),
    ),
    standalone: of((transaction, given) => readStandalone(sourceOf(transaction, given), most)),
    agents: of((transaction, given) => readAgents(sourceOf(transaction, given), most)),
    orders: of((transaction, given) => readOrders(sourceOf(transaction, given), undefined, most)),
  };
  // One statement for as many projects as there may be.
  const names = Array.from({ length: most }, (_, index) => `project${index}`);
  const projectIds = Object.fromEntries(names.map((name) => [name, `(${name})`]));
  const readActions = compiled(
    driver,
    { ...projectIds, now, workspaceId },
    (transaction, given) =>
      readProjectActions(sourceOf(transaction, given), Object.values(projectIds), most),
    windowsOf,
  );
  const readAssignees = many(driver, most, async (transaction, workspaceId, ids) => [
    ...(await findActors(transaction, workspaceId, ids)).values(),
  ]);

  return async ({ actor, now }: Call): Promise<Answer> => {
    const { reader } = driver;
    const asked = { now, workspaceId: actor.workspaceId };
    const clock = { now, settings };
    const projects = await readFirst(reader, asked);
    const ids = Object.fromEntries(
      names.map((name, index) => [name, projects.rows[index]?.id ?? '']),
    );
    const [metrics, requests, actions, standalone, agents, orders] = await Promise.all([
      parts.metrics(reader, asked),
      parts.requests(reader, asked),
      readActions(reader, { ...ids, ...asked }),
      parts.standalone(reader, asked),
      parts.agents(reader, asked),
      parts.orders(reader, asked),
    ]);
    const shown = [...actions.rows, ...standalone.rows];
    const found = await readAssignees(reader, now, actor.workspaceId, assigneeIds(shown));
    const assignees = new Map(found.map((assignee) => [assignee.id, assignee]));
    const actionsOf = groupBy(actions.rows, (action) => action.project_id);
    const body = {
      metrics,
      requests: requests.rows.map((row) => ({
        request: toRequestRecord(row),
        question: toQuestionEntry(row),
      })),
      projects: projects.rows.map(({ id, title, domain_id }) => ({
        id,
        title,
        domain_id,
        actions: (actionsOf.get(id) ?? []).map((row) => toActionSummary(row, assignees, clock)),
      })),
      standalone_actions: standalone.rows.map((row) => toActionSummary(row, assignees, clock)),
      agents: agents.rows.map((row) => toAgent(row, clock)),
      orders: orders.rows.map(toOrderSummary),
      truncated: {
        requests: requests.omitted,
        projects: projects.omitted,
        project_actions: actions.omitted,
        standalone_actions: standalone.omitted,
        agents: agents.omitted,
        orders: orders.omitted,
      },
    };
    return { status: 200, body };
  };
}
