import type { components } from '../../../generated/types';
import type { NewsRow } from '../../shared/events';
import { bool } from '../../platform/db/statements/columns';
import { toEvent } from '../feed';
import { changesOf, proposalState, toPayload } from '../proposals';
import { questionState } from '../questions';
import { encodeNewsCursor } from './news-cursor';
import type { NewsDetails, RequestDetails } from './news-details-store';

type NewsItem = components['schemas']['NewsItem'];

/** What the mapping of an agent's news depends on. */
interface NewsOwner {
  readonly agentId: string;
  readonly consoleUrl: string | null;
  readonly now: string;
  readonly epoch: string;
}

/** A row of an agent's news as a NewsItem of the contract. */
export function toNewsItem(
  { agentId, consoleUrl, now, epoch }: NewsOwner,
  row: NewsRow,
  details: NewsDetails,
): NewsItem {
  const note = row.note_id === null ? undefined : details.notes.get(row.note_id);
  const request = details.requests.get(row.subject_id);
  return {
    ...toEvent(row, consoleUrl),
    role: row.role,
    cursor: encodeNewsCursor({ agentId, epoch }, row.position),
    ...(note === undefined ? {} : { note: { id: note.id, body: note.body } }),
    ...(request === undefined ? {} : requestPart(request, now)),
  };
}

function requestPart(
  request: RequestDetails,
  now: string,
): Pick<NewsItem, 'question' | 'proposal'> {
  if (request.kind === 'question') {
    const state = questionState(request);
    if (state === 'open' || state === 'closed') return {};
    return {
      question: {
        state,
        response: request.response,
        response_comment: request.response_comment,
        on_answer: request.on_answer,
        timed_out: bool(request.timed_out),
      },
    };
  }
  const state = proposalState(request, now);
  if (state === 'open' || state === 'withdrawn') return {};
  const permitted =
    request.permitted_payload === null ? null : toPayload(request.permitted_payload);
  return {
    proposal: {
      state,
      operation: request.operation,
      decision_comment: request.response_comment,
      permitted_payload: permitted,
      changes: permitted === null ? [] : changesOf(toPayload(request.payload), permitted),
    },
  };
}
