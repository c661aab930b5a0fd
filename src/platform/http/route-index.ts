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
}

interface Template<T> {
  readonly pattern: RegExp;
  readonly fixedLength: number;
  readonly operations: T[];
}

/**
 * Indexes operations by their path templates, once: an exact path wins over a template, and of templates the one with
 * most fixed text (OpenAPI 3.1, "Path Templating Matching"), whether or not it has the method. A parameter is one segment, still
 * percent-encoded.
 */
export function indexRoutes<T extends Routable>(operations: readonly T[]): RouteIndex<T> {
  const exact = new Map<string, T[]>();
  const templates = new Map<string, Template<T>>();
  for (const operation of operations) {
    const { path } = operation;
    if (path.includes('{')) {
      const template = templates.get(path) ?? templateOf<T>(path);
      template.operations.push(operation);
      templates.set(path, template);
    } else {
      exact.set(path, [...(exact.get(path) ?? []), operation]);
    }
  }
  const ordered = [...templates.values()].toSorted((a, b) => b.fixedLength - a.fixedLength);

  const operationsOf = (path: string): readonly T[] =>
    exact.get(path) ?? ordered.find(({ pattern }) => pattern.test(path))?.operations ?? [];
  return {
    find: (method, path) => operationsOf(path).find((operation) => operation.method === method),
    methodsOf: (path) =>
      operationsOf(path)
        .map(({ method }) => method.toUpperCase())
        .toSorted(),
  };
}

function templateOf<T>(path: string): Template<T> {
  const fixed = path.split(/\{[^}]+\}/);
  const escaped = fixed.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return {
    pattern: new RegExp(`^${escaped.join('[^/]+')}$`),
    fixedLength: fixed.join('').length,
    operations: [],
  };
}
