import type { IncomingMessage } from 'node:http';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';
import type { Actor, Input, OperationFacts, OperationId } from '../../operation';
import { withoutSecrets } from '../../log';
import { notFound, problem, Problem } from '../../problems';
import type { Exchange, Gate } from '../exchange';
import { workspaceParameter } from '../cookies';
import { keyHeader, withKeyErrors, withKeyOf } from '../idempotency';
import { checkStorableValues, readBody, readText } from '../requests/json-body';
import { asteriskForm, requestParts } from '../requests/request-head';
import {
  inlineExtendedSchemas,
  type RequestOfCaller,
  RequestValidator,
} from '../requests/request-validator';
import { validationProblem } from '../requests/validation-problem';
import { sendRedirect } from '../responses/response';
import { IndexedRouter } from './indexed-router';

/** A request that the library has matched to an operation, parsed and validated. */
export type RoutedRequest = Context['request'];

/** The contract prepared for routing. Several routers of one process may share it. */
export interface Routes {
  readonly definition: Document;
  readonly index: IndexedRouter;
  /** Reports the first error of a request. */
  readonly validator: RequestValidator;
  /** Reports all errors of a request. */
  readonly allErrorsValidator: RequestValidator;
}

/**
 * Validates a body that did not arrive by HTTP, such as one from the command line, as the body of a
 * request to `path`. Throws the operation's 400.
 */
export function checkBody<Id extends OperationId>(
  { index, allErrorsValidator }: Pick<Routes, 'index' | 'allErrorsValidator'>,
  id: Id,
  path: string,
  body: unknown,
): asserts body is Input<Id>['body'] {
  checkStorableValues('body', body);
  const operation = index.getOperation(id);
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
  const request = { method: operation.method, path, query: {}, headers: {}, body };
  const { errors } = allErrorsValidator.validateRequest(request, operation);
  if (errors !== null && errors !== undefined) throw validationProblem(errors, []);
}

/** The dependencies of the router. */
export interface RouterParts {
  readonly routes: Routes;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Gate;
  /** The path of the `PUBLIC_URL`, which the paths of redirects begin with. */
  readonly basePath: string;
  /** The parameters of the challenges of JSON-RPC, such as `resource_metadata`. */
  readonly challenge: ChallengeParameters;
  /** Runs a validated request and sends its response. */
  readonly run: (id: OperationId, request: RoutedRequest, exchange: Exchange) => Promise<void>;
}

/** The library's handlers add the caller and the body to the request. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Handles one request, or throws the problem to respond with. */
export type Router = (exchange: Exchange) => Promise<void>;

// Collecting all validation errors costs memory, so report only the first one for larger bodies.
const maxBytesForAllErrors = 64 * 1024;

const options = {
  // The library has only the 3.0 schema; the generator has validated the document against 3.1.
  quick: true,
  strict: true,
  ignoreTrailingSlashes: false,
  validate: false,
};

/** Resolves and indexes the contract. An operation's schemas are compiled on its first request. */
export async function prepareRoutes(document: Document): Promise<Routes> {
  const whole = inlineExtendedSchemas(document);
  const { definition } = await new OpenAPIBackend({ definition: whole, ...options }).init();
  const index = new IndexedRouter(definition);
  return {
    definition,
    index,
    validator: new RequestValidator(definition, index, false),
    allErrorsValidator: new RequestValidator(definition, index, true),
  };
}

/**
 * Routes requests by the contract. Checks in this order: 404 and 405, 401, 403, body errors (415,
 * 413, 400), and the validation of the contract's schemas (400). Throws when contract and facts do
 * not match.
 */
export function createRouter({
  routes,
  facts,
  gate,
  basePath,
  challenge,
  run,
}: RouterParts): Router {
  const isOperation = (id: string | undefined): id is OperationId =>
    id !== undefined && Object.hasOwn(facts, id);
  const factsOf = (context: Context): [OperationId, OperationFacts] => {
    const id = context.operation.operationId;
    if (!isOperation(id))
      throw new Error(`The contract has no facts for ${id}. Run npm run generate.`);
    return [id, facts[id]];
  };

  const authenticate = async (
    id: OperationId,
    operation: OperationFacts,
    exchange: Exchange,
  ): Promise<Actor | undefined> => {
    const credential = await gate
      .authenticate(exchange, operation)
      .catch((error: unknown) => unlessOptional(error, operation));
    if (credential === undefined) {
      if (operation.securityOptional) return undefined;
      throw unauthenticated(operation);
    }
    exchange.credential = credential;
    gate.authorise(operation, credential);
    return credential.actor;
  };

  const { definition, index, validator, allErrorsValidator } = routes;
  const api = new OpenAPIBackend({ definition, ...options });
  // Instead of `init`, whose router would build the list of operations for each handler.
  api.definition = definition;
  api.router = index;
  api.initialized = true;
  api.register({
    notFound: ({ request }: Context, exchange: Exchange) => {
      if (request.path === asteriskForm) {
        throw methodNotAllowed(index.routes.allMethods());
      }
      const path = request.path.replace(/\/$/, '');
      // The contract has no path that begins with two slashes, so the redirect cannot lead away.
      if (index.routes.methodsOf(path).length === 0) {
        throw notFound('path', withoutSecrets(request.path));
      }
      const [query = ''] = /\?.*$/s.exec(exchange.req.originalUrl) ?? [];
      sendRedirect(exchange, `${basePath}${path}${query}`);
    },
    methodNotAllowed: async ({ request }: Context, exchange: Exchange) => {
      // A client of JSON-RPC that probes with GET must learn first that it needs a token.
      const id = index.routes.find('post', request.path)?.operationId;
      if (isOperation(id) && facts[id].protocol === 'json-rpc') {
        exchange.operationId = id;
        await authenticate(id, facts[id], exchange);
      }
      throw methodNotAllowed(index.routes.methodsOf(request.path));
    },
    postRoutingHandler: async (
      context: Context,
      exchange: Exchange,
      request: Writable<RequestOfCaller>,
    ) => {
      if (context.operation === undefined) return;
      const [id, operation] = factsOf(context);
      exchange.operationId = id;
      if (operation.security.length > 0) {
        request.caller = await authenticate(id, operation, exchange);
      }
      if (operation.protocol === 'file') {
        if (operation.security.length === 0) {
          const secret = String(context.request.params['token']);
          exchange.credential = await gate.authenticateUpload(exchange, secret);
        }
        // The feature reads the body, after these checks.
        if (operation.method !== 'get') gate.checkOrigin(exchange);
        return;
      }
      if (operation.protocol !== null) {
        const { req, res } = exchange;
        if (operation.hasBody) exchange.bodyText = await readText(req, res, operation);
        return;
      }
      if (operation.method !== 'get') {
        gate.checkOrigin(exchange);
        const sent = await readBody(exchange.req, exchange.res, operation);
        const body = withKeyOf(exchange.req, sent, operation);
        if (body !== undefined) request.body = body;
        checkStorableValues('body', body);
      }
      checkStorableValues('query', request.query);
      checkStorableValues('path', context.request.params);
    },
    validationFail: (context: Context, { req }: Exchange, request: RequestOfCaller) => {
      const wantsAllErrors =
        Number(req.get('content-length') ?? 0) <= maxBytesForAllErrors &&
        !req.get('transfer-encoding') &&
        !req.get('content-encoding');
      const { errors } = wantsAllErrors
        ? allErrorsValidator.validateRequest(request, context.operation)
        : context.validation;
      const [, { headerNames }] = factsOf(context);
      throw validationProblem(withKeyErrors(req, errors ?? []), [...headerNames, keyHeader]);
    },
  });
  for (const id of Object.keys(facts)) {
    api.registerHandler(id, (context: Context, exchange: Exchange) => {
      const [operationId] = factsOf(context);
      return run(operationId, context.request, exchange);
    });
  }
  for (const { operationId } of index.getOperations()) {
    if (!isOperation(operationId)) {
      throw new Error(`The contract's ${operationId} is not generated. Run npm run generate.`);
    }
  }
  api.validator = validator;
  api.validate = (context) => factsOf(context)[1].protocol === null;

  return async (exchange) => {
    const request = requestParts(exchange.req);
    // It names the session, not a part of the operation. A bearer token takes no name.
    if (exchange.req.headers.authorization === undefined) delete request.query[workspaceParameter];
    try {
      await api.handleRequest(request, exchange, request);
    } catch (thrown) {
      const { operationId, req } = exchange;
      const isChallenged =
        thrown instanceof Problem &&
        operationId !== undefined &&
        facts[operationId].protocol === 'json-rpc';
      const error = isChallenged ? withChallenge(thrown, challenge(req)) : thrown;
      if (isUndocumented(error, exchange.operationId, facts)) {
        exchange.log.error({ err: error }, 'The contract does not name this error code here');
      }
      throw error;
    }
  };
}

// An operation that also accepts no credential treats an invalid one as none: the session of a
// sign-in page may have ended.
function unlessOptional(error: unknown, { securityOptional }: OperationFacts): undefined {
  if (securityOptional && error instanceof Problem && error.code === 'UNAUTHENTICATED') return;
  throw error;
}

function isUndocumented(
  error: unknown,
  id: OperationId | undefined,
  facts: RouterParts['facts'],
): boolean {
  return error instanceof Problem && id !== undefined && !facts[id].errorCodes.includes(error.code);
}

// The path may have a secret, so the message does not repeat it.
function methodNotAllowed(allowed: readonly string[]): Problem {
  return problem('METHOD_NOT_ALLOWED', undefined, { headers: { Allow: allowed.join(', ') } });
}

/** 401 for a missing credential. */
function unauthenticated({ security }: OperationFacts): Problem {
  const takesCookie = security.includes('sessionCookie');
  const credentials = takesCookie ? 'a bearer token or a session cookie' : 'a bearer token';
  return problem('UNAUTHENTICATED', `Send ${credentials}.`, {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}

/**
 * Parameters to add to `WWW-Authenticate` (RFC 9110, 11.6.1) at operations of JSON-RPC; none where
 * the server has no metadata to name (RFC 9728, 5.1).
 */
type ChallengeParameters = (message: IncomingMessage) => Readonly<Record<string, string>>;

/**
 * The 401 or 403 of an operation of JSON-RPC, with a challenge that tells a client how to get a
 * token: a missing scope is `insufficient_scope` (RFC 6750, 3.1). Other errors stay as they are.
 */
function withChallenge(failure: Problem, parameters: Readonly<Record<string, string>>): Problem {
  const { code, message, issues, details, headers } = failure;
  const given = headers['WWW-Authenticate'];
  const isScope = code === 'INSUFFICIENT_SCOPE';
  if (given === undefined && !isScope) return failure;
  const scope = { error: 'insufficient_scope', scope: String(details['required_scope']) };
  const all = { ...parameters, ...(isScope && scope) };
  const added = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  const challenge = [given ?? 'Bearer realm="callboard"', ...added].join(', ');
  return new Problem(code, message, {
    issues,
    details,
    headers: { ...headers, 'WWW-Authenticate': challenge },
  });
}
