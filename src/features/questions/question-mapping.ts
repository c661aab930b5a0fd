import type { components } from '../../../generated/types';
import { bool, strings } from '../../platform/db/statements/columns';
import type { ReadContext } from '../../platform/operation';
import type { RequestType } from '../../shared/agent-request-store';
import { showWithFiles } from '../../shared/file-store';
import { stateOf } from './question-rules';
import type { QuestionEntryRow, QuestionRow } from './question-store';

type Schemas = components['schemas'];

/** Questions among the requests of agents. */
export const questionType: RequestType<QuestionRow> = { kind: 'question', stateOf };

// Spreads come last in these objects, because each property after a spread takes a microsecond on
// Node 20. A question would have 22 such properties.

/** A question in the contract's shape, with its files. */
export async function toQuestionWithFiles(
  source: Pick<ReadContext, 'reader' | 'workspaceId'>,
  row: QuestionRow,
): Promise<Schemas['Question']> {
  const [question = toQuestion(row)] = await showWithFiles(source, [row], toQuestion);
  return question;
}

/** A question in the contract's shape, without its files. */
export function toQuestion(row: QuestionRow): Schemas['Question'] {
  const { id, workspace_id, status } = row;
  return {
    id,
    workspace_id,
    status,
    state: stateOf(row),
    responded_by_actor_kind: row.responded_by_kind,
    responded_by_actor_name: row.responded_by_name,
    ...fieldsOf(row),
  };
}

// All fields but the id, the workspace and the states.
function fieldsOf(row: QuestionRow) {
  return {
    responded_by_actor_id: row.responded_by_actor_id,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    question: row.question,
    choices: strings(row.choices),
    recommended_choice: row.recommended_choice,
    allow_free_text: bool(row.allow_free_text),
    blocking: bool(row.blocking),
    on_answer: row.on_answer,
    response: row.response,
    dismissed_at: row.dismissed_at,
    closed_at: row.closed_at,
    expires_at: row.expires_at,
    on_timeout: row.on_timeout,
    default_response: row.default_response,
    remind_at: row.remind_at,
    remind_every_seconds: row.remind_every_seconds,
    timed_out: bool(row.timed_out),
    assigned_actor_name: row.assigned_name,
    taken_by_actor_id: row.taken_by_actor_id,
    taken_by_actor_name: row.taken_by_name,
    version: row.version,
    ...sharedFields(row),
  };
}

/** A question of the command view, with the names of its records and its agent. */
export function toQuestionEntry(row: QuestionEntryRow): Schemas['QuestionEntry'] {
  return {
    id: row.id,
    // The view selects open questions only.
    status: 'open',
    state: 'open',
    action_title: row.action_title,
    project_title: row.project_title,
    order_name: row.order_name,
    agent_name: row.agent_name,
    ...fieldsOf(row),
  };
}

/** The request record of a question: the fields that every request of an agent has. */
export function toRequestRecord(row: QuestionRow): Schemas['RequestRecord'] {
  const { id, workspace_id, status } = row;
  return { id, workspace_id, status, ...sharedFields(row) };
}

// The fields that questions share with other requests, but the id, the workspace and the status.
function sharedFields(row: QuestionRow) {
  return {
    agent_id: row.agent_id,
    created_by_actor_id: row.created_by_actor_id,
    assigned_actor_id: row.assigned_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    kind: 'question' as const,
    response_comment: row.response_comment,
    responded_at: row.responded_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by_actor_kind: row.creator_kind,
    created_by_actor_name: row.creator_name,
    created_by_agent_id: row.creator_agent_id,
    created_by_user_id: row.creator_user_id,
  };
}
