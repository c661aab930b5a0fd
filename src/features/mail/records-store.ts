import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import { strings } from '../../platform/db/statements/columns';
import { actionsOf, inActiveProject, notTemplate, open } from '../actions';

/** A question or a proposal, as mails show it. */
export interface RequestRecord {
  readonly id: string;
  readonly kind: 'question' | 'proposal';
  readonly status: 'open' | 'resolved';
  readonly title: string;
  readonly text: string | null;
  readonly choices: readonly string[];
  readonly assigned_actor_id: string | null;
  readonly taken_by_actor_id: string | null;
  readonly created_by_name: string;
  readonly on_timeout: string | null;
  readonly expires_at: string | null;
}

/** An action, as mails show it. */
export interface ActionRecord {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly review_state: string;
  readonly result_summary: string | null;
  readonly due_at: string | null;
  readonly last_activity_at: string;
  readonly created_by_actor_id: string;
  readonly completed_by_actor_id: string | null;
  readonly requested_reviewer_actor_id: string | null;
  readonly assigned_actor_id: string | null;
  readonly assigned_at: string | null;
  readonly is_template: unknown;
  readonly project_state: string | null;
  readonly project_is_template: unknown;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
}

/** Records by their ids. */
export interface RecordsById {
  readonly requests: ReadonlyMap<string, RequestRecord>;
  readonly actions: ReadonlyMap<string, ActionRecord>;
}

/** Reads questions, proposals and actions by their ids, in at most two statements. */
export async function findRecords(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<RecordsById> {
  const actionIds = ids.filter((id) => id.startsWith('act_'));
  const requestIds = ids.filter((id) => !id.startsWith('act_'));
  const requests =
    requestIds.length === 0 ? [] : await findRequests(reader, workspaceId, requestIds);
  const actions =
    actionIds.length === 0
      ? []
      : await reader.rows<ActionRecord>((db) =>
          selectRecord(actionsOf(db, workspaceId).whereIn('actions.id', actionIds)),
        );
  return {
    requests: new Map(requests.map((row) => [row.id, row])),
    actions: new Map(actions.map((row) => [row.id, row])),
  };
}

/** Open actions in play that were due after a time and until another one, the earliest first. */
export function findDueBetween(
  reader: Reader,
  workspaceId: string,
  {
    after,
    until,
    limit,
  }: { readonly after: string; readonly until: string; readonly limit: number },
): Promise<ActionRecord[]> {
  return reader.rows<ActionRecord>((db) =>
    selectRecord(
      actionsOf(db, workspaceId)
        .whereRaw('(actions.due_at is null) = false')
        .where('actions.due_at', '>', after)
        .where('actions.due_at', '<=', until)
        .where(open())
        .where(notTemplate(workspaceId))
        .where(inActiveProject(workspaceId))
        .orderBy(['actions.due_at', 'actions.id'])
        .limit(limit),
    ),
  );
}

function selectRecord(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .leftJoin('actors as assignee', (on) => {
      on.on('assignee.workspace_id', 'actions.workspace_id').on(
        'assignee.id',
        'actions.assigned_actor_id',
      );
    })
    .leftJoin('projects as project', (on) => {
      on.on('project.workspace_id', 'actions.workspace_id').on('project.id', 'actions.project_id');
    })
    .select(
      'actions.id',
      'actions.number',
      'actions.title',
      'actions.status',
      'actions.review_state',
      'actions.result_summary',
      'actions.due_at',
      'actions.last_activity_at',
      'actions.created_by_actor_id',
      'actions.completed_by_actor_id',
      'actions.requested_reviewer_actor_id',
      'actions.assigned_actor_id',
      'actions.assigned_at',
      'actions.is_template',
      'project.state as project_state',
      'project.is_template as project_is_template',
      'assignee.kind as assignee_kind',
      'assignee.name as assignee_name',
    );
}

interface StoredRequest extends Omit<RequestRecord, 'title' | 'text' | 'choices'> {
  readonly question: string;
  readonly choices: string | null;
  readonly on_answer: string | null;
  readonly description: string | null;
}

async function findRequests(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<RequestRecord[]> {
  const rows = await reader.rows<StoredRequest>((db) =>
    db('agent_requests')
      .join('actors as author', (on) => {
        on.on('author.workspace_id', 'agent_requests.workspace_id').on(
          'author.id',
          'agent_requests.created_by_actor_id',
        );
      })
      .where('agent_requests.workspace_id', workspaceId)
      .whereIn('agent_requests.id', [...ids])
      .select(
        'agent_requests.id',
        'agent_requests.kind',
        'agent_requests.status',
        'agent_requests.question',
        'agent_requests.choices',
        'agent_requests.on_answer',
        'agent_requests.description',
        'agent_requests.assigned_actor_id',
        'agent_requests.taken_by_actor_id',
        'agent_requests.on_timeout',
        'agent_requests.expires_at',
        'author.name as created_by_name',
      ),
  );
  return rows.map(({ question, on_answer: onAnswer, description, choices, ...row }) => ({
    ...row,
    title: question,
    text: onAnswer ? `Then the agent will: ${onAnswer}` : description,
    choices: strings(choices),
  }));
}
