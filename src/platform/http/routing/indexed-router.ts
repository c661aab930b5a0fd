import { OpenAPIRouter, type Document, type Operation, type Request } from 'openapi-backend';
import { isReadable } from '../requests/parameter-values';
import { indexRoutes, type RouteIndex } from './route-index';

type ParsedRequest = ReturnType<OpenAPIRouter['parseRequest']>;

interface PathSegment {
  readonly name: string;
  readonly segment: number;
}

/**
 * The library's router with its list of operations made once, and requests that are taken apart already: the library makes the list and an
 * expression for every path anew on each request, and parses a request four times. Who may use an operation is the gate's business: what the library
 * does for its security takes a fourteenth of a small request. Throws an Error of one sentence for a
 * parameter that would have to be parsed in another way than the contract's are.
 */
export class IndexedRouter extends OpenAPIRouter {
  readonly routes: RouteIndex<Operation>;
  private readonly operations: Operation[];
  private readonly byId: ReadonlyMap<string | undefined, Operation>;
  private readonly places: ReadonlyMap<string | undefined, readonly PathSegment[]>;

  constructor(definition: Document) {
    super({ definition, ignoreTrailingSlashes: false });
    this.operations = super.getOperations().map((operation) => ({ ...operation, security: [] }));
    this.routes = indexRoutes(this.operations);
    this.byId = new Map(this.operations.map((operation) => [operation.operationId, operation]));
    this.places = new Map(
      this.operations.map(({ operationId, path }) => [operationId, placesOf(path)]),
    );
    for (const operation of this.operations) checkPlain(operation);
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
    // The library's own words: by them it chooses between notFound and methodNotAllowed.
    throw new Error(
      this.routes.methodsOf(path).length > 0 ? '405-methodNotAllowed' : '404-notFound',
    );
  }

  /**
   * The parts of a request as `requestParts` made them, with the parameters of its path. Cookies are the gate's business. What it made is
   * parsed already, and the validator has turned its texts into what they stand for.
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
    const places = this.places.get(operation?.operationId) ?? [];
    const params: Record<string, string> = {};
    if (places.length === 0) return params;
    const segments = path.split('/');
    for (const { name, segment } of places) {
      params[name] = decodeURIComponent(segments[segment] ?? '');
    }
    return params;
  }
}

function placesOf(path: string): PathSegment[] {
  return path.split('/').flatMap((text, segment) => {
    const name = /^\{(.+)\}$/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, segment }];
  });
}

// Validation turns texts into the numbers that they stand for, where they are: in a copy.
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

function checkPlain({ operationId, parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter) continue;
    if (
      parameter.in === 'cookie' ||
      parameter.content !== undefined ||
      parameter.explode === false ||
      !isReadable(parameter)
    ) {
      throw new Error(
        `${operationId}: the router does not read ${parameter.in} ${parameter.name}.`,
      );
    }
  }
}
