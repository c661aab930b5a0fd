import type { components } from '../../../generated/types';
import { isFirstEpoch } from '../../platform/db/clock-and-epoch';
import type { Reader } from '../../platform/db/reader';
import { bool } from '../../platform/db/statements/columns';
import { invalidValue, problem } from '../../platform/problems';
import { type NewsRow, toEvent } from '../../shared/events';
import { changesOf, proposalState, toPayload, toResult } from '../proposals';
import { questionState } from '../questions';
import { findNewsDetails, type NewsDetails, type RequestDetails } from './news-details-store';

/** The agent whose news are mapped; `consoleUrl` is that of the settings, `now` derives states. */
interface NewsOwner {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly consoleUrl: string | null;
  readonly now: string;
  readonly epoch: string;
}

/** The news of an agent in the contract's shape, in at most two statements. */
export async function toNewsItems(
  reader: Reader,
  owner: NewsOwner,
  rows: readonly NewsRow[],
): Promise<components['schemas']['NewsItem'][]> {
  const details = await findNewsDetails(reader, owner.workspaceId, {
    requests: rows
      .filter(({ subject_type: type }) => type === 'question' || type === 'proposal')
      .map(({ subject_id: id }) => id),
    notes: rows.flatMap(({ note_id: id }) => id ?? []),
  });
  return rows.map((row) => toNewsItem(owner, row, details));
}

type NewsItem = components['schemas']['NewsItem'];

/** A row of an agent's news as a NewsItem of the contract. */
function toNewsItem(
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
      result: toResult(request.result),
      operation: request.operation,
      decision_comment: request.response_comment,
      permitted_payload: permitted,
      changes: permitted === null ? [] : changesOf(toPayload(request.payload), permitted),
    },
  };
}

/** The cursors of an agent's news in one epoch of the database. */
interface NewsCursors {
  readonly agentId: string;
  readonly epoch: string;
}

/** The cursor of a position in the news of an agent. Cursors of other lists and agents differ. */
export function encodeNewsCursor({ agentId, epoch }: NewsCursors, position: number): string {
  return encode(['news', position, agentId, epoch]);
}

/**
 * The position of a cursor of the agent's news, at most `last`. Throws 410 `CURSOR_EXPIRED` for a
 * cursor of another epoch and 400 `VALIDATION_FAILED` at `path` for any other text.
 */
export function decodeNewsCursor(
  cursor: string,
  { path, last, ...cursors }: NewsCursors & { readonly path: string; readonly last: number },
): number {
  const { agentId, epoch } = cursors;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, digits, ofEpoch] = /^\["news",(\d{1,15}),"\w+"(?:,"([\w.]{1,60})")?\]$/.exec(text) ?? [];
  const position = Number(digits ?? NaN);
  const isOurs = cursor === encode(['news', position, agentId, ...(ofEpoch ? [ofEpoch] : [])]);
  if (isOurs && (ofEpoch === undefined ? !isFirstEpoch(epoch) : ofEpoch !== epoch)) {
    throw problem(
      'CURSOR_EXPIRED',
      `${path} is a cursor of before the database was restored. Read the news without a cursor, and use the cursors of the new responses.`,
    );
  }
  if (isOurs && position <= last) return position;
  throw invalidValue(path, `${path} is not a cursor of this agent's news.`);
}

function encode(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}
