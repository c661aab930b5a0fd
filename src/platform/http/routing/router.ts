import { OpenAPIBackend, type Context, type Document, type Request } from 'openapi-backend';
import type { Input, OperationFacts, OperationId } from '../../operation';
import { notFound, problem, Problem } from '../../problems';
import { readBody } from '../requests/body';
import type { Exchange, Gate } from '../exchange';
import { IndexedRouter } from './indexed-router';
import { validationProblem } from '../requests/issues';
import { requestParts } from '../requests/request-parts';
import { wholeServer } from '../requests/request-target';
import { RequestValidator } from '../requests/request-validator';
import { checkStorable } from '../requests/storable';

/** A request of the contract as the router's library hands it on: matched, parsed, validated. */
export type RoutedRequest = Context['request'];

/** What is made of the contract alone; several routers of one process may share it. */
export interface Routes {
  readonly definition: Document;
  readonly index: IndexedRouter;
  /** Tells the first fault of a request. */
  readonly validator: RequestValidator;
  /** Tells every fault. */
  readonly faults: RequestValidator;
}

/**
 * Holds a body that came by another way than HTTP, such as the command line, against the contract,
 * as one of a request to `path`. Throws the operation's 400.
 */
export function checkBody<Id extends OperationId>(
  { index, faults }: Pick<Routes, 'index' | 'faults'>,
  id: Id,
  path: string,
  body: unknown,
): asserts body is Input<Id>['body'] {
  checkStorable('body', body);
  const operation = index.getOperation(id);
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
  const request = { method: operation.method, path, query: {}, headers: {}, body };
  const { errors } = faults.validateRequest(request, operation);
  if (errors !== null && errors !== undefined) throw validationProblem(errors, []);
}

/** What the router is made of. */
export interface RouterParts {
  readonly routes: Routes;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Gate;
  /** Runs a validated request; answers when the response is sent. */
  readonly run: (id: OperationId, request: RoutedRequest, exchange: Exchange) => Promise<void>;
}

/** Handles one request, or throws the problem to answer with. */
export type Router = (exchange: Exchange) => Promise<void>;

// Telling every fault of a body costs memory for each; of a larger one the first has to do.
const mostBytesToTellAll = 64 * 1024;

const options = {
  // The library knows the 3.0 schema only; the generator has validated the document against 3.1.
  quick: true,
  strict: true,
  ignoreTrailingSlashes: false,
  validate: false,
};

/** Resolves and indexes the contract; the schemas of an operation are compiled when they are first needed. */
export async function prepareRoutes(document: Document): Promise<Routes> {
  const { definition } = await new OpenAPIBackend({ definition: document, ...options }).init();
  const index = new IndexedRouter(definition);
  return {
    definition,
    index,
    validator: new RequestValidator(definition, index, false),
    faults: new RequestValidator(definition, index, true),
  };
}

/**
 * Routes by the contract, in the order of engineering's "A request's way": 404 and 405, then 401, 403, the body's own faults,
 * and the contract's 400. Fails with a sentence when document and facts disagree.
 */
export function createRouter({ routes, facts, gate, run }: RouterParts): Router {
  const isOperation = (id: string | undefined): id is OperationId =>
    id !== undefined && Object.hasOwn(facts, id);
  const factsOf = (context: Context): [OperationId, OperationFacts] => {
    const id = context.operation.operationId;
    if (!isOperation(id))
      throw new Error(`The contract has no facts for ${id}. Run npm run generate.`);
    return [id, facts[id]];
  };

  const { definition, index, validator, faults } = routes;
  const api = new OpenAPIBackend({ definition, ...options });
  // As its `init` would, with what is made already: the library's own router would list all operations for each handler.
  api.definition = definition;
  api.router = index;
  api.initialized = true;
  api.register({
    notFound: ({ request }: Context) => {
      if (request.path === wholeServer) {
        throw methodNotAllowed(request.path, index.routes.allMethods());
      }
      throw notFound('path', request.path);
    },
    methodNotAllowed: ({ request }: Context) => {
      throw methodNotAllowed(request.path, index.routes.methodsOf(request.path));
    },
    postRoutingHandler: async (context: Context, exchange: Exchange, request: Request) => {
      if (context.operation === undefined) return;
      const [id, operation] = factsOf(context);
      exchange.operationId = id;
      if (operation.security.length > 0) {
        const credential = await gate.authenticate(exchange);
        if (credential === undefined) throw unauthenticated();
        exchange.credential = credential;
        gate.authorise(id, operation, credential);
      }
      if (operation.method !== 'get') {
        gate.checkOrigin(exchange);
        const body = await readBody(exchange.req, exchange.res, operation);
        if (body !== undefined) request.body = body;
        checkStorable('body', body);
      }
      checkStorable('query', request.query);
      checkStorable('path', context.request.params);
    },
    validationFail: (context: Context, { req }: Exchange, request: Request) => {
      const tellAll =
        Number(req.get('content-length') ?? 0) <= mostBytesToTellAll &&
        !req.get('transfer-encoding') &&
        !req.get('content-encoding');
      const { errors } = tellAll
        ? faults.validateRequest(request, context.operation)
        : context.validation;
      throw validationProblem(errors ?? [], factsOf(context)[1].headerNames);
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
  api.validate = true;

  return async (exchange) => {
    const request = requestParts(exchange.req);
    try {
      await api.handleRequest(request, exchange, request);
    } catch (error) {
      if (isUndocumented(error, exchange.operationId, facts)) {
        exchange.log.error({ err: error }, 'The contract does not name this error code here');
      }
      throw error;
    }
  };
}

function isUndocumented(
  error: unknown,
  id: OperationId | undefined,
  facts: RouterParts['facts'],
): boolean {
  return error instanceof Problem && id !== undefined && !facts[id].errorCodes.includes(error.code);
}

function methodNotAllowed(path: string, allowed: readonly string[]): Problem {
  return problem('METHOD_NOT_ALLOWED', `${path} does not have this method.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

/** 401: no credential, where the operation needs one. */
function unauthenticated() {
  return problem('UNAUTHENTICATED', 'Send a bearer token or a session cookie.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}
