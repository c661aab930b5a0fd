/** An example response of an operation. */
export interface ExampleResponse {
  readonly status: string;
  /** The name of the request body's example; undefined for an operation without a body. */
  readonly request: string | undefined;
  readonly value: unknown;
}

/** The example responses by operationId, one for each success status. */
export type ExampleResponses = ReadonlyMap<string, readonly ExampleResponse[]>;

/**
 * The name of an example response in the components: the operation's name for the first one, with
 * the name of the request appended for the others.
 */
export function exampleName(
  operationId: string,
  responses: readonly ExampleResponse[],
  at: number,
) {
  const name = capitalised(operationId);
  return at === 0 ? name : `${name}${capitalised(responses[at]?.request ?? 'other')}`;
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
