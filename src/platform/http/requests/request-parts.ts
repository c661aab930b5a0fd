import type { Request } from 'express';
import { limits } from '../../../../generated/limits';
import { invalidValue, type Problem } from '../../problems';

/** A request as the router reads it: the path still percent-encoded, a repeated query parameter as an array. */
export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string | string[]>;
}

/**
 * The largest number of query parameters of a request, repetitions included. It is above what fits
 * into the 16 KiB of a request line when each parameter carries an id, so it refuses no request for
 * many records.
 */
const maxQueryParameters = limits.query_parameters;

/**
 * Takes a request apart. Throws 400 for a path or a query that is not percent-encoded UTF-8 (RFC
 * 3986, section 2.5) and for a query with too many parameters.
 */
export function requestParts(req: Request): RequestParts {
  const url = req.originalUrl;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const search = end < 0 ? '' : url.slice(end + 1);
  if (!isDecodable(path)) throw undecodable('path');
  if (hasTooMany(search)) {
    throw invalidValue('query', `The query has more than ${maxQueryParameters} parameters.`);
  }
  if (!isDecodable(search)) throw undecodable('query');
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers[name] = value;
  }
  return { method: req.method, path, query: queryOf(search), headers };
}

function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(query, name) ? query[name] : undefined;
    if (Array.isArray(before)) {
      before.push(value);
      continue;
    }
    // An assignment to `__proto__` would make no parameter that can be refused.
    Object.defineProperty(query, name, {
      value: before === undefined ? value : [before, value],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return query;
}

function hasTooMany(search: string): boolean {
  if (search.length < maxQueryParameters) return false;
  let parameters = 1;
  for (let at = search.indexOf('&'); at >= 0; at = search.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > maxQueryParameters) return true;
  }
  return false;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function undecodable(where: 'path' | 'query'): Problem {
  return invalidValue(where, `The ${where} is not percent-encoded UTF-8.`);
}
