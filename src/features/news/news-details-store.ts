import type { ProposalRow } from '../proposals';
import type { QuestionRow } from '../questions';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Reader } from '../../platform/db/reader';

/** A question or a proposal, with the columns that its news show. */
export type RequestDetails =
  | ({ readonly kind: 'question' } & Pick<
      QuestionRow,
      | 'id'
      | 'status'
      | 'response'
      | 'response_comment'
      | 'on_answer'
      | 'timed_out'
      | 'dismissed_at'
      | 'closed_at'
    >)
  | ({ readonly kind: 'proposal' } & Pick<
      ProposalRow,
      | 'id'
      | 'status'
      | 'response'
      | 'response_comment'
      | 'closed_at'
      | 'consumed_at'
      | 'stale_at'
      | 'expires_at'
      | 'operation'
      | 'payload'
      | 'permitted_payload'
      | 'result'
    >);

/** A note, with the columns that its news show. */
export interface NoteDetails {
  readonly id: string;
  readonly body: string;
}

/** The records that news show, by their ids. */
export interface NewsDetails {
  readonly requests: ReadonlyMap<string, RequestDetails>;
  readonly notes: ReadonlyMap<string, NoteDetails>;
}

const requestsOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agent_requests')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids])
    .select('id', 'kind', 'status', 'response', 'response_comment', 'on_answer', 'timed_out')
    .select('dismissed_at', 'closed_at', 'consumed_at', 'stale_at', 'expires_at')
    .select('operation', 'payload', 'permitted_payload', 'result'),
);

const notesOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('notes')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids])
    .select('id', 'body'),
);

/** Reads the questions, proposals and notes of some news, in at most two statements. */
export async function findNewsDetails(
  reader: Reader,
  workspaceId: string,
  ids: { readonly requests: readonly string[]; readonly notes: readonly string[] },
): Promise<NewsDetails> {
  const find = <Row>(of: typeof requestsOfIds, wanted: readonly string[]): Promise<Row[]> =>
    wanted.length === 0
      ? Promise.resolve([])
      : reader.rows<Row>(of({ workspaceId }, [...new Set(wanted)]));
  const [requests, notes] = await Promise.all([
    find<RequestDetails>(requestsOfIds, ids.requests),
    find<NoteDetails>(notesOfIds, ids.notes),
  ]);
  return {
    requests: new Map(requests.map((row) => [row.id, row])),
    notes: new Map(notes.map((row) => [row.id, row])),
  };
}
