import type { components } from '../../../../generated/types';
import type { Input, ReadContext } from '../../../platform/operation';
import type { CappedList } from '../capped-store';
import { fitRows } from '../fitting-rules';
import { toOverview, type OverviewParts } from './overview-mapping';
import { overviewBytes } from './overview-rules';

type Overview = components['schemas']['AgentOverview'];

/**
 * The overview with as many entries as fit in `maxBytes`, by default in the usual bytes; then the
 * lists at its top have a first entry in any case.
 */
export function fitOverview(
  parts: OverviewParts,
  { full: isFull = false, max_bytes: maxBytes }: NonNullable<Input<'getAgentOverview'>['query']>,
  ctx: Pick<ReadContext, 'now' | 'settings'>,
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
