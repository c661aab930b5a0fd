import { numberOf, idsWithoutNumber, withNumbers } from '../action-keys';
import type { Reader } from '../db/reader';
import { withValuesAt } from '../json';
import type { Input, OperationFacts, PlainOperationId } from '../operation';
import type { RequestContext } from './exchange';
import { type ResponseParts, retagged, toJson } from './responses/response';

/** Finds actions by the numbers of their keys, and the numbers of actions. */
export interface ActionKeys {
  readonly findIds: (
    reader: Reader,
    workspaceId: string,
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
  readonly findNumbers: (
    reader: Reader,
    workspaceId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>;
}

/**
 * The input with the ids of the actions that its keys name, found with one statement. A key without
 * an action stays as it is, so an unknown key gets the response of an unknown id. The given input
 * does not change, because it decides whether a repeated request is the same.
 */
export async function withActionIds<Id extends PlainOperationId>(
  { actionRefs }: OperationFacts,
  input: Input<Id>,
  { findIds }: ActionKeys,
  ctx: RequestContext,
): Promise<Input<Id>> {
  const { keyPrefixes } = ctx;
  if (actionRefs.length === 0 || keyPrefixes.length === 0) return input;
  const numbers = new Set<number>();
  const numberAt = (value: unknown): number | undefined =>
    typeof value === 'string' ? numberOf(value, keyPrefixes) : undefined;
  for (const pointer of actionRefs) {
    withValuesAt(input, pointer, (value) => {
      const number = numberAt(value);
      if (number !== undefined) numbers.add(number);
      return value;
    });
  }
  if (numbers.size === 0) return input;
  const ids = await findIds(ctx.reader, ctx.workspaceId, [...numbers]);
  return actionRefs.reduce<Input<Id>>(
    (given, pointer) => changed(given, pointer, (value) => ids.get(numberAt(value) ?? 0) ?? value),
    input,
  );
}

function changed<T extends object>(
  input: T,
  pointer: string,
  change: (value: unknown) => unknown,
): T {
  const replaced: T = { ...input };
  return Object.assign(replaced, withValuesAt(input, pointer, change));
}

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
