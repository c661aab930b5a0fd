import type { ViewsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { keyOf } from '../../../platform/action-keys';
import type { Input, ReadContext, Reply } from '../../../platform/operation';
import { type ActorRow, findActors } from '../../../shared/actor-store';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf, withFiles } from '../../../shared/file-store';
import { isWorking } from '../../actions';
import { toAgent } from '../../agents';
import { toQuestionEntry, toRequestRecord } from '../../questions';
import type { CappedList } from '../capped-store';
import { fitRows, groupBy } from '../fitting-rules';
import { readMetrics } from '../list-conditions-store';
import { readOpenQuestions, readWaitingCounts } from '../waiting-store';
import { readOrders, toOrderSummary } from '../orders-store';
import { repeatedView } from '../repeated-views-store';
import { agentIdOf, type ViewContext } from '../view-params';
import {
  type ActionSummaryRow,
  countProjectActions,
  readAgents,
  readDecisions,
  readProjectActions,
  readProjects,
  readStandalone,
  type DecisionLists,
  type ProjectRow,
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

type CommandView = components['schemas']['CommandView'];

/** The parts of a command view, each within its own cap. */
interface CommandParts {
  readonly metrics: CommandView['metrics'];
  readonly waiting: CommandView['waiting'];
  readonly decisions: DecisionLists;
  readonly requests: CappedList<CommandView['requests'][number]>;
  readonly projects: CappedList<ProjectRow>;
  /** The actions of the projects, in the order of each project. */
  readonly ofProjects: readonly ActionSummaryRow[];
  /** The number of actions of each project, with those that are not in `ofProjects`. */
  readonly counts: ReadonlyMap<string, number>;
  readonly shares: Shares<ActionSummaryRow>;
  readonly standaloneCount: number;
  readonly toSummary: (row: ActionSummaryRow) => components['schemas']['ActionSummary'];
  readonly agents: CappedList<CommandView['agents'][number]>;
  readonly orders: CappedList<CommandView['orders'][number]>;
}

/** The command view with as many rows as fit. */
function fitCommandView(parts: CommandParts): CommandView {
  const { metrics, waiting, requests, shares, toSummary, agents, orders } = parts;
  const { reviews, proposals, stalled } = parts.decisions;
  const { first, others } = shares;
  const toProject = (
    { id, title, domain_id }: ProjectRow,
    actions: readonly ActionSummaryRow[],
  ): CommandView['projects'][number] => ({
    id,
    title,
    domain_id,
    actions: actions.map(toSummary),
    omitted_actions: Math.max((parts.counts.get(id) ?? 0) - actions.length, 0),
  });
  const firstOnly = parts.projects.rows.map((project) => {
    const one = first.get(project.id);
    return toProject(project, one === undefined ? [] : [one]);
  });
  const standalone = shares.standalone.map(toSummary);
  const [shownRequests = 0, shownReviews = 0, shownProposals = 0, shownStalled = 0, ...ofWork] =
    fitRows(
      [
        requests,
        reviews ?? noRows,
        proposals ?? noRows,
        stalled ?? noRows,
        { rows: firstOnly },
        { rows: standalone },
        agents,
        orders,
        { rows: others.map(toSummary), hasFirst: false },
      ],
      { metrics, ...(waiting && { waiting }), ...emptyView },
    );
  const [shownProjects = 0, shownStandalone = 0, shownAgents = 0, shownOrders = 0, ...last] =
    ofWork;
  const [shownOthers = 0] = last;

  const shownIds = new Set([...first.values(), ...others.slice(0, shownOthers)].map(idOf));
  const actionsOf = groupBy(
    parts.ofProjects.filter(({ id }) => shownIds.has(id)),
    (action) => action.project_id,
  );
  const filled = parts.projects.rows
    .slice(0, shownProjects)
    .map((project) => toProject(project, actionsOf.get(project.id) ?? []));
  return {
    metrics,
    ...(waiting && { waiting }),
    requests: requests.rows.slice(0, shownRequests),
    ...(reviews && { reviews: reviews.rows.slice(0, shownReviews) }),
    ...(proposals && { proposals: proposals.rows.slice(0, shownProposals) }),
    ...(stalled && { stalled: stalled.rows.slice(0, shownStalled) }),
    projects: filled,
    standalone_actions: standalone.slice(0, shownStandalone),
    agents: agents.rows.slice(0, shownAgents),
    orders: orders.rows.slice(0, shownOrders),
    truncated: {
      requests: omittedFrom(requests, shownRequests),
      projects: omittedFrom(parts.projects, shownProjects),
      project_actions: filled.reduce((sum, project) => sum + project.omitted_actions, 0),
      standalone_actions: parts.standaloneCount - shownStandalone,
      agents: omittedFrom(agents, shownAgents),
      orders: omittedFrom(orders, shownOrders),
      ...(reviews && { reviews: omittedFrom(reviews, shownReviews) }),
      ...(proposals && { proposals: omittedFrom(proposals, shownProposals) }),
      ...(stalled && { stalled: omittedFrom(stalled, shownStalled) }),
    },
  };
}

const noRows = { rows: [] };

// With all lists; a view without some of them is a few bytes smaller.
const emptyView: Required<Omit<CommandView, 'metrics' | 'waiting'>> = {
  requests: [],
  reviews: [],
  proposals: [],
  stalled: [],
  projects: [],
  standalone_actions: [],
  agents: [],
  orders: [],
  truncated: {
    requests: 0,
    projects: 0,
    project_actions: 0,
    standalone_actions: 0,
    agents: 0,
    orders: 0,
    reviews: 0,
    proposals: 0,
    stalled: 0,
  },
};

function omittedFrom({ rows, omitted }: CappedList<unknown>, shown: number): number {
  return omitted + rows.length - shown;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** An action to choose, as far as its urgency depends on it. */
interface SharedAction {
  readonly id: string;
  readonly project_id: string | null;
  readonly due_at: string | null;
  readonly position: number | string | null;
  readonly created_at: string;
}

/** The chosen actions of a view. */
interface Shares<Row> {
  /** The first action of each project, by the project's id. */
  readonly first: ReadonlyMap<string, Row>;
  /** The other chosen actions of projects, most urgent first. */
  readonly others: readonly Row[];
  /** The chosen actions without a project. */
  readonly standalone: readonly Row[];
}

/**
 * Chooses at most `max` actions: the first one of each project, then the most urgent ones, those
 * without a project before others that are due at the same time. `ofProjects` has the order of each
 * project, `standalone` is sorted by urgency.
 */
function shareOut<Row extends SharedAction>(
  ofProjects: readonly Row[],
  standalone: readonly Row[],
  max: number,
): Shares<Row> {
  const first = new Map<string, Row>();
  const behind: Row[] = [];
  for (const row of ofProjects) {
    const project = row.project_id ?? '';
    if (first.has(project)) behind.push(row);
    else first.set(project, row);
  }
  const urgent = behind.toSorted(byUrgency);
  const others: Row[] = [];
  const alone: Row[] = [];
  let free = max - first.size;
  for (; free > 0; free -= 1) {
    const [one, other] = [standalone[alone.length], urgent[others.length]];
    if (one !== undefined && (other === undefined || dueOf(one) <= dueOf(other))) alone.push(one);
    else if (other !== undefined) others.push(other);
    else break;
  }
  return { first, others, standalone: alone.length > 0 ? alone : standalone.slice(0, 1) };
}

// As in the queue of an agent: by due date, position and age.
function byUrgency(one: SharedAction, other: SharedAction): number {
  return (
    compare(dueOf(one), dueOf(other)) ||
    compare(placeOf(one), placeOf(other)) ||
    compare(one.created_at, other.created_at) ||
    compare(one.id, other.id)
  );
}

/** An instant after all others for an action that is not due. */
function dueOf({ due_at: due }: SharedAction): string {
  return due ?? '~';
}

function placeOf({ position }: SharedAction): number {
  return position === null ? Infinity : Number(position);
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
