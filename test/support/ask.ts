import request, { type Test } from 'supertest';
import { checkRawResponse, lowerCased } from '../../scripts/requests/response-check';
import type { TestApp } from '../../scripts/servers/app';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';

/**
 * Requests of supertest to the app, by their method. Each response is checked against the contract.
 * A request is sent when it is awaited. Use `exchange` for requests that no HTTP client sends.
 */
export function ask({ url }: Pick<TestApp, 'url'>): Record<Method, (path: string) => Test> {
  const checked = (method: Method) => (path: string) => {
    const test = request(url)[method](path).buffer(true);
    return test.expect(({ status, headers, text }) => {
      const sent = Object.fromEntries(Object.entries(test.toJSON().headers));
      checkRawResponse(method.toUpperCase(), path, { status, headers, text }, lowerCased(sent));
    });
  };
  return {
    get: checked('get'),
    post: checked('post'),
    put: checked('put'),
    patch: checked('patch'),
    delete: checked('delete'),
    options: checked('options'),
  };
}
