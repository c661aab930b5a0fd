import type { ViewsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { keyOf } from '../../../platform/action-keys';
import type { Input, ReadContext, Reply } from '../../../platform/operation';
import { type ActorRow, findActors } from '../../../shared/actors';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf, withFiles } from '../../../shared/files';
import { isWorking } from '../../actions';
import { toAgent } from '../../agents';
import { toQuestionEntry, toRequestRecord } from '../../questions';
import type { CappedList } from '../capped-store';
import { readMetrics } from '../list-conditions-store';
import { readOpenQuestions } from '../open-requests-store';
import { repeatedView } from '../repeated-views';
import { readOrders, toOrderSummary } from '../orders-store';
import { agentIdOf, type ViewContext } from '../view-params';
import { readWaitingCounts } from '../waiting-store';
import { fitCommandView, shareOut } from './command-fitting';
import {
  type ActionSummaryRow,
  countProjectActions,
  readAgents,
  readDecisions,
  readProjectActions,
  readProjects,
  readStandalone,
} from './command-store';

/** The maximum number of entries per list. */
const maxEntries = limits.command_entries;

/** The maximum number of actions in all lists together. */
const maxActions = limits.view_actions;

const repeated = repeatedView<Reply<'getCommandView'>>();

/**
 * GET /v1/views/command: metrics, open questions, projects with actions, agents and orders, and what
 * `include` adds.
 */
export const getCommandView: ViewsHandlers['getCommandView'] = ({ query }, ctx) => {
  // The actions and proposals of these lists depend on more instants, and on the caller.
  if (query.for !== undefined || query.include?.some(isDecision)) return makeView(query, ctx);
  const dependsOn = { hasPresence: true, agentId: undefined, dependsOnCaller: false };
  return repeated.read(ctx, { ...dependsOn, input: query }, () => makeView(query, ctx));
};

type Included = NonNullable<Input<'getCommandView'>['query']['include']>[number];

function isDecision(list: Included): boolean {
  return list === 'reviews' || list === 'proposals' || list === 'stalled';
}

async function makeView(
  query: Input<'getCommandView'>['query'],
  ctx: ReadContext,
): Promise<Reply<'getCommandView'>> {
  const { include, project_id: projectId } = query;
  const actorId = query.for === 'me' ? ctx.actor.id : undefined;
  const caps = {
    projects: query.projects_limit ?? maxEntries,
    perProject: query.actions_per_project ?? maxEntries,
  };
  const limitOf = (list: Included): number =>
    include === undefined || include.includes(list) ? maxEntries : 0;
  const projects =
    limitOf('projects') === 0 ? none : await readProjects(ctx, projectId, caps.projects);
  const projectIds = projects.rows.map(({ id }) => id);
  const [metrics, waiting, decisions, requests, ofProjects, counts, standalone, agents, orders] =
    await Promise.all([
      readMetrics(ctx),
      query.for === undefined ? undefined : readWaitingCounts(ctx),
      readDecisions(ctx, include ?? [], {
        viewer: documentViewer(ctx.actor),
        actorId,
        agentId: actorId === undefined ? undefined : agentIdOf(ctx.actor),
      }),
      limitOf('requests') === 0 ? none : readOpenQuestions(ctx, { actorId }, maxEntries),
      readProjectActions(ctx, projectIds, { perProject: caps.perProject, chosen: maxActions }),
      countProjectActions(ctx, projectIds),
      limitOf('standalone_actions') === 0 ? none : readStandalone(ctx, maxEntries),
      limitOf('agents') === 0 ? none : readAgents(ctx, maxEntries),
      limitOf('orders') === 0 ? none : readOrders(ctx, undefined, maxEntries),
    ]);
  const shares = shareOut(ofProjects, standalone.rows, maxActions);
  const chosen = [...shares.first.values(), ...shares.others, ...shares.standalone];
  const assignees = await findActors(ctx.reader, ctx.workspaceId, assigneeIds(chosen));
  const filesOf = await findFilesOf(ctx.reader, ctx.workspaceId, requests.rows);
  const body = fitCommandView({
    metrics,
    waiting,
    decisions,
    requests: mapped(requests, (row) => ({
      request: toRequestRecord(row),
      question: withFiles(row, toQuestionEntry, filesOf),
    })),
    projects,
    ofProjects,
    counts,
    shares,
    standaloneCount: standalone.rows.length + standalone.omitted,
    toSummary: (row) => toActionSummary(row, assignees, ctx),
    agents: mapped(agents, (row) => toAgent(row, ctx)),
    orders: mapped(orders, (row) => toOrderSummary(row, ctx.now)),
  });
  return { status: 200, body };
}

const none = { rows: [], omitted: 0 };

function mapped<Row, Item>(
  { rows, omitted }: CappedList<Row>,
  map: (row: Row) => Item,
): CappedList<Item> {
  return { rows: rows.map(map), omitted };
}

/** An action row as an ActionSummary of the contract; `actors` contains its assignee. */
function toActionSummary(
  row: ActionSummaryRow,
  actors: ReadonlyMap<string, ActorRow>,
  ctx: Pick<ViewContext, 'now' | 'settings' | 'keyPrefixes'>,
): components['schemas']['ActionSummary'] {
  const assignee = actors.get(row.assigned_actor_id ?? '');
  const agentId = assignee?.agent_id ?? null;
  return {
    id: row.id,
    key: keyOf(ctx, row),
    title: row.title,
    project_id: row.project_id,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: assignee?.name ?? null,
    assigned_agent_id: agentId,
    assigned_agent_name: agentId === null ? null : (assignee?.name ?? null),
    delegate_label: row.delegate_label,
    due_at: row.due_at,
    priority: row.priority,
    last_activity_note: row.last_activity_note,
    last_activity_at: row.last_activity_at,
    is_working: isWorking(row, ctx),
  };
}

/** The distinct actor ids of the assignees. */
function assigneeIds(rows: readonly ActionSummaryRow[]): string[] {
  const ids = new Set<string>();
  for (const { assigned_actor_id: id } of rows) if (id !== null) ids.add(id);
  return [...ids];
}
