import type { Reader } from '../../../platform/db/reader';
import { strings } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { FeedEvent } from '../../../shared/events';
import { verdicts } from '../../../shared/server-settings';

/** What a person must decide, as a message in a chat shows it. */
export interface ChatDetails {
  /** Whether nobody has decided yet. */
  readonly isOpen: boolean;
  /** The whole question, or the title of the proposal or action. */
  readonly title: string;
  /** What the agent does with the answer, the reason of a proposal, or the result of an action. */
  readonly text: string | null;
  /** The answers or decisions to choose from. */
  readonly choices: readonly string[];
}

const requestsOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agent_requests')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids])
    .select('id', 'kind', 'status', 'question', 'choices', 'on_answer', 'description'),
);

const actionsOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('actions')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids])
    .select('id', 'title', 'result_summary', 'status', 'review_state'),
);

interface RequestRow {
  readonly id: string;
  readonly kind: string;
  readonly status: 'open' | 'resolved';
  readonly question: string;
  readonly choices: string | null;
  readonly on_answer: string | null;
  readonly description: string | null;
}

interface ActionRow {
  readonly id: string;
  readonly title: string;
  readonly result_summary: string | null;
  readonly status: string;
  readonly review_state: string;
}

/**
 * Reads the questions, proposals and completed actions that are the subjects of some events, by
 * their ids, in at most two statements.
 */
export async function findChatDetails(
  reader: Reader,
  workspaceId: string,
  events: readonly Pick<FeedEvent, 'kind' | 'subject_type' | 'subject_id'>[],
): Promise<ReadonlyMap<string, ChatDetails>> {
  const idsOf = (isWanted: (event: (typeof events)[number]) => boolean): string[] => [
    ...new Set(events.filter(isWanted).map(({ subject_id: id }) => id)),
  ];
  const find = <Row>(of: typeof requestsOfIds, ids: readonly string[]): Promise<Row[]> =>
    ids.length === 0 ? Promise.resolve([]) : reader.rows<Row>(of({ workspaceId }, ids));
  const [requests, actions] = await Promise.all([
    find<RequestRow>(
      requestsOfIds,
      idsOf(({ subject_type: type }) => type === 'question' || type === 'proposal'),
    ),
    find<ActionRow>(
      actionsOfIds,
      idsOf(({ kind }) => kind === 'action.completed'),
    ),
  ]);
  return new Map([
    ...requests.map((row): [string, ChatDetails] => [
      row.id,
      {
        isOpen: row.status === 'open',
        title: row.question,
        text: row.on_answer ? `Then the agent will: ${row.on_answer}` : row.description,
        choices: row.kind === 'question' ? strings(row.choices) : verdicts.proposal,
      },
    ]),
    ...actions.map((row): [string, ChatDetails] => [
      row.id,
      {
        isOpen: row.status === 'done' && row.review_state === 'pending',
        title: row.title,
        text: row.result_summary,
        choices: verdicts.review,
      },
    ]),
  ]);
}
