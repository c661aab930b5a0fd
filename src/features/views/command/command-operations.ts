import { limits } from '../../../../generated/limits';
import type { ViewsHandlers } from '../../../../generated/handlers';
import { findActors } from '../../../shared/actors';
import { toAgent } from '../../agents';
import { toQuestionEntry, toRequestRecord } from '../../questions';
import { readAgents } from './agents-store';
import { assigneeIds, toActionSummary } from './command-mapping';
import { readProjects, readStandalone } from './command-store';
import { groupBy } from '../grouping';
import { readMetrics } from '../metrics-store';
import { toOrderSummary } from '../order-summary-mapping';
import { readOrders } from '../orders-store';
import { readProjectActions } from './project-actions-store';
import { readOpenQuestions } from '../open-questions-store';

/** The maximum number of entries per list. */
const maxEntries = limits.command_entries;

/** GET /v1/views/command: metrics, open questions, projects with actions, agents and orders. */
export const getCommandView: ViewsHandlers['getCommandView'] = async (_input, ctx) => {
  const projects = await readProjects(ctx, maxEntries);
  const projectIds = projects.rows.map(({ id }) => id);
  const [metrics, requests, actions, standalone, agents, orders] = await Promise.all([
    readMetrics(ctx),
    readOpenQuestions(ctx, undefined, maxEntries),
    readProjectActions(ctx, projectIds, maxEntries),
    readStandalone(ctx, maxEntries),
    readAgents(ctx, maxEntries),
    readOrders(ctx, undefined, maxEntries),
  ]);
  const shown = [...actions.rows, ...standalone.rows];
  const assignees = await findActors(ctx.reader, ctx.workspaceId, assigneeIds(shown));
  const actionsOfProject = groupBy(actions.rows, (action) => action.project_id);
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
        requests: requests.omitted,
        projects: projects.omitted,
        project_actions: actions.omitted,
        standalone_actions: standalone.omitted,
        agents: agents.omitted,
        orders: orders.omitted,
      },
    },
  };
};
