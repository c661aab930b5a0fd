/**
 * Requests of the server to URLs that callers chose, such as receivers of webhooks. Prevents
 * server-side request forgery: https only, no redirects, no proxies, and only addresses that are
 * public or that the configuration allows, judged at each connection.
 */
import type { Environment } from '../config';
import { problem, type Problem } from '../problems';
import { createAllowList, isUrlFault, judgeUrl, type UrlFault } from './target';
import {
  exchange,
  type OutgoingLimits,
  type OutgoingMessage,
  type OutgoingResult,
} from './exchange';
import { createSystemResolver, type Resolve } from './resolver';

export type { OutgoingLimits, OutgoingResponse, OutgoingResult } from './exchange';
export type { Resolve } from './resolver';

/** The parameters of a POST request. */
export interface OutgoingPost extends OutgoingLimits {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The parameters of a GET request. */
export interface OutgoingGet extends OutgoingLimits {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to URLs that callers chose. */
export interface Outgoing {
  /**
   * Why a URL would be refused, as a sentence; undefined if it would not. Judges the text alone:
   * the addresses of a host name are judged at each connection.
   */
  readonly urlFault: (url: string) => string | undefined;
  /**
   * Throws 422 `URL_NOT_ALLOWED` with `details.reason` if a URL would be refused; `path` is such as
   * `body/url`.
   */
  readonly checkUrl: (url: string, path: string) => void;
  /** Sends a POST request. Never rejects because of the receiver. */
  readonly post: (url: string, request: OutgoingPost) => Promise<OutgoingResult>;
  /** Sends a GET request. Never rejects because of the receiver. */
  readonly get: (url: string, request: OutgoingGet) => Promise<OutgoingResult>;
}

/** The configuration of outgoing requests. */
export interface OutgoingParts {
  readonly environment: Environment;
  /** The entries of `WEBHOOK_ALLOW`: host names, addresses and networks. */
  readonly allow: readonly string[];
  /** Resolves host names; by default the operating system does. */
  readonly resolve?: Resolve;
}

/** Creates the functions that send requests. Opens nothing. */
export function createOutgoing({ environment, allow, resolve }: OutgoingParts): Outgoing {
  const rules = { environment, allow: createAllowList(allow) };
  const boundedResolve = createSystemResolver(resolve);
  const faultOf = (url: string): UrlFault | undefined => {
    const judged = judgeUrl(rules, url);
    return isUrlFault(judged) ? judged : undefined;
  };
  const send = async (
    url: string,
    message: OutgoingMessage,
    limits: OutgoingLimits,
  ): Promise<OutgoingResult> => {
    const target = judgeUrl(rules, url);
    if (isUrlFault(target)) return { error: 'address_not_allowed', durationMs: 0 };
    return exchange(target, message, limits, boundedResolve);
  };
  return {
    urlFault: (url) => faultOf(url)?.message,
    checkUrl(url, path) {
      const fault = faultOf(url);
      if (fault !== undefined) throw urlProblem(fault, path);
    },
    post: (url, { headers, body, ...limits }) =>
      send(url, { method: 'POST', headers, body }, limits),
    get: (url, { headers = {}, ...limits }) => send(url, { method: 'GET', headers }, limits),
  };
}

function urlProblem({ reason, message }: UrlFault, path: string): Problem {
  return problem('URL_NOT_ALLOWED', `${path}: ${message}`, {
    issues: [{ path, code: 'URL_NOT_ALLOWED', message }],
    details: { reason },
  });
}
