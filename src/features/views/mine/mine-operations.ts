import type { ViewsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf, withFiles } from '../../../shared/file-store';
import { findTimeZone, localPeriodsOf } from '../../../shared/workspace-time';
import { toQuestionEntry } from '../../questions';
import type { CappedList } from '../capped-store';
import { readDecisions } from '../command/command-store';
import { fitRows } from '../fitting-rules';
import { readOpenQuestions } from '../waiting-store';
import { agentIdOf } from '../view-params';
import { readMine } from './mine-store';

type MineView = components['schemas']['MineView'];
type Lists = Omit<MineView, 'periods' | 'counts'>;
type CappedLists = {
  readonly [Name in keyof Lists]: CappedList<Lists[Name][number]>;
};

/** GET /v1/views/mine: what the caller has to do, decides, asked for and completed. */
export const getMineView: ViewsHandlers['getMineView'] = async (_input, ctx) => {
  const { actor } = ctx;
  const zone = await findTimeZone(ctx.reader, ctx.workspaceId);
  const periods = await localPeriodsOf(ctx.now, zone);
  const max = limits.command_decisions;
  const [actions, decisions, questions, asked] = await Promise.all([
    readMine(ctx, periods),
    readDecisions(ctx, ['reviews', 'proposals'], {
      viewer: documentViewer(actor),
      actorId: actor.id,
      agentId: agentIdOf(actor),
    }),
    readOpenQuestions(ctx, { actorId: actor.id }, max),
    actor.kind === 'agent' ? readOpenQuestions(ctx, { agentId: actor.agentId }, max) : none,
  ]);
  const filesOf = await findFilesOf(ctx.reader, ctx.workspaceId, [
    ...questions.rows,
    ...asked.rows,
  ]);
  const toEntry = (row: (typeof questions.rows)[number]) =>
    withFiles(row, toQuestionEntry, filesOf);
  const lists: CappedLists = {
    ...actions,
    questions: { ...questions, rows: questions.rows.map(toEntry) },
    reviews: decisions.reviews ?? none,
    proposals: decisions.proposals ?? none,
    asked_questions: { ...asked, rows: asked.rows.map(toEntry) },
  };
  return { status: 200, body: fitMine(lists, { time_zone: zone, ...periods }) };
};

const none = { rows: [], omitted: 0 };

function fitMine(lists: CappedLists, periods: MineView['periods']): MineView {
  const count = ({ rows, omitted }: CappedList<unknown>): number => rows.length + omitted;
  const counts: MineView['counts'] = {
    due_today: count(lists.due_today),
    due_this_week: count(lists.due_this_week),
    due_later: count(lists.due_later),
    undated: count(lists.undated),
    questions: count(lists.questions),
    reviews: count(lists.reviews),
    proposals: count(lists.proposals),
    asked: count(lists.asked),
    asked_questions: count(lists.asked_questions),
    done_this_week: count(lists.done_this_week),
  };
  const [today, week, later, undated, questions, reviews, proposals, asked, own, done] = fitRows(
    [
      lists.due_today,
      lists.due_this_week,
      lists.due_later,
      lists.undated,
      lists.questions,
      lists.reviews,
      lists.proposals,
      lists.asked,
      lists.asked_questions,
      lists.done_this_week,
    ],
    { periods, counts, ...counts },
  );
  return {
    periods,
    counts,
    due_today: lists.due_today.rows.slice(0, today),
    due_this_week: lists.due_this_week.rows.slice(0, week),
    due_later: lists.due_later.rows.slice(0, later),
    undated: lists.undated.rows.slice(0, undated),
    questions: lists.questions.rows.slice(0, questions),
    reviews: lists.reviews.rows.slice(0, reviews),
    proposals: lists.proposals.rows.slice(0, proposals),
    asked: lists.asked.rows.slice(0, asked),
    asked_questions: lists.asked_questions.rows.slice(0, own),
    done_this_week: lists.done_this_week.rows.slice(0, done),
  };
}
