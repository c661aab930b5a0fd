import { createHash, randomBytes } from 'node:crypto';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import type { TestApp } from '../../scripts/servers/app';
import { exchange, type RawResponse } from '../../scripts/requests/exchange';

/** The public URL of the service in tests of OAuth. */
export const publicUrl = 'https://calls.example.com';

/** The redirect URI that clients of tests register; the port is free. */
export const redirectUri = 'http://localhost:4711/callback';

/** The part of a fetch that the libraries use. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends requests for the public URL to the service. */
export function fetchFrom(
  app: Pick<TestApp, 'host'>,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    const text = textOf(body);
    const sent = { headers: { ...headers, ...withLength(text) }, body: text };
    const response = await exchange(app, method, pathname + search, sent);
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return new Response(response.text === '' ? null : response.text, {
      status: response.status,
      headers: received,
    });
  };
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The libraries send forms and JSON.');
}

function withLength(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
}

/** Registers a client and returns its id and its secret, if it has one. */
export async function register(
  app: Pick<TestApp, 'host'>,
  metadata: object = {},
): Promise<{ readonly client_id: string; readonly client_secret?: string }> {
  const body = JSON.stringify({
    client_name: 'Test client',
    redirect_uris: ['http://localhost/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...metadata,
  });
  const headers = { 'content-type': 'application/json', ...withLength(body) };
  const { status, text } = await exchange(app, 'POST', '/oauth/register', { headers, body });
  if (status !== 201) throw new Error(`The registration failed: ${text}`);
  return JSON.parse(text);
}

/** A browser of a person with a session, or of nobody. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly app: TestApp,
    session?: string,
    private readonly origin = publicUrl,
  ) {
    const kind = this.origin.startsWith('https:') ? 'secure' : 'plain';
    if (session !== undefined) this.cookies.set(sessionCookieNames[kind], session);
  }

  /** Opens a page. */
  async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawResponse> {
    return this.send('GET', url, undefined, headers);
  }

  /** Sends a form of a page of `origin`. */
  async submit(
    url: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    origin: string | undefined = this.origin,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawResponse> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of typeof value === 'string' ? [value] : value) form.append(name, each);
    }
    return this.send('POST', url, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin !== undefined && { origin }),
      ...headers,
    });
  }

  private async send(
    method: string,
    url: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawResponse> {
    const { pathname, search } = new URL(url, this.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await exchange(this.app, method, pathname + search, {
      headers: { ...headers, ...withLength(body), ...(cookie !== '' && { cookie }) },
      body,
    });
    for (const set of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }
}

/** The ticket of a page of consent. */
export function ticketIn({ text }: RawResponse): string {
  const [, ticket] = /name="ticket"\s+value="([^"]+)"/.exec(text) ?? [];
  if (ticket === undefined) throw new Error(`The page has no ticket: ${text}`);
  return ticket;
}

/** The URL that a response redirects to. */
export function redirected({ status, headers }: RawResponse): URL {
  if (status !== 303 || headers.location === undefined) {
    throw new Error(`This is no redirect: ${status}`);
  }
  return new URL(headers.location);
}

/** The URL that the page after a decision goes on to by itself, to which its link leads too. */
export function leadsTo({ status, headers, text }: RawResponse): URL {
  const [, refresh] = /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(text) ?? [];
  const [, link] = /<a class="button main" href="([^"]*)"/.exec(text) ?? [];
  if (status !== 200 || headers.location !== undefined || refresh === undefined) {
    throw new Error(`This page does not go on: ${status} ${text}`);
  }
  if (link !== refresh) throw new Error(`The link leads elsewhere: ${link}`);
  return new URL(unescaped(refresh));
}

/** The URL that the link of the page of a failed request leads to. The page does not go on. */
export function offeredBy({ status, headers, text }: RawResponse): URL {
  const [, link] = /<a class="button main" href="([^"]*)"/.exec(text) ?? [];
  if (status !== 400 || headers.location !== undefined || link === undefined) {
    throw new Error(`This page offers no way back: ${status} ${text}`);
  }
  if (/http-equiv/i.test(text) || headers['refresh'] !== undefined) {
    throw new Error('The page goes on by itself.');
  }
  return new URL(unescaped(link));
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** A verifier, and the URL of an authorization request with its challenge. */
export function authorizationRequest(
  clientId: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): { readonly url: string; readonly verifier: string; readonly state: string } {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    scope: 'read write offline_access',
    resource: `${publicUrl}/mcp`,
    ...changes,
  };
  const url = new URL('/oauth/authorize', publicUrl);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return { url: url.href, verifier, state };
}

/** Lets a client in, and returns the redirect to it with its verifier. */
export async function consent(
  browser: Browser,
  clientId: string,
  agentId: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly redirect: URL; readonly verifier: string; readonly state: string }> {
  const { url, verifier, state } = authorizationRequest(clientId, changes);
  const page = await browser.open(url);
  const decided = await browser.submit('/oauth/authorize', {
    step: 'consent',
    ticket: ticketIn(page),
    decision: 'allow',
    agent_id: agentId,
    scope: ['read', 'write'],
  });
  return { redirect: leadsTo(decided), verifier, state };
}

/** A response of the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  readonly error?: string;
}

/** Sends a form to an endpoint of clients. */
export async function post(
  app: Pick<TestApp, 'host'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenResponse> {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { headers: { ...type, ...withLength(body), ...headers }, body };
  const { status, text } = await exchange(app, 'POST', path, sent);
  return { ...(text === '' ? {} : JSON.parse(text)), status };
}

/** Redeems the code of a redirect. */
export function redeem(
  app: Pick<TestApp, 'host'>,
  clientId: string,
  { redirect, verifier }: { readonly redirect: URL; readonly verifier: string },
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenResponse> {
  return post(app, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: redirect.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
}

/** Refreshes. */
export function refresh(
  app: Pick<TestApp, 'host'>,
  clientId: string,
  token: string | undefined,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenResponse> {
  return post(app, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token ?? '',
    ...changes,
  });
}
