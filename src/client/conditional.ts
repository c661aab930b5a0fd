import type { Client, FetchOptions, FetchResponse, Middleware } from 'openapi-fetch';
import { toCallboardError, type DataOf } from './errors';
import type { ConditionalPath, Paths } from './paths';

/** The record, which is another version than the caller's. */
export interface Changed<Data> {
  readonly changed: true;
  readonly data: Data;
  /** The entity tag of the data, for the next read. */
  readonly etag: string;
}

/** The caller has the current version (304). */
export interface Unchanged {
  readonly changed: false;
  readonly data?: never;
  /** The entity tag that the caller sent. */
  readonly etag: string;
}

type Operation<Path extends ConditionalPath> = Extract<Paths[Path]['get'], object>;

type WithoutTag<Path extends ConditionalPath> = FetchOptions<Operation<Path>> & {
  readonly etag?: never;
};

type WithTag<Path extends ConditionalPath> = FetchOptions<Operation<Path>> & {
  readonly etag: string | undefined;
};

type ChangedAt<Path extends ConditionalPath> = Changed<
  DataOf<FetchResponse<Operation<Path>, object, 'application/json'>>
>;

/**
 * Reads a record unless the caller has its current version. Without `etag` the record is read in
 * any case. Throws a `CallboardError` for an error response; network errors pass through.
 */
export interface ConditionalRead {
  <Path extends ConditionalPath>(path: Path, init: WithoutTag<Path>): Promise<ChangedAt<Path>>;
  <Path extends ConditionalPath>(
    path: Path,
    init: WithTag<Path>,
  ): Promise<ChangedAt<Path> | Unchanged>;
}

/** Any path with a GET, for a client whose caller checks the types. */
export type AnyRead = Record<
  string,
  {
    readonly get: {
      readonly parameters: { readonly query?: Record<string, unknown> };
      readonly responses: { readonly 200: { readonly content: { 'application/json': unknown } } };
    };
  }
>;

/** Makes `client.read` from a client. */
export function createRead({ GET }: Pick<Client<AnyRead>, 'GET'>): ConditionalRead {
  function read<Path extends ConditionalPath>(
    path: Path,
    init: WithoutTag<Path>,
  ): Promise<ChangedAt<Path>>;
  function read<Path extends ConditionalPath>(
    path: Path,
    init: WithTag<Path>,
  ): Promise<ChangedAt<Path> | Unchanged>;
  async function read(
    path: string,
    init: { readonly etag?: string | undefined; readonly middleware?: readonly Middleware[] },
  ): Promise<Changed<unknown> | Unchanged> {
    const { etag, middleware = [], ...options } = init;
    const condition = etag === undefined ? [] : [withHeader('If-None-Match', etag)];
    const result = await GET(path, { ...options, middleware: [...middleware, ...condition] });
    const { response, error, data } = result;
    const current = response.headers.get('ETag') ?? '';
    if (response.status === 304) return { changed: false, etag: etag ?? current };
    if (!response.ok) throw toCallboardError({ error, response });
    return { changed: true, data, etag: current };
  }
  return read;
}

/** A middleware that sets a header of each request. */
export function withHeader(name: string, value: string): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set(name, value);
    },
  };
}
