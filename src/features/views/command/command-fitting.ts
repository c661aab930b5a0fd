import type { components } from '../../../../generated/types';
import type { CappedList } from '../capped-store';
import { fitRows, groupBy } from '../fitting-rules';
import type { ActionSummaryRow, DecisionLists, ProjectRow } from './command-store';

type CommandView = components['schemas']['CommandView'];

/** The parts of a command view, each within its own cap. */
export interface CommandParts {
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
export function fitCommandView(parts: CommandParts): CommandView {
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
        reviews ?? none,
        proposals ?? none,
        stalled ?? none,
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

const none = { rows: [] };

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
export interface SharedAction {
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
export function shareOut<Row extends SharedAction>(
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
