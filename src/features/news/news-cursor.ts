import { isFirstEpoch } from '../../platform/db/epoch';
import { invalidValue, problem } from '../../platform/problems';

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
