/** What an operation answers to the example of its request. */
export interface ShownAnswer {
  readonly status: string;
  /** The name of the body's example; undefined for an operation without a body. */
  readonly request: string | undefined;
  readonly value: unknown;
}

/** The answers to show, by operationId: one for each status of success. */
export type Answers = ReadonlyMap<string, readonly ShownAnswer[]>;

/**
 * The name of an answer among the components' examples: the operation's for its first success, with
 * the request's name behind it for another one.
 */
export function exampleName(operationId: string, answers: readonly ShownAnswer[], at: number) {
  const name = capitalised(operationId);
  return at === 0 ? name : `${name}${capitalised(answers[at]?.request ?? 'other')}`;
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
