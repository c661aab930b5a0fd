import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import { unwrap, type Paths, type Result } from 'callboard-client';

/** A path that can be read, with the type of the response. */
interface Readable {
  readonly get: {
    readonly parameters: object;
    readonly responses: { readonly 200: { readonly content: { 'application/json': unknown } } };
  };
}
type ReadPath = {
  [Path in keyof Paths]: Paths[Path] extends Readable ? Path : never;
}[keyof Paths];
type Read<Path extends ReadPath> = Extract<Paths[Path], Readable>['get'];
type Parameters<Path extends ReadPath> = Read<Path>['parameters'];
type Data<Path extends ReadPath> = Read<Path>['responses'][200]['content']['application/json'];

/** What to read of the path: `{ params: { path: { id } } }`. */
type Init<Path extends ReadPath> =
  object extends Parameters<Path>
    ? { readonly params?: Parameters<Path> }
    : { readonly params: Parameters<Path> };

/** The key of a read. Events and writes find it by its path. */
type Key<Path extends ReadPath> = readonly ['get', Path, Init<Path>?, 'pages'?];
type Own = 'queryKey' | 'queryFn';
type Options<Path extends ReadPath> = Omit<
  UndefinedInitialDataOptions<Data<Path>, Error, Data<Path>, Key<Path>>,
  Own
>;
type PageOptions<Path extends ReadPath> = Omit<
  UndefinedInitialDataInfiniteOptions<
    Data<Path>,
    Error,
    InfiniteData<Data<Path>, number>,
    Key<Path>,
    number
  >,
  Own
> & { readonly pageParamName: 'offset' };

/** The client as this module calls it. The types above say which paths and parameters exist. */
interface Reader {
  GET(path: string, init: Record<string, unknown>): PromiseLike<Result>;
}

/** Makes the hooks that read the API: `api.useQuery('get', '/v1/actions/{id}', { params })`. */
export function createReads(client: Reader) {
  function read<Path extends ReadPath>(
    path: Path,
    init: Record<string, unknown>,
  ): Promise<Data<Path>>;
  function read(path: string, init: Record<string, unknown>): Promise<unknown>;
  function read(path: string, init: Record<string, unknown>): Promise<unknown> {
    return unwrap(client.GET(path, init));
  }

  function queryOptions<Path extends ReadPath>(
    method: 'get',
    path: Path,
    init: Init<Path>,
    options?: Options<Path>,
  ) {
    const queryKey: Key<Path> = [method, path, init];
    return {
      queryKey,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(path, { ...init, signal }),
      ...options,
    };
  }

  return {
    queryOptions,

    /** Reads one page of a list that `useInfiniteQuery` reads, by the key of its query. */
    readPage([, path, init]: readonly unknown[], offset: number): Promise<unknown> {
      const { params }: { params?: { query?: object } } = Object(init);
      return read(String(path), { params: { ...params, query: { ...params?.query, offset } } });
    },

    /** Reads a record or the first page of a list. */
    useQuery<Path extends ReadPath>(
      method: 'get',
      path: Path,
      init: Init<Path>,
      options?: Options<Path>,
    ) {
      return useQuery(queryOptions(method, path, init, options));
    },

    /** Reads a list, a page at a time. */
    useInfiniteQuery<Path extends ReadPath>(
      method: 'get',
      path: Path,
      init: Init<Path>,
      { pageParamName, ...options }: PageOptions<Path>,
    ) {
      // The pages of a list are stored in another form than its first page alone.
      const queryKey: Key<Path> = [method, path, init, 'pages'];
      const { params }: { readonly params?: { readonly query?: object } } = init;
      return useInfiniteQuery({
        queryKey,
        queryFn: ({ pageParam, signal }) =>
          read(path, {
            params: { ...params, query: { ...params?.query, [pageParamName]: pageParam } },
            signal,
          }),
        ...options,
      });
    },
  };
}
