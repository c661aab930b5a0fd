import { type Document, OpenAPIRouter, type Operation, type Request } from 'openapi-backend';
import { isSupported } from '../requests/request-validator';

type ParsedRequest = ReturnType<OpenAPIRouter['parseRequest']>;

interface PathParameter {
  readonly name: string;
  /** The index of its path segment. */
  readonly segment: number;
}

/**
 * The library's router with an index of the operations and with requests that are parsed once. The
 * library builds the list of operations and a regular expression per path for every request, and
 * parses each request four times. The gate decides authorization, because the library's security
 * handling takes 7 % of a small request. Throws for a parameter style that it does not support.
 */
export class IndexedRouter extends OpenAPIRouter {
  readonly routes: RouteIndex<Operation>;
  private readonly operations: Operation[];
  private readonly byId: ReadonlyMap<string | undefined, Operation>;
  private readonly pathParameters: ReadonlyMap<string | undefined, readonly PathParameter[]>;

  constructor(definition: Document) {
    super({ definition, ignoreTrailingSlashes: false });
    this.operations = super.getOperations().map((operation) => ({ ...operation, security: [] }));
    this.routes = indexRoutes(
      this.operations.map((operation) => ({ ...operation, isStream: isStream(operation) })),
    );
    this.byId = new Map(this.operations.map((operation) => [operation.operationId, operation]));
    this.pathParameters = new Map(
      this.operations.map(({ operationId, path }) => [operationId, pathParametersOf(path)]),
    );
    for (const operation of this.operations) checkParameters(operation);
  }

  override getOperations(): Operation[] {
    return this.operations;
  }

  override getOperation(id: string): Operation | undefined {
    return this.byId.get(id);
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation({ method, path }: Request, strict = false): Operation | undefined {
    const found = this.routes.find(method.toLowerCase(), path);
    if (found !== undefined || !strict) return found;
    // The library's own messages: it uses them to choose notFound or methodNotAllowed.
    throw new Error(
      this.routes.methodsOf(path).length > 0 ? '405-methodNotAllowed' : '404-notFound',
    );
  }

  /**
   * Adds the path parameters to a request from `requestParts`. Returns a parsed request as it is,
   * because the validator has converted its parameters. The gate reads the cookies.
   */
  override parseRequest(request: Request | ParsedRequest, operation?: Operation): ParsedRequest {
    if ('requestBody' in request) return request;
    const { method, path, headers, query, body } = request;
    return {
      method,
      path,
      headers,
      params: this.paramsOf(path, operation),
      query: copyOf(query),
      cookies: {},
      body,
      requestBody: body,
    };
  }

  private paramsOf(path: string, operation: Operation | undefined): Record<string, string> {
    const parameters = this.pathParameters.get(operation?.operationId) ?? [];
    const params: Record<string, string> = {};
    if (parameters.length === 0) return params;
    const segments = path.split('/');
    for (const { name, segment } of parameters) {
      params[name] = decodeURIComponent(segments[segment] ?? '');
    }
    return params;
  }
}

function isStream({ responses = {} }: Operation): boolean {
  const success = responses['200'];
  return (
    success !== undefined &&
    !('$ref' in success) &&
    success.content?.['text/event-stream'] !== undefined
  );
}

function pathParametersOf(path: string): PathParameter[] {
  return path.split('/').flatMap((text, segment) => {
    const name = /^\{(.+)\}$/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, segment }];
  });
}

// A copy, because validation converts the parameters in place.
function copyOf(query: Request['query']): Record<string, string | string[]> {
  if (typeof query !== 'object') return {};
  const copy: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(query)) {
    Object.defineProperty(copy, name, {
      value: Array.isArray(value) ? [...value] : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

function checkParameters({ operationId, parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter) continue;
    if (
      parameter.in === 'cookie' ||
      parameter.content !== undefined ||
      parameter.explode === false ||
      !isSupported(parameter)
    ) {
      throw new Error(
        `${operationId}: the router does not support the ${parameter.in} parameter ${parameter.name}.`,
      );
    }
  }
}

/** The properties of an operation that the index uses. */
interface Routable {
  readonly path: string;
  readonly method: string;
  /** Whether the response is a stream, whose headers are of no use without it. */
  readonly isStream?: boolean;
}

/** Finds operations by path and method. */
interface RouteIndex<T extends Routable> {
  /** The operation of the method and path; undefined when there is none. */
  find(method: string, path: string): T | undefined;
  /** The methods of the path in upper case, sorted; empty when the path does not exist. */
  methodsOf(path: string): string[];
  /** The methods of all paths in upper case, sorted. */
  allMethods(): string[];
}

/** A node of the tree of path segments, with the operations of the path that ends there. */
interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  readonly operations: Map<string, T>;
}

/**
 * Indexes operations by their path templates. A fixed segment takes precedence over a parameter
 * (OpenAPI 3.1, "Path Templating Matching"). A parameter is one segment, still percent-encoded. HEAD
 * finds the operation of GET (RFC 9110, 9.3.2), except for a stream.
 */
export function indexRoutes<T extends Routable>(operations: readonly T[]): RouteIndex<T> {
  const root = emptyNode<T>();
  for (const operation of operations) {
    let node = root;
    for (const segment of operation.path.split('/')) node = childOf(node, segment);
    for (const method of methodsFor(operation)) node.operations.set(method, operation);
  }
  const operationsOf = (path: string): ReadonlyMap<string, T> | undefined =>
    findOperations(root, path.split('/'), 0);
  const sortedUpperCase = (methods: Iterable<string>): string[] =>
    [...methods].map((method) => method.toUpperCase()).toSorted();
  return {
    find: (method, path) => operationsOf(path)?.get(method),
    methodsOf: (path) => sortedUpperCase(operationsOf(path)?.keys() ?? []),
    allMethods: () => sortedUpperCase(new Set(operations.flatMap(methodsFor))),
  };
}

function methodsFor({ method, isStream = false }: Routable): string[] {
  return method === 'get' && !isStream ? ['get', 'head'] : [method];
}

function emptyNode<T>(): Node<T> {
  return { fixed: new Map(), parameter: undefined, operations: new Map() };
}

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  if (/^\{[^}]+\}$/.test(segment)) return (node.parameter ??= emptyNode());
  const known = node.fixed.get(segment);
  if (known !== undefined) return known;
  const child = emptyNode<T>();
  node.fixed.set(segment, child);
  return child;
}

function findOperations<T>(
  node: Node<T>,
  segments: readonly string[],
  index: number,
): ReadonlyMap<string, T> | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.operations.size > 0 ? node.operations : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && findOperations(fixed, segments, index + 1);
  if (found !== undefined || segment === '' || node.parameter === undefined) return found;
  return findOperations(node.parameter, segments, index + 1);
}
