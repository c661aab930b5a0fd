import { numberOf } from '../../action-keys';
import type { Reader } from '../../db/reader';
import { withValuesAt } from '../../json';
import type { Input, OperationFacts, PlainOperationId } from '../../operation';
import type { RequestContext } from '../exchange';

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
