const texts = new WeakMap<Request, string>();

/**
 * A request whose body can be read without waiting. The client reads bodies before it calls
 * `fetch`; a page that is about to close has no time to wait for `Request.text()`.
 */
export class RequestWithText extends Request {
  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init);
    const body = init?.body ?? null;
    if (typeof body === 'string') texts.set(this, body);
    else if (body === null && typeof input === 'string') texts.set(this, '');
  }

  // openapi-fetch accepts only instances of this class from middleware, which may return a Request.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }
}

/** The body of a request, empty if it has none; undefined for other requests and bodies. */
export function textOf(request: Request): string | undefined {
  return texts.get(request);
}
