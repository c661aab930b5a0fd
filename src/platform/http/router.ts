import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document, type Request } from 'openapi-backend';
import type { OperationFacts, OperationId } from '../operation';
import { notFound, problem } from '../problems';
import { readBody } from './body';
import type { Exchange, Gate, SecurityScheme } from './exchange';
import { validationProblem } from './issues';
import { checkStorable } from './storable';

/** What a request asked for, once the contract has been held against it. */
export interface Validated {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly requestBody: unknown;
}

/** A request of the contract as the router's library hands it on: matched, parsed, validated. */
export type RoutedRequest = Context['request'];

/** What the router is made of. */
export interface RouterParts {
  readonly document: Document;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Gate;
  /** Runs a validated request; answers when the response is sent. */
  readonly run: (id: OperationId, request: RoutedRequest, exchange: Exchange) => Promise<void>;
}

/** Handles one request, or throws the problem to answer with. */
export type Router = (exchange: Exchange) => Promise<void>;

const methods = ['delete', 'get', 'patch', 'post', 'put'];

/**
 * Routes by the contract, in the order of engineering's "A request's way": 404 and 405, then 401, 403, the body's own faults,
 * and the contract's 400. Fails with a sentence when document and facts disagree.
 */
export async function createRouter({ document, facts, gate, run }: RouterParts): Promise<Router> {
  const isOperation = (id: string | undefined): id is OperationId =>
    id !== undefined && Object.hasOwn(facts, id);
  const factsOf = (context: Context): [OperationId, OperationFacts] => {
    const id = context.operation.operationId;
    if (!isOperation(id))
      throw new Error(`The contract has no facts for ${id}. Run npm run generate.`);
    return [id, facts[id]];
  };

  const api = new OpenAPIBackend({
    definition: document,
    // The library knows the 3.0 schema only; the generator has validated the document against 3.1.
    quick: true,
    strict: true,
    coerceTypes: true,
    ignoreTrailingSlashes: false,
    ajvOpts: { strict: false, allErrors: true },
    customizeAjv: (_ajv, options) => {
      const ajv = new Ajv2020(options);
      addFormats(ajv);
      return ajv;
    },
  });
  const scheme = (name: SecurityScheme) => (_context: Context, exchange: Exchange) =>
    exchange.credential?.scheme === name;
  api.registerSecurityHandler('bearerToken', scheme('bearerToken'));
  api.registerSecurityHandler('sessionCookie', scheme('sessionCookie'));
  api.register({
    notFound: ({ request }: Context) => {
      throw notFound('path', request.path);
    },
    methodNotAllowed: ({ request }: Context) => {
      const allowed = methods.filter((method) => api.matchOperation({ ...request, method }));
      throw problem('METHOD_NOT_ALLOWED', `${request.path} does not have this method.`, {
        headers: { Allow: allowed.map((method) => method.toUpperCase()).join(', ') },
      });
    },
    postRoutingHandler: async (context: Context, exchange: Exchange) => {
      if (context.operation === undefined) return;
      const [id, { security }] = factsOf(context);
      exchange.operationId = id;
      if (security.length === 0) return;
      const credential = await gate.authenticate(exchange);
      if (credential !== undefined) exchange.credential = credential;
    },
    postSecurityHandler: async (context: Context, exchange: Exchange, request: Request) => {
      const [id, operation] = factsOf(context);
      const { credential } = exchange;
      if (operation.security.length > 0) {
        if (credential === undefined) throw unauthenticated();
        gate.authorise(id, operation, credential);
      }
      if (operation.method !== 'get') gate.checkOrigin(exchange, credential);
      const body = await readBody(exchange.req, exchange.res, operation);
      if (body !== undefined) request.body = body;
      checkStorable('body', body);
      checkStorable('query', request.query);
      checkStorable('path', context.request.params);
    },
    unauthorizedHandler: () => {
      throw unauthenticated();
    },
    validationFail: ({ validation }: Context) => {
      throw validationProblem(validation.errors ?? []);
    },
  });
  for (const id of Object.keys(facts)) {
    api.registerHandler(id, (context: Context, exchange: Exchange) => {
      const [operationId] = factsOf(context);
      return run(operationId, context.request, exchange);
    });
  }
  await api.init();
  const operations = api.router.getOperations();
  for (const { operationId } of operations) {
    if (!isOperation(operationId)) {
      throw new Error(`The contract's ${operationId} is not generated. Run npm run generate.`);
    }
  }
  // The library rebuilds this list for every request.
  api.router.getOperations = () => operations;

  return async (exchange) => {
    const request = toRequest(exchange);
    await api.handleRequest(request, exchange, request);
  };
}

/** 401: no credential, where the operation needs one. */
export function unauthenticated(message = 'Send a bearer token or a session cookie.') {
  return problem('UNAUTHENTICATED', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}

function toRequest({ req }: Exchange): Request {
  const [path = '/', search = ''] = req.originalUrl.split(/\?(.*)/s, 2);
  try {
    decodeURIComponent(path);
  } catch {
    const message = 'The path is not percent-encoded UTF-8.';
    throw problem('VALIDATION_FAILED', message, {
      issues: [{ path: 'path', code: 'VALIDATION_FAILED', message }],
    });
  }
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(query, name) ? query[name] : undefined;
    const next = before === undefined ? value : [before, value].flat();
    Object.defineProperty(query, name, {
      value: next,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers[name] = value;
  }
  return { method: req.method, path, query, headers };
}
