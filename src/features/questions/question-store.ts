import type { Knex } from 'knex';
import { namesHidden } from '../../shared/plans';
import { isOneOf, jsonText, type Condition } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import {
  filterRequests,
  filterResponses,
  getRequest,
  insertRequest,
  requestsOf,
  selectRequest,
  type RequestFilters,
  type RequestRow,
} from '../../shared/agent-request-store';
import type { QuestionState, QuestionTimeout } from './question-rules';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { EventSource } from '../../shared/events';

/** A question as it is stored, with its author. `choices` is a JSON text. */
export interface QuestionRow extends RequestRow {
  readonly assigned_actor_id: string | null;
  /** The person who said that they answer it. */
  readonly taken_by_actor_id: string | null;
  readonly choices: string | null;
  readonly recommended_choice: string | null;
  readonly allow_free_text: unknown;
  readonly on_answer: string;
  readonly blocking: unknown;
  readonly dismissed_at: string | null;
  readonly expires_at: string | null;
  readonly on_timeout: QuestionTimeout;
  readonly default_response: string | null;
  /** When the first reminder is due. */
  readonly remind_at: string | null;
  readonly remind_every_seconds: number | null;
  /** Whether it ended because it expired. */
  readonly timed_out: unknown;
}

/**
 * A question with the names of its subject; `project_title` may be that of its action's project.
 */
export interface QuestionEntryRow extends QuestionRow {
  readonly action_title: string | null;
  readonly project_title: string | null;
  readonly order_name: string | null;
  readonly agent_name: string | null;
}

/** The questions of a workspace, to filter, count and page: a query over `agent_requests`. */
export function questionsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return requestsOf(db, workspaceId, 'question');
}

/** The filters of a list of questions; the assignee `none` selects unassigned questions. */
export interface QuestionFilters extends RequestFilters<QuestionState> {
  readonly agent_id?: string | undefined;
  readonly action_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly assigned_actor_id?: string | undefined;
  readonly responded_by_actor_id?: string | undefined;
  readonly responded_since?: string | undefined;
  readonly responded_before?: string | undefined;
}

/** Narrows `questionsOf` to the questions that match. */
export function filterQuestions(
  query: Knex.QueryBuilder,
  filters: QuestionFilters,
): Knex.QueryBuilder {
  void filterRequests(query, filters, inState);
  for (const name of ['agent_id', 'action_id', 'project_id', 'order_id'] as const) {
    const id = filters[name];
    if (id !== undefined) void query.where(`agent_requests.${name}`, id);
  }
  filterResponses(query, {
    by: filters.responded_by_actor_id,
    since: filters.responded_since,
    before: filters.responded_before,
  });
  const person = filters.assigned_actor_id;
  if (person === 'none') void query.whereNull('agent_requests.assigned_actor_id');
  else if (person !== undefined) void query.where('agent_requests.assigned_actor_id', person);
  return query;
}

// `stateOf` in SQL.
const inState: Readonly<Record<QuestionState, Condition>> = {
  open: isOneOf('agent_requests.status', ['open']),
  dismissed: (query) => void query.whereNotNull('agent_requests.dismissed_at'),
  closed: (query) => void query.whereNotNull('agent_requests.closed_at'),
  answered: (query) =>
    void query
      .where(isOneOf('agent_requests.status', ['resolved']))
      .whereNull('agent_requests.dismissed_at')
      .whereNull('agent_requests.closed_at'),
};

/**
 * Adds the columns of a QuestionEntryRow to `questionsOf`. An action that ended before `start`, the
 * start of the plan's history window, has no title.
 */
export function selectQuestionEntry<Q extends Knex.QueryBuilder>(
  query: Q,
  db: Knex,
  { workspaceId, start }: { readonly workspaceId: string; readonly start: string | null },
): Q {
  const key = 'agent_requests.workspace_id';
  void selectRequest(query)
    .leftJoin('actions as about_action', (on) => {
      on.on('about_action.workspace_id', key).on('about_action.id', 'agent_requests.action_id');
    })
    .leftJoin('projects as about_project', (on) => {
      on.on('about_project.workspace_id', key).on(
        'about_project.id',
        db.raw('coalesce(agent_requests.project_id, about_action.project_id)'),
      );
    })
    .leftJoin('orders as about_order', (on) => {
      on.on('about_order.workspace_id', key).on('about_order.id', 'agent_requests.order_id');
    })
    .leftJoin('agents as asking', (on) => {
      on.on('asking.workspace_id', key).on('asking.id', 'agent_requests.agent_id');
    })
    .leftJoin('actors as asking_actor', (on) => {
      on.on('asking_actor.workspace_id', key).on('asking_actor.id', 'asking.actor_id');
    })
    .select({
      action_title:
        start === null
          ? 'about_action.title'
          : db.raw(`case when ${namesHidden('agent_requests.action_id')} then null else ?? end`, [
              workspaceId,
              start,
              'about_action.title',
            ]),
      project_title: 'about_project.title',
      order_name: 'about_order.name',
      agent_name: 'asking_actor.name',
    });
  return query;
}

/** The question of an id; 404 when the workspace has none. */
export function getQuestionRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<QuestionRow> {
  return getRequest<QuestionRow>(reader, workspaceId, 'question', id);
}

/**
 * The actors with an open blocking question about each of the actions, by the ids of the actions.
 * Exact while the actions' rows are locked.
 */
export async function findAskers(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const askers = new Map<string, Set<string>>();
  if (actionIds.length === 0) return askers;
  const rows = await reader.rows<{ action_id: string; created_by_actor_id: string }>((db) =>
    questionsOf(db, workspaceId)
      .where('agent_requests.blocking', true)
      .where(inState.open)
      .whereIn('agent_requests.action_id', [...actionIds])
      .distinct('agent_requests.action_id', 'agent_requests.created_by_actor_id'),
  );
  for (const { action_id: id, created_by_actor_id: asker } of rows) {
    askers.set(id, (askers.get(id) ?? new Set()).add(asker));
  }
  return askers;
}

/** A question to store. */
export interface NewQuestion {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly createdByActorId: string;
  readonly assignedActorId: string | null;
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
  readonly question: string;
  readonly choices: readonly string[];
  readonly recommendedChoice: string | null;
  readonly allowFreeText: boolean;
  readonly onAnswer: string;
  readonly blocking: boolean;
  readonly expiresAt: string | null;
  readonly onTimeout: QuestionTimeout;
  readonly defaultResponse: string | null;
  readonly remindAt: string | null;
  readonly remindEverySeconds: number | null;
  readonly fileIds: string | null;
  readonly now: string;
}

/** Stores an open question. */
export async function insertQuestion(
  transaction: Transaction,
  question: NewQuestion,
): Promise<void> {
  await insertRequest(transaction, {
    ...question,
    kind: 'question',
    actorId: question.createdByActorId,
    about: question,
    columns: {
      assigned_actor_id: question.assignedActorId,
      choices: jsonText(question.choices),
      recommended_choice: question.recommendedChoice,
      allow_free_text: question.allowFreeText,
      on_answer: question.onAnswer,
      blocking: question.blocking,
      expires_at: question.expiresAt,
      on_timeout: question.onTimeout,
      default_response: question.defaultResponse,
      remind_at: question.remindAt,
      remind_every_seconds: question.remindEverySeconds,
    },
  });
}

/** A project or order as the subject of a question. Only an order has an `agent_id`. */
export interface SubjectRow {
  readonly created_by_actor_id: string;
  readonly creator_kind: 'user' | 'agent' | 'system' | null;
  readonly agent_id: string | null;
}

/** The project or order of an id, or undefined. */
export function findSubjectRow(
  reader: Reader,
  workspaceId: string,
  { table, id }: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<SubjectRow | undefined> {
  return reader.first<SubjectRow>((db) =>
    db(`${table} as subject`)
      .join('actors as creator', (on) => {
        on.on('creator.workspace_id', 'subject.workspace_id').on(
          'creator.id',
          'subject.created_by_actor_id',
        );
      })
      .where({ 'subject.workspace_id': workspaceId, 'subject.id': id })
      .select('subject.created_by_actor_id', 'creator.kind as creator_kind')
      .select(table === 'orders' ? 'subject.agent_id' : db.raw('null as agent_id')),
  );
}

const lockOfBlockedActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('actions')
    .where({ workspace_id: given('workspaceId') })
    .whereIn(
      'id',
      db('agent_requests')
        .where({ workspace_id: given('workspaceId'), kind: 'question', blocking: true })
        .whereIn('id', [...ids])
        .select('action_id'),
    )
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

const lockOfQuestions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agent_requests')
    .where({ workspace_id: given('workspaceId'), kind: 'question' })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/**
 * Locks the actions that the questions block, then the questions, each by id, until the transaction
 * ends. Two transactions that answer some of the same questions then wait instead of deadlocking.
 */
export async function lockForAnswers(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.lock(lockOfBlockedActions({ workspaceId }, ids));
  await transaction.lock(lockOfQuestions({ workspaceId }, ids));
}

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Unassigns and releases all open questions of a person, and returns their number. The caller has
 * locked the user row, so the person gets and takes no question meanwhile.
 */
export function unassignQuestionsOf(source: EventSource, actorId: string): Promise<number> {
  return clearPerson(source, actorId, ['assigned_actor_id', 'taken_by_actor_id']);
}

/** `unassignQuestionsOf`, but only releases what the person had taken. */
export function releaseQuestionsOf(source: EventSource, actorId: string): Promise<number> {
  return clearPerson(source, actorId, ['taken_by_actor_id']);
}

type PersonColumn = 'assigned_actor_id' | 'taken_by_actor_id';

async function clearPerson(
  { transaction, workspaceId, actor, now }: EventSource,
  actorId: string,
  columns: readonly PersonColumn[],
): Promise<number> {
  let unassigned = 0;
  for (;;) {
    const questions = await transaction.rows<{ id: string }>((db) =>
      db('agent_requests')
        .where({ workspace_id: workspaceId })
        .where(isOneOf('status', ['open']))
        .where((of) => {
          for (const column of columns) void of.orWhere(column, actorId);
        })
        .orderBy('id')
        .limit(BATCH)
        .select('id')
        .forNoKeyUpdate(),
    );
    unassigned += questions.length;
    if (questions.length === 0) return unassigned;
    await transaction.write((db) =>
      db('agent_requests')
        .where({ workspace_id: workspaceId })
        .whereIn(
          'id',
          questions.map(({ id }) => id),
        )
        .update({
          ...withoutPerson(db, actorId, columns),
          updated_by_actor_id: actor.id,
          updated_at: now,
          version: db.raw('version + 1'),
        }),
    );
    if (questions.length < BATCH) return unassigned;
  }
}

function withoutPerson(db: Knex, actorId: string, columns: readonly PersonColumn[]) {
  return Object.fromEntries(
    columns.map((column) => [column, db.raw('nullif(??, ?)', [column, actorId])]),
  );
}
