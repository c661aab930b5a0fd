import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Creates the request and response classes for Node's HTTP server, with Express's prototypes.
 * Otherwise Express replaces the prototype of every request and response, which deoptimizes them in
 * V8 (docs/performance.md has the cost). Throws when this Express has no such prototypes.
 */
export function messageClassesOf(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, prototypeOf(app, 'request'));
  Object.setPrototypeOf(Response.prototype, prototypeOf(app, 'response'));
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}

function prototypeOf(app: Express, name: 'request' | 'response'): object {
  const prototype: unknown = Reflect.get(app, name);
  if (typeof prototype === 'object' && prototype !== null) return prototype;
  throw new Error(`This version of Express has no prototype for a ${name}.`);
}
