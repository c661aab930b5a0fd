/**
 * Requests of the server to URLs that callers chose, such as receivers of webhooks. Prevents
 * server-side request forgery: https only, no redirects, no proxies, and only addresses that are
 * public or that the configuration allows, judged at each connection.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Environment } from '../config';
import { problem, type Problem } from '../problems';
import type { Tracing } from '../tracing/tracing';
import {
  type BoundedResolve,
  createSystemResolver,
  type Resolve,
  type ResolvedAddress,
} from './resolver';
import {
  createAllowList,
  isPublic,
  isUrlFault,
  judgeUrl,
  type Target,
  type UrlFault,
} from './target';

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
  /** The traces of this process; undefined if it has none. */
  readonly tracing?: Pick<Tracing, 'requestSent'> | undefined;
}

/** Creates the functions that send requests. Opens nothing. */
export function createOutgoing({ environment, allow, resolve, tracing }: OutgoingParts): Outgoing {
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
    const span = tracing?.requestSent(receiverOf(target, message), limits.cause);
    const headers = { ...message.headers, ...span?.headers };
    const result = await exchange(target, { ...message, headers }, limits, boundedResolve);
    span?.end(result);
    return result;
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

function receiverOf({ url, host }: Target, { method }: OutgoingMessage) {
  const usual = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? usual : Number(url.port);
  return { method, scheme: url.protocol.slice(0, -1), host, port };
}

function urlProblem({ reason, message }: UrlFault, path: string): Problem {
  return problem('URL_NOT_ALLOWED', `${path}: ${message}`, {
    issues: [{ path, code: 'URL_NOT_ALLOWED', message }],
    details: { reason },
  });
}

/** The limits of a request. */
export interface OutgoingLimits {
  /** Milliseconds until the connection must be open, with its name lookup and its TLS handshake. */
  readonly connectMs: number;
  /** Milliseconds from the call until the end of the response. */
  readonly responseMs: number;
  /** The bytes of the response body to read. */
  readonly maxResponseBytes: number;
  /**
   * The status and the headers decide. If the body stalls or is cut, the result is the response
   * with what has arrived of it, and `truncated`.
   */
  readonly isBodyOptional?: boolean;
  /** The workspace that sends the request: lookups of names are shared among workspaces. */
  readonly owner?: string;
  /** The request of a client that this one is sent for: its span is the parent. */
  readonly cause?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A response. Its text has no NUL characters, because Postgres stores none. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as UTF-8, at most `maxResponseBytes` bytes of it. */
  readonly text: string;
  /** Whether the body was longer, or did not arrive whole. */
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly error?: undefined;
}

/** A request without a usable response. Never contains an address. */
export interface OutgoingFailure {
  readonly error: OutgoingError;
  readonly durationMs: number;
}

/** The response of a request, or why there is none. */
export type OutgoingResult = OutgoingResponse | OutgoingFailure;

// One reason for all, because an error costs its stack trace, and nobody sees it.
const ended = new Error('The exchange has ended.');

/** Sends one request and reads its response, within the limits. Follows no redirect. */
async function exchange(
  target: Target,
  message: OutgoingMessage,
  limits: OutgoingLimits,
  resolve: BoundedResolve,
): Promise<OutgoingResult> {
  const started = performance.now();
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const { signal, isBodyOptional = false } = limits;
  let arriving: ArrivingAnswer | undefined;
  const interruption = new Promise<Outcome>((interrupt) => {
    const stop = (error: OutgoingError) => (): void => interrupt(arriving?.soFar() ?? { error });
    const connect = setTimeout(stop('timeout'), limits.connectMs);
    timers.push(connect, setTimeout(stop('timeout'), limits.responseMs));
    if (signal?.aborted === true) interrupt({ error: 'aborted' });
    signal?.addEventListener('abort', stop('aborted'), { once: true, signal: ending.signal });
  });
  const onConnected = (): void => clearTimeout(timers[0]);
  try {
    const exchanged = connectAndSend(target, message, {
      resolve,
      owner: limits.owner,
      maxResponseBytes: limits.maxResponseBytes,
      ending: ending.signal,
      onConnected,
      onAnswer: isBodyOptional ? (answer) => (arriving = answer) : undefined,
    });
    const outcome = await Promise.race([interruption, exchanged]);
    return { ...outcome, durationMs: Math.round(performance.now() - started) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // Destroys the socket, whatever the receiver still sends.
    ending.abort(ended);
  }
}

/**
 * Why there is no response: `dns`: the host name has no address; `address_not_allowed`: the URL or
 * an address of its host is refused, and nothing was sent; `connection`: no connection, or it ended
 * early; `tls`: the TLS handshake failed; `protocol`: the response is not valid HTTP; `redirect`: a
 * status from 300 to 399; `timeout`; `aborted`: by the signal.
 */
type OutgoingError =
  | 'dns'
  | 'address_not_allowed'
  | 'connection'
  | 'tls'
  | 'protocol'
  | 'redirect'
  | 'timeout'
  | 'aborted';

/** A request to send. */
interface OutgoingMessage {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The response of a request, or why there is none. */
type Outcome = Answer | { readonly error: OutgoingError };

/** What a connection needs besides its request. */
interface Course {
  readonly resolve: BoundedResolve;
  /** The workspace that sends the request, if one does. */
  readonly owner: string | undefined;
  readonly maxResponseBytes: number;
  /** Aborted when the result is no longer wanted: the connection is destroyed. */
  readonly ending: AbortSignal;
  /** Called when the connection is open, with TLS if the URL has https. */
  readonly onConnected: () => void;
  /**
   * Called when the status and the headers of a response have arrived, unless it redirects. Then
   * the response counts, whatever becomes of its body. Without it, a cut body is a failure.
   */
  readonly onAnswer?: ((answer: ArrivingAnswer) => void) | undefined;
}

/** Resolves and judges the host, connects to one of its addresses and sends the request. */
async function connectAndSend(
  target: Target,
  message: OutgoingMessage,
  course: Course,
): Promise<Outcome> {
  const addresses = await addressesOf(target, course);
  if (addresses.length === 0) return { error: 'dns' };
  // One refused address among several refuses all: which one a connection uses depends on timing.
  if (!addresses.every(({ address }) => target.accepts(address))) {
    return { error: 'address_not_allowed' };
  }
  const isSecure = target.url.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const options = await requestOptions(target, message, addresses);
  if (course.ending.aborted) return { error: 'aborted' };
  return new Promise<Outcome>((resolve) => {
    let phase: Phase = 'connecting';
    const enter = (next: Phase) => (): void => {
      phase = next;
      if (next === 'open') course.onConnected();
    };
    const sent = request(options);
    // Not the option `signal`, which makes an error for each request that ends well too.
    course.ending.addEventListener('abort', () => void sent.destroy(), { once: true });
    sent.once('socket', (socket) => {
      socket.once('connect', enter(isSecure ? 'handshake' : 'open'));
      if (isSecure) socket.once('secureConnect', enter('open'));
    });
    sent.once('response', (response) => {
      phase = 'responding';
      const answer = readAnswer(response, course.maxResponseBytes);
      if ('error' in answer) return resolve(answer);
      course.onAnswer?.(answer);
      answer.whole.then(resolve, () =>
        resolve(course.onAnswer === undefined ? { error: 'connection' } : answer.soFar()),
      );
    });
    // Not `once`, because a destroyed request may emit another error.
    sent.on('error', (error) => {
      // The body ends with an error too.
      if (phase === 'responding' && course.onAnswer !== undefined) return;
      resolve({ error: errorCode(error, phase) });
    });
    sent.once('close', () => {
      if (phase !== 'responding') resolve({ error: 'connection' });
    });
    sent.end(message.body);
  });
}

type Phase = 'connecting' | 'handshake' | 'open' | 'responding';

async function addressesOf(
  { host }: Target,
  { resolve, ending, owner }: Course,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return resolve(host, ending, owner).catch(() => []);
}

function errorCode(error: NodeJS.ErrnoException, phase: Phase): OutgoingError {
  const code = error.code ?? '';
  // The library's refusal of an address has no code.
  if (phase === 'connecting') return code === '' ? 'address_not_allowed' : 'connection';
  if (phase === 'handshake') return 'tls';
  return code.startsWith('HPE_') ? 'protocol' : 'connection';
}

/**
 * The options of a request that connects to one of these addresses. The agent is for this request
 * alone, so no connection that was opened for one host serves another. It judges the addresses
 * once more, independently, except for those that the configuration allows.
 */
async function requestOptions(
  { url, host }: Target,
  { method, headers }: OutgoingMessage,
  addresses: readonly ResolvedAddress[],
): Promise<RequestOptions> {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } =
    await import('request-filtering-agent');
  const Agent = url.protocol === 'https:' ? RequestFilteringHttpsAgent : RequestFilteringHttpAgent;
  const allowed = addresses.map(({ address }) => address).filter((one) => !isPublic(one));
  return {
    agent: new Agent({ keepAlive: false, allowIPAddressList: allowed }),
    lookup: lookupIn(addresses),
    protocol: url.protocol,
    hostname: host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'User-Agent': 'Callboard', ...headers },
  };
}

/** A lookup that returns these addresses, so that the connection goes to what was judged. */
function lookupIn(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The parts of a response that callers get. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly truncated: boolean;
}

/** A response whose body arrives. */
interface ArrivingAnswer {
  /** What has arrived so far. */
  soFar(): Answer;
  /** Resolves at the end of the body or after the limit, and rejects if the body is cut. */
  readonly whole: Promise<Answer>;
}

/**
 * Reads a response up to `limit` bytes of its body. The caller destroys the connection. Redirects
 * are failures, and their body is not read.
 */
function readAnswer(
  response: IncomingMessage,
  limit: number,
): ArrivingAnswer | { readonly error: 'redirect' } {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) return { error: 'redirect' };
  const chunks: Buffer[] = [];
  let length = 0;
  const answer = (truncated: boolean): Answer => ({
    status,
    headers,
    text: decode(Buffer.concat(chunks), limit),
    truncated,
  });
  const readWhole = async (): Promise<Answer> => {
    for await (const chunk of response) {
      const bytes: Buffer = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, Math.max(0, limit - length)));
      length += bytes.length;
      if (length > limit) break;
    }
    return answer(length > limit);
  };
  return { soFar: () => answer(true), whole: readWhole() };
}

/** Decodes UTF-8 into a text of at most `limit` bytes without NUL. */
function decode(bytes: Buffer, limit: number): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
  // Each invalid byte becomes a replacement character of three bytes.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
