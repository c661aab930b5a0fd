import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { type Condition, int, isOneOf, bytesOfTexts } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { maxCounted } from '../../platform/db/statements/text-filter';
import type { ReadContext } from '../../platform/operation';
import { requestsOf } from '../../shared/agent-request-store';
import { documentViewer, visibleProposals } from '../../shared/document-visibility';
import { historyStart, withinHistory } from '../../shared/plans';
import { actionsOf } from '../actions';
import { openProposalsOf } from '../proposals';
import { questionsOf, type QuestionEntryRow, selectQuestionEntry } from '../questions';
import { type CappedList, compiledCappedList } from './capped-store';
import { listViewConditions } from './list-conditions-store';
import {
  agentIdOf,
  fromViewerParam,
  toViewerParam,
  viewParams,
  type ViewParams,
  type ViewContext,
} from './view-params';

/** For whom something waits: an actor, at a moment. */
interface Waiting {
  readonly workspaceId: string;
  readonly actorId: string;
  readonly now: string;
}

/**
 * Condition of the questions that wait for an actor: it took them, or they are assigned to it and
 * nobody took them, or they wait for nobody.
 */
function questionsFor(waiting: Waiting): Condition {
  const addressee = 'coalesce(agent_requests.taken_by_actor_id, agent_requests.assigned_actor_id)';
  return waitsFor(waiting, addressee, []);
}

/** Condition of the reviews that wait for an actor, or for nobody. */
export function reviewsFor(waiting: Waiting): Condition {
  // `reviewerOf` in SQL.
  const reviewer = `coalesce(actions.requested_reviewer_actor_id, case
    when exists (select 1 from users as creator where creator.workspace_id = ?
      and creator.actor_id = actions.created_by_actor_id)
    then actions.created_by_actor_id else actions.assigned_actor_id end)`;
  return waitsFor(waiting, reviewer, [waiting.workspaceId]);
}

// Nobody is also a person who is deactivated, a viewer or away, and an agent.
function waitsFor(
  { workspaceId, actorId, now }: Waiting,
  addressee: string,
  given: readonly string[],
): Condition {
  return (query) =>
    void query.whereRaw(
      `(${addressee} = ? or not exists (select 1 from users as available
        where available.workspace_id = ? and available.actor_id = ${addressee}
          and available.deactivated_at is null and available.role <> 'viewer'
          and (available.away_until is null or available.away_until <= ?)))`,
      [...given, actorId, workspaceId, ...given, now],
    );
}

interface CountParams extends ViewParams {
  readonly actorId: string;
  readonly start: string | null;
  readonly viewerId: string | undefined;
  readonly agentId: string | undefined;
}

const countsQuery = compiledQuery<CountParams>((db, params, { dialect }) => {
  const { workspaceId, start, agentId } = params;
  const questions = () =>
    questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open']));
  const reviews = () =>
    actionsOf(db, workspaceId).where(listViewConditions.review(params)).where(withinHistory(start));
  const shown = visibleProposals(fromViewerParam(params), dialect);
  return db.select(
    count(db, 'questions', questions()),
    count(db, 'my_questions', questions().where(questionsFor(params))),
    count(db, 'reviews', reviews()),
    count(db, 'my_reviews', reviews().where(reviewsFor(params))),
    count(db, 'proposals', openProposalsOf(db, { workspaceId, shown })),
    ...(agentId === undefined
      ? []
      : [count(db, 'my_proposals', openProposalsOf(db, { workspaceId, shown, agentId }))]),
  );
});

function count(db: Knex, name: string, query: Knex.QueryBuilder): Knex.QueryBuilder {
  const counted = query.select(db.raw('1 as one')).limit(maxCounted).as('counted');
  return db.from(counted).count('*').as(name);
}

/** What waits for the caller and for everybody, with one statement. Each count stops at 10,000. */
export async function readWaitingCounts(
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'actor' | 'now' | 'settings' | 'historyDays'>,
): Promise<components['schemas']['WaitingCounts']> {
  const row = await ctx.reader.first<Record<string, unknown>>(
    countsQuery(ctx.reader, {
      ...viewParams(ctx),
      actorId: ctx.actor.id,
      start: historyStart(ctx),
      viewerId: toViewerParam(documentViewer(ctx.actor)),
      agentId: agentIdOf(ctx.actor),
    }),
  );
  const of = (name: string): number => int(row?.[name] ?? 0);
  const proposals = of('proposals');
  // Any person decides on a proposal. None waits for an agent, which has its own.
  const mine = ctx.actor.kind === 'agent' ? of('my_proposals') : proposals;
  return {
    mine: { questions: of('my_questions'), reviews: of('my_reviews'), proposals: mine },
    everybody: { questions: of('questions'), reviews: of('reviews'), proposals },
  };
}

/** What waits for the person of a context: questions, reviews and proposals together. */
export async function countWaiting(ctx: Parameters<typeof readWaitingCounts>[0]): Promise<number> {
  const { mine } = await readWaitingCounts(ctx);
  return mine.questions + mine.reviews + mine.proposals;
}

interface OpenQuestionsParams {
  readonly workspaceId: string;
  readonly agentId: string | undefined;
  readonly start: string | null;
  readonly now: string;
  /** Only what waits for this actor; undefined for all questions. */
  readonly actorId: string | undefined;
}

const openQuestions = compiledCappedList<QuestionEntryRow, OpenQuestionsParams>((params) => ({
  matching: (db) => {
    const open = questionsOf(db, params.workspaceId).where(
      isOneOf('agent_requests.status', ['open']),
    );
    const { workspaceId, agentId, actorId } = params;
    if (agentId !== undefined) void open.where('agent_requests.agent_id', agentId);
    if (actorId === undefined) return open;
    return open.where(questionsFor({ workspaceId, actorId, now: params.now }));
  },
  select: (query, db) => selectQuestionEntry(query, db, params),
  order: 'agent_requests.created_at desc, agent_requests.id desc',
  first: 'agent_requests',
  bytes: bytesOfTexts(
    'agent_requests.question',
    'agent_requests.on_answer',
    'agent_requests.default_response',
  ),
}));

/** Open questions, newest first: of one agent, or those that wait for one actor. */
export async function readOpenQuestions(
  ctx: ViewContext,
  { agentId, actorId }: { readonly agentId?: string; readonly actorId?: string | undefined },
  limit: number,
): Promise<CappedList<QuestionEntryRow>> {
  const { reader, workspaceId, now } = ctx;
  const params = { workspaceId, agentId, actorId, now, start: historyStart(ctx) };
  return openQuestions(reader, params, limit);
}

/** An open proposal of the overview. */
export type OpenProposalRow = components['schemas']['AgentOverview']['my_open_proposals'][number];

const openProposals = compiledCappedList<
  OpenProposalRow,
  { readonly workspaceId: string; readonly agentId: string }
>(({ workspaceId, agentId }) => ({
  matching: (db) =>
    requestsOf(db, workspaceId, 'proposal')
      .where(isOneOf('agent_requests.status', ['open']))
      .where('agent_requests.agent_id', agentId),
  select: (query) =>
    query.select({
      id: 'agent_requests.id',
      title: 'agent_requests.question',
      operation: 'agent_requests.operation',
      created_at: 'agent_requests.created_at',
      action_id: 'agent_requests.action_id',
      project_id: 'agent_requests.project_id',
      order_id: 'agent_requests.order_id',
    }),
  order: 'agent_requests.created_at desc, agent_requests.id desc',
}));

/** Open proposals of an agent, newest first. */
export function readOpenProposals(
  { reader, workspaceId }: ViewContext,
  agentId: string,
  limit: number,
): Promise<CappedList<OpenProposalRow>> {
  return openProposals(reader, { workspaceId, agentId }, limit);
}
