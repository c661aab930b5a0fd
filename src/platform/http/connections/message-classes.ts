import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * The classes of which Node makes the application's requests and answers. Express puts its own prototype under each of them when it gets it, for which
 * V8 gives up what it knows of them: half of the price of a small request. What has that prototype from the beginning stays as it is. Throws an
 * Error of one sentence for an Express that does it in another way.
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
  throw new Error(`This Express keeps no prototype of a ${name}.`);
}
