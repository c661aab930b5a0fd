/** What the index needs to know of an operation. */
interface Routable {
  readonly path: string;
  readonly method: string;
}

/** The operations of a path, and whether the path exists at all. */
export interface RouteIndex<T extends Routable> {
  /** The operation of the method and path; undefined when the path has no such method or there is no such path. */
  find(method: string, path: string): T | undefined;
  /** The methods of the path in capitals, sorted; empty when there is no such path. */
  methodsOf(path: string): string[];
  /** The methods of any path in capitals, sorted. */
  allMethods(): string[];
}

/** The segments of paths as a tree: what follows a fixed segment, what follows a parameter, what ends here. */
interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  readonly operations: Map<string, T>;
}

/**
 * Indexes operations by their path templates, once: a fixed segment wins over a parameter (OpenAPI 3.1, "Path Templating
 * Matching"). A parameter is one segment, still percent-encoded.
 */
export function indexRoutes<T extends Routable>(operations: readonly T[]): RouteIndex<T> {
  const root = emptyNode<T>();
  for (const operation of operations) {
    let node = root;
    for (const segment of operation.path.split('/')) node = childOf(node, segment);
    node.operations.set(operation.method, operation);
  }
  const operationsOf = (path: string): ReadonlyMap<string, T> | undefined =>
    walk(root, path.split('/'), 0);
  const inCapitals = (methods: Iterable<string>): string[] =>
    [...methods].map((method) => method.toUpperCase()).toSorted();
  return {
    find: (method, path) => operationsOf(path)?.get(method),
    methodsOf: (path) => inCapitals(operationsOf(path)?.keys() ?? []),
    allMethods: () => inCapitals(new Set(operations.map(({ method }) => method))),
  };
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

function walk<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
): ReadonlyMap<string, T> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.operations.size > 0 ? node.operations : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, at + 1);
  if (found !== undefined || segment === '' || node.parameter === undefined) return found;
  return walk(node.parameter, segments, at + 1);
}
