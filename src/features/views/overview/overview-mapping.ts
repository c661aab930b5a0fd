import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { keyOf } from '../../../platform/action-keys';
import { strings } from '../../../platform/db/statements/columns';
import type { Input, ReadContext } from '../../../platform/operation';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { summaryInWords } from '../../../shared/events';
import { type FilesOf, withFiles } from '../../../shared/file-store';
import { isWorking } from '../../actions';
import type { QuestionEntryRow } from '../../questions';
import { type CappedList, previewOf } from '../capped-store';
import { fitRows } from '../fitting-rules';
import { type OrderRow, toOrderSummary } from '../orders-store';
import type { OpenProposalRow } from '../waiting-store';
import type { ActivityList, ActivityRow } from './activity-store';
import type { OwnProjectRow, WorkRow } from './overview-store';

type Overview = components['schemas']['AgentOverview'];

/**
 * The overview with as many entries as fit in `maxBytes`, by default in the usual bytes; then the
 * lists at its top have a first entry in any case.
 */
export function fitOverview(
  parts: OverviewParts,
  { full: isFull = false, max_bytes: maxBytes }: NonNullable<Input<'getAgentOverview'>['query']>,
  ctx: Pick<ReadContext, 'now' | 'settings' | 'keyPrefixes'>,
): Overview {
  const whole = toOverview(parts, isFull, ctx);
  const frame = toOverview(withCounts(parts, []), isFull, ctx);
  const lists = listsOf(whole);
  const counts =
    maxBytes === undefined
      ? fitRows(lists, frame, overviewBytes(isFull))
      : fitRows(
          lists.map((list) => ({ ...list, hasFirst: false })),
          frame,
          maxBytes,
        );
  return toOverview(withCounts(parts, counts), isFull, ctx);
}

/** The lists in the order of their turns. */
function listsOf({ my_work: work, recent_activity: recent, ...overview }: Overview) {
  const nested = { hasFirst: false };
  const own = { hasFirst: false, isLast: true };
  return [
    { rows: work.ready, ...nested },
    { rows: work.waiting, ...nested },
    { rows: overview.my_open_questions },
    { rows: recent.human_on_my_items, ...nested },
    { rows: overview.orders },
    { rows: overview.claimable },
    { rows: overview.my_open_proposals },
    { rows: overview.my_projects },
    { rows: recent.order_doc_changes, ...nested },
    { rows: overview.other_active_projects.titles, ...nested },
    { rows: recent.my_actions, ...own },
    { rows: recent.my_questions, ...own },
    { rows: recent.my_notes, ...own },
  ];
}

/** The parts with this many rows in each list, in the order of `listsOf`; 0 by default. */
function withCounts(parts: OverviewParts, counts: readonly number[]): OverviewParts {
  const [ready, waiting, questions, humans, orders, claimable, proposals, ...others] = counts;
  const [projects, documents, titles, myActions, myQuestions, myNotes] = others;
  const { work, activity } = parts;
  return {
    ...parts,
    work: {
      working: work.working,
      ready: first(work.ready, ready),
      waiting: first(work.waiting, waiting),
      claimable: first(work.claimable, claimable),
    },
    projects: first(parts.projects, projects),
    others: first(parts.others, titles),
    questions: first(parts.questions, questions),
    proposals: first(parts.proposals, proposals),
    orders: first(parts.orders, orders),
    activity: {
      my_actions: first(activity.my_actions, myActions),
      my_questions: first(activity.my_questions, myQuestions),
      my_notes: first(activity.my_notes, myNotes),
      human_on_my_items: first(activity.human_on_my_items, humans),
      order_doc_changes: first(activity.order_doc_changes, documents),
    },
  };
}

function first<Row>({ rows, omitted }: CappedList<Row>, count = 0): CappedList<Row> {
  return { rows: rows.slice(0, count), omitted: omitted + Math.max(rows.length - count, 0) };
}

/** The parts of an overview. */
interface OverviewParts {
  readonly me: Overview['me'];
  readonly metrics: Overview['metrics'];
  readonly counts: { elsewhere: Overview['elsewhere']; otherAgents: Overview['other_agents'] };
  readonly work: {
    readonly working: WorkRow | undefined;
    readonly ready: CappedList<WorkRow>;
    readonly waiting: CappedList<WorkRow>;
    readonly claimable: CappedList<WorkRow>;
  };
  readonly projects: CappedList<OwnProjectRow>;
  readonly others: CappedList<{ readonly title: string }>;
  readonly questions: CappedList<QuestionEntryRow>;
  readonly filesOf: FilesOf;
  readonly proposals: CappedList<OpenProposalRow>;
  readonly orders: CappedList<OrderRow>;
  readonly activity: Record<ActivityList, CappedList<ActivityRow>>;
}

/** The overview of these parts, whatever its size. */
function toOverview(
  parts: OverviewParts,
  isFull: boolean,
  ctx: Pick<ReadContext, 'now' | 'settings' | 'keyPrefixes'>,
): Overview {
  const { working, ready, waiting, claimable } = parts.work;
  const length = previewLengthOf(isFull);
  const item = (row: WorkRow): Overview['claimable'][number] => toWorkItem(row, length, ctx);
  return {
    metrics: parts.metrics,
    me: parts.me,
    other_agents: parts.counts.otherAgents,
    my_work: {
      working: working === undefined ? null : item(working),
      ready: ready.rows.map(item),
      waiting: waiting.rows.map(item),
    },
    claimable: claimable.rows.map(item),
    my_projects: parts.projects.rows.map((row) => toOwnProject(row, length)),
    other_active_projects: {
      count: parts.others.rows.length + parts.others.omitted,
      titles: parts.others.rows.map(({ title }) => title),
    },
    my_open_questions: parts.questions.rows.map((row) =>
      withFiles(row, toOpenQuestion, parts.filesOf),
    ),
    my_open_proposals: parts.proposals.rows.map(toOpenProposal),
    orders: parts.orders.rows.map((row) => toOrderSummary(row, ctx.now)),
    recent_activity: eachList(
      ({ rows }) => rows.map((row) => toActivityEntry(row, length)),
      parts.activity,
    ),
    elsewhere: parts.counts.elsewhere,
    truncated: toTruncated(parts, isFull),
  };
}

function toTruncated(parts: OverviewParts, isFull: boolean): Overview['truncated'] {
  const { working, ready, waiting, claimable } = parts.work;
  const shown = [...ready.rows, ...waiting.rows, ...claimable.rows];
  const isCut = (text: string | null): boolean =>
    previewOf(text, previewLengthOf(isFull)).truncated;
  const actionTexts = [...(working === undefined ? [] : [working]), ...shown].filter((row) =>
    isCut(row.details),
  ).length;
  const projectTexts = parts.projects.rows.filter((row) => isCut(row.description)).length;
  const activity = eachList(({ omitted }) => omitted, parts.activity);
  const myWork = ready.omitted + waiting.omitted;
  const omitted = {
    actions: myWork + claimable.omitted,
    projects: parts.projects.omitted + parts.others.omitted,
    questions: parts.questions.omitted,
    proposals: parts.proposals.omitted,
    orders: parts.orders.omitted,
    activity: Object.values(activity).reduce((sum, count) => sum + count, 0),
    actionTexts,
    projectTexts,
  };
  return {
    my_work: myWork,
    claimable: claimable.omitted,
    my_projects: parts.projects.omitted,
    my_open_questions: parts.questions.omitted,
    my_open_proposals: parts.proposals.omitted,
    orders: parts.orders.omitted,
    other_project_titles: parts.others.omitted,
    action_details: actionTexts,
    project_descriptions: projectTexts,
    recent_activity: activity,
    hint: omissionHint(omitted, isFull),
  };
}

function eachList<T>(
  take: (list: CappedList<ActivityRow>) => T,
  activity: Record<ActivityList, CappedList<ActivityRow>>,
): Record<ActivityList, T> {
  return {
    my_actions: take(activity.my_actions),
    my_questions: take(activity.my_questions),
    my_notes: take(activity.my_notes),
    human_on_my_items: take(activity.human_on_my_items),
    order_doc_changes: take(activity.order_doc_changes),
  };
}

function toWorkItem(
  row: WorkRow,
  length: number,
  ctx: Pick<ReadContext, 'now' | 'settings' | 'keyPrefixes'>,
): Overview['claimable'][number] {
  return {
    id: row.id,
    key: keyOf(ctx, row),
    title: row.title,
    project_id: row.project_id,
    project_title: row.project_title,
    due_at: row.due_at,
    priority: row.priority,
    defer_until: row.defer_until,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: row.assigned_actor_name,
    assigned_agent_id: row.assigned_agent_id,
    last_activity_at: row.last_activity_at,
    details_preview: previewOf(row.details, length).text,
    requirements: strings(row.requirements),
    is_working: isWorking(row, ctx),
    review_state: row.review_state === 'rejected' ? 'rejected' : 'none',
    rejection_reason: previewOf(row.rejection_reason, length).text,
  };
}

function toOwnProject(row: OwnProjectRow, length: number): Overview['my_projects'][number] {
  return {
    id: row.id,
    title: row.title,
    open_action_count: row.open_action_count,
    my_action_count: row.my_action_count,
    description_preview: previewOf(row.description, length).text,
  };
}

function toOpenQuestion(question: QuestionEntryRow): Overview['my_open_questions'][number] {
  return {
    id: question.id,
    question: question.question,
    created_at: question.created_at,
    action_id: question.action_id,
    action_title: question.action_title,
    project_id: question.project_id,
    project_title: question.project_title,
    order_id: question.order_id,
    order_name: question.order_name,
    choices: strings(question.choices),
    on_answer: question.on_answer,
  };
}

function toOpenProposal(row: OpenProposalRow): OpenProposalRow {
  return {
    id: row.id,
    title: row.title,
    operation: row.operation,
    created_at: row.created_at,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
  };
}

function toActivityEntry(
  row: ActivityRow,
  length: number,
): Overview['recent_activity']['my_actions'][number] {
  // The others are the texts of notes.
  const summary = row.id.startsWith('evt_') ? summaryInWords(row.summary) : row.summary;
  return {
    id: row.id,
    target_id: row.target_id,
    target_title: row.target_title,
    actor: { id: row.actor_id, name: row.actor_name },
    at: row.at,
    summary: previewOf(summary, length).text ?? summary,
  };
}

/** The maximum number of entries per list of an overview. */
interface OverviewCaps {
  readonly work: number;
  readonly projects: number;
  readonly titles: number;
  readonly questions: number;
  readonly proposals: number;
  readonly orders: number;
  readonly activity: number;
}

const entries = limits.overview_entries;

const defaultCaps: OverviewCaps = {
  work: entries,
  projects: entries,
  titles: entries,
  questions: entries,
  proposals: entries,
  orders: entries,
  activity: limits.overview_activity_entries,
};

const maxEntries = limits.full_overview_entries;

const fullCaps: OverviewCaps = {
  work: maxEntries,
  projects: maxEntries,
  titles: maxEntries,
  questions: maxEntries,
  proposals: maxEntries,
  orders: maxEntries,
  activity: maxEntries,
};

/** The caps of an overview's lists; `full` raises them to 1,000 entries per list. */
export function overviewCaps(isFull: boolean): OverviewCaps {
  return isFull ? fullCaps : defaultCaps;
}

/** The maximum bytes of an overview's JSON, apart from first entries that do not fit. */
function overviewBytes(isFull: boolean): number {
  return isFull ? limits.view_bytes : limits.overview_bytes;
}

/** The number of characters of the previews of an overview. */
function previewLengthOf(isFull: boolean): number {
  return isFull ? limits.preview_characters : limits.overview_preview_characters;
}

/** The start of recent activity: seven days before `now`. */
export function recentActivityStart(now: string): string {
  return addMilliseconds(now, -limits.overview_activity_seconds * SECOND);
}

/**
 * How many entries the lists omit, including lists without a number in `truncated`, and how many
 * texts are cut.
 */
interface Omitted {
  readonly actions: number;
  readonly projects: number;
  readonly questions: number;
  readonly proposals: number;
  readonly orders: number;
  readonly activity: number;
  readonly actionTexts: number;
  readonly projectTexts: number;
}

/** The sentences that name the operations which list the omitted entries. */
function omissionHint(omitted: Omitted, isFull: boolean): string {
  const listed: [number, string][] = [
    [omitted.actions, 'GET /v1/actions'],
    [omitted.projects, 'GET /v1/projects'],
    [omitted.questions, 'GET /v1/questions'],
    [omitted.proposals, 'GET /v1/proposals'],
    [omitted.orders, 'GET /v1/orders'],
  ];
  const lists = listed.flatMap(([count, list]) => (count > 0 ? [list] : []));
  const sentences: string[] = [];
  if (!isFull && lists.length + omitted.activity > 0) {
    sentences.push(
      `full=true raises the limits to ${maxEntries.toLocaleString('en')} entries a list and 256 KiB.`,
    );
  } else if (lists.length > 0) {
    sentences.push(`${lists.join(', ')} list the omitted entries.`);
  } else if (omitted.activity > 0) {
    sentences.push('Older activity is left out.');
  }
  if (omitted.actionTexts > 0) sentences.push('GET /v1/actions/{id} has the details in full.');
  if (omitted.projectTexts > 0)
    sentences.push('GET /v1/projects/{id} has the description in full.');
  return sentences.length === 0 ? 'Nothing is left out.' : sentences.join(' ');
}
