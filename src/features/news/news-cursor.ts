import { invalidValue } from '../../platform/problems';

/** The cursor of a position in the news of an agent. Cursors of other lists and agents differ. */
export function encodeNewsCursor(agentId: string, position: number): string {
  return Buffer.from(JSON.stringify(['news', position, agentId])).toString('base64url');
}

/**
 * The position of a cursor of the agent's news, at most `last`. Throws 400 `VALIDATION_FAILED` at
 * `path` for any other text.
 */
export function decodeNewsCursor(
  cursor: string,
  {
    path,
    agentId,
    last,
  }: { readonly path: string; readonly agentId: string; readonly last: number },
): number {
  const position = Number(/^\["news",(\d{1,15}),/.exec(textOf(cursor))?.[1] ?? NaN);
  if (position <= last && encodeNewsCursor(agentId, position) === cursor) return position;
  throw invalidValue(path, `${path} is not a cursor of this agent's news.`);
}

function textOf(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}
