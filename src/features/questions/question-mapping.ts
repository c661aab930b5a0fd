import type { components } from '../../../generated/types';
import { bool, strings } from '../../platform/db/statements/columns';
import { stateOf } from './question-rules';
import type { QuestionEntryRow, QuestionRow } from './question-store';

type Schemas = components['schemas'];

/** A question in the contract's shape. */
export function toQuestion(row: QuestionRow): Schemas['Question'] {
  return {
    ...toRequestRecord(row),
    state: stateOf(row),
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
    version: row.version,
  };
}

/** A question of the command view, with the names of its records and its agent. */
export function toQuestionEntry(row: QuestionEntryRow): Schemas['QuestionEntry'] {
  const { workspace_id: _, ...question } = toQuestion(row);
  return {
    ...question,
    // The view selects open questions only.
    status: 'open',
    state: 'open',
    action_title: row.action_title,
    project_title: row.project_title,
    order_name: row.order_name,
    agent_name: row.agent_name,
  };
}

/** The request record of a question: the fields that every request of an agent has. */
export function toRequestRecord(row: QuestionRow): Schemas['RequestRecord'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    created_by_actor_id: row.created_by_actor_id,
    assigned_actor_id: row.assigned_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    kind: 'question',
    status: row.status,
    response_comment: row.response_comment,
    responded_at: row.responded_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by_actor_name: row.creator_name,
    created_by_agent_id: row.creator_agent_id,
    created_by_user_id: row.creator_user_id,
  };
}
