import { limits } from '../../../../generated/limits';
import type { ViewsHandlers } from '../../../../generated/handlers';
import { findActors } from '../../../shared/actors';
import { toAgent } from '../../agents';
import { toQuestionEntry, toRequestRecord } from '../../questions';
import { readAgents } from '../overview/agents-store';
import { assigneesOf, toActionSummary } from './command-mapping';
import { readProjects, readStandalone } from './command-store';
import { groupedBy } from '../grouping';
import { readMetrics } from '../metrics-store';
import { toOrderSummary } from '../overview/order-summary-mapping';
import { readOrders } from '../overview/projects-and-orders-store';
import { readProjectActions } from './project-actions-store';
import { readOpenQuestions } from '../requests-store';

/** The most entries of each list. */
const most = limits.command_entries;

/** GET /v1/views/command: what a person needs to see first. */
export const getCommandView: ViewsHandlers['getCommandView'] = async (_input, ctx) => {
  const projects = await readProjects(ctx, most);
  const projectIds = projects.rows.map(({ id }) => id);
  const [metrics, requests, actions, standalone, agents, orders] = await Promise.all([
    readMetrics(ctx),
    readOpenQuestions(ctx, undefined, most),
    readProjectActions(ctx, projectIds, most),
    readStandalone(ctx, most),
    readAgents(ctx, most),
    readOrders(ctx, undefined, most),
  ]);
  const shown = [...actions.rows, ...standalone.rows];
  const assignees = await findActors(ctx.reader, ctx.workspaceId, assigneesOf(shown));
  const actionsOfProject = groupedBy(actions.rows, (action) => action.project_id);
  return {
    status: 200,
    body: {
      metrics,
      requests: requests.rows.map((row) => ({
        request: toRequestRecord(row),
        question: toQuestionEntry(row),
      })),
      projects: projects.rows.map(({ id, title, domain_id }) => ({
        id,
        title,
        domain_id,
        actions: (actionsOfProject.get(id) ?? []).map((row) =>
          toActionSummary(row, assignees, ctx),
        ),
      })),
      standalone_actions: standalone.rows.map((row) => toActionSummary(row, assignees, ctx)),
      agents: agents.rows.map((row) => toAgent(row, ctx)),
      orders: orders.rows.map(toOrderSummary),
      truncated: {
        requests: requests.beyond,
        projects: projects.beyond,
        project_actions: actions.beyond,
        standalone_actions: standalone.beyond,
        agents: agents.beyond,
        orders: orders.beyond,
      },
    },
  };
};
