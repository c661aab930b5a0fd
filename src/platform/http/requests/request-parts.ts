import type { Request } from 'express';
import { limits } from '../../../../generated/limits';
import { invalidValue, type Problem } from '../../problems';

/**
 * The parts of a request that the router needs: the path still percent-encoded, a repeated query
 * parameter as an array.
 */
export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string | string[]>;
}

/**
 * The maximum number of query parameters, counting repetitions. More parameters with ids do not fit
 * into the 16 KiB of the request head, so the limit never affects a request for many records.
 */
const maxQueryParameters = limits.query_parameters;

/**
 * Parses the path, query and headers of a request. Throws 400 for a path or query that is not
 * percent-encoded UTF-8 (RFC 3986, 2.5) and for a query with too many parameters.
 */
export function requestParts(req: Request): RequestParts {
  const url = req.originalUrl;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const search = end < 0 ? '' : url.slice(end + 1);
  if (!isDecodable(path)) throw undecodable('path');
  if (hasTooManyParameters(search)) {
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
    const previous = Object.hasOwn(query, name) ? query[name] : undefined;
    if (Array.isArray(previous)) {
      previous.push(value);
      continue;
    }
    // Assigning to `__proto__` would hide the parameter from validation.
    Object.defineProperty(query, name, {
      value: previous === undefined ? value : [previous, value],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return query;
}

function hasTooManyParameters(search: string): boolean {
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

/** Splits a header value at a separator outside of quoted strings (RFC 9110, section 5.6.4). */
export function splitUnquoted(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let isEscaped = false;
  for (const character of text) {
    if (character === separator && !isQuoted) {
      parts.push(part);
      part = '';
      continue;
    }
    part += character;
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = isQuoted && character === '\\' && !isEscaped;
  }
  return [...parts, part];
}

/** The text of a quoted string; any other text as it is. */
export function unquoted(word: string): string {
  const isQuoted = word.length > 1 && word.startsWith('"') && word.endsWith('"');
  return isQuoted ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}
