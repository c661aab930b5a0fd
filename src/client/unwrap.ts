import { toCallboardError } from './errors';

interface Success<Data> {
  readonly data: Data;
  readonly error?: never;
  readonly response: Response;
}

interface Failed {
  readonly data?: never;
  readonly error: unknown;
  readonly response: Response;
}

/** The result of a client call. */
export type Result<Data = unknown> = Success<Data> | Failed;

/** The type of the data of a successful call. */
export type DataOf<Called extends Result> = Called extends { readonly data: infer Data }
  ? Data
  : never;

/**
 * Returns the data of a successful call. Throws a `CallboardError` for an error response; network
 * errors pass through.
 */
export function unwrap<Called extends Result>(call: PromiseLike<Called>): Promise<DataOf<Called>>;
export async function unwrap<Data>(call: PromiseLike<Result<Data>>): Promise<Data> {
  const result = await call;
  if (isSuccess(result)) return result.data;
  throw toCallboardError(result);
}

function isSuccess<Data>(result: Result<Data>): result is Success<Data> {
  return result.response.ok;
}
