import { OpenAPIRouter, type Document, type Operation, type Request } from 'openapi-backend';
import { isSupported } from '../requests/query-parameters';
import { indexRoutes, type RouteIndex } from './route-index';

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
