import { idsWithoutNumber, withNumbers } from '../../action-keys';
import { type ResponseParts, retagged, toJson } from './response';

/** The replies with the numbers that new actions got with the commit. */
export function withKeys(
  replies: readonly ResponseParts[],
  numbers: ReadonlyMap<string, number>,
): readonly ResponseParts[] {
  return numbers.size === 0 ? replies : replies.map((reply) => completed(reply, numbers));
}

/** Whether a reply has new actions, whose numbers are not known before the commit. */
export function lacksKeys(reply: ResponseParts): boolean {
  return idsWithoutNumber(jsonOf(reply)).length > 0;
}

/** A stored reply with the numbers of the actions that were new in it, which `find` reads. */
export async function withStoredKeys(
  reply: ResponseParts,
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<ResponseParts> {
  const ids = idsWithoutNumber(reply.text ?? '');
  return ids.length === 0 ? reply : completed(reply, await find(ids));
}

function completed(reply: ResponseParts, numbers: ReadonlyMap<string, number>): ResponseParts {
  const text = jsonOf(reply);
  const whole = withNumbers(text, numbers);
  return whole === text ? reply : retagged({ ...reply, text: whole });
}

function jsonOf({ text, body }: ResponseParts): string {
  const json = text ?? (body === undefined ? '' : toJson(body));
  return typeof json === 'string' ? json : Buffer.concat(json).toString();
}
