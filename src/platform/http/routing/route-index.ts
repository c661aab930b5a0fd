/** The properties of an operation that the index uses. */
interface Routable {
  readonly path: string;
  readonly method: string;
  /** Whether the response is a stream, whose headers are of no use without it. */
  readonly isStream?: boolean;
}

/** Finds operations by path and method. */
export interface RouteIndex<T extends Routable> {
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
