import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '../../src/platform/config';
import { freePort } from '../../scripts/servers/free-port';
import { exchange, type RawResponse } from '../../scripts/requests/exchange';
import { startApp, type TestApp } from '../../scripts/servers/app';
import type { TestDatabase } from '../../scripts/databases/test-database';

/** What a provider is told: see oidc-provider.mjs. */
interface ProviderSettings {
  readonly people?: Readonly<Record<string, object>>;
  readonly login?: string | null;
  readonly idToken?: object | null;
  readonly isSilent?: boolean;
  readonly rotate?: true;
}

/** A token to sign. */
interface SignedToken {
  readonly claims: object;
  readonly header?: object;
  readonly isForeign?: boolean;
}

/** A provider in a process of its own. */
export interface TestProvider {
  readonly issuer: string;
  tell(settings: ProviderSettings): Promise<void>;
  /** A token with these claims, signed by the provider's key or a foreign one. */
  sign(token: SignedToken): Promise<string>;
  close(): Promise<void>;
}

/** Starts a provider whose client returns to these servers. */
export async function startProvider(...servers: readonly string[]): Promise<TestProvider> {
  const port = await freePort();
  const returns = servers.map((url) => `${url}/v1/oidc/callback`);
  const script = join(__dirname, 'oidc-provider.mjs');
  const child = fork(script, [String(port), ...returns], { stdio: 'inherit', execArgv: [] });
  await once(child, 'message');
  const send = async (message: object): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    const [answer]: unknown[] = await answered;
    return answer;
  };
  return {
    issuer: `http://127.0.0.1:${port}`,
    tell: async (settings) => void (await send(settings)),
    sign: async (token) => String(await send({ sign: token })),
    async close() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** The settings of OpenID Connect for a provider. */
export function oidcOf(
  issuer: string,
  more: Partial<NonNullable<Config['oidc']>> = {},
): NonNullable<Config['oidc']> {
  return {
    issuer,
    clientId: 'callboard',
    clientSecret: 'a secret of the test: +/=%',
    name: 'Test provider',
    workspaceId: undefined,
    allowedDomains: [],
    groupsClaim: 'groups',
    groups: new Map(),
    ...more,
  };
}

/** A server in development at the address that it knows, without a local owner. */
export async function startAppAt(
  database: TestDatabase,
  port: number,
  overrides: Partial<Config>,
): Promise<TestApp> {
  return startApp(database, {
    environment: 'development',
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    ...overrides,
  });
}

/** A browser with its cookies by host and name. */
export class Browser {
  private readonly jar = new Map<string, Map<string, string>>();

  constructor(private readonly app: TestApp) {}

  /** The value of a cookie of the server. */
  cookie(name: string): string | undefined {
    return this.jar.get(this.app.host)?.get(name);
  }

  setCookie(name: string, value: string): void {
    this.cookiesOf(this.app.host).set(name, value);
  }

  /** Sends the form that begins a flow, and returns the address of the provider. */
  async begin(form: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await this.start(form);
    const [, url = ''] = /content="0; url=([^"]*)"/.exec(response.text) ?? [];
    if (response.status !== 200 || url === '') throw new Error(response.text);
    return url.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  }

  start(form: Readonly<Record<string, string>> = {}): Promise<RawResponse> {
    return this.send('POST', '/v1/oidc/start', new URLSearchParams(form).toString());
  }

  /** Follows the provider's redirects, up to the one that leads back, whose path it returns. */
  async visit(address: string): Promise<string> {
    let url = new URL(address);
    for (let steps = 0; steps < 10; steps += 1) {
      if (url.host === this.app.host) return `${url.pathname}${url.search}`;
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { Cookie: this.header(url.host) },
      });
      this.store(url.host, response.headers.getSetCookie());
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${response.status} ${await response.text()}`);
      url = new URL(next, url);
    }
    throw new Error('The provider redirects without an end.');
  }

  /** Signs out at the provider, which tells its clients. */
  async signOutAt(issuer: string): Promise<void> {
    const end = `${issuer}/session/end`;
    const headers = { Cookie: this.header(new URL(end).host) };
    const page = await fetch(end, { headers });
    this.store(new URL(end).host, page.headers.getSetCookie());
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    const response = await fetch(`${end}/confirm`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: this.header(new URL(end).host) },
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
    this.store(new URL(end).host, response.headers.getSetCookie());
  }

  /** The whole flow; the response of the server at its end. */
  async signIn(form: Readonly<Record<string, string>> = {}): Promise<RawResponse> {
    return this.send('GET', await this.visit(await this.begin(form)));
  }

  /** Sends a request to the server as its own pages do. */
  async send(method: string, path: string, body?: string): Promise<RawResponse> {
    const isForm = body !== undefined && !body.startsWith('{');
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await exchange(this.app, method, path, {
      headers: {
        Cookie: this.header(this.app.host),
        ...(method === 'GET' ? {} : { 'Sec-Fetch-Site': 'same-origin' }),
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      body,
    });
    this.store(this.app.host, response.headers['set-cookie'] ?? []);
    return response;
  }

  private cookiesOf(host: string): Map<string, string> {
    const cookies = this.jar.get(host) ?? new Map<string, string>();
    this.jar.set(host, cookies);
    return cookies;
  }

  private header(host: string): string {
    return Array.from(this.cookiesOf(host), ([name, value]) => `${name}=${value}`).join('; ');
  }

  private store(host: string, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (value === '' || /max-age=0/i.test(line)) this.cookiesOf(host).delete(name);
      else this.cookiesOf(host).set(name, value);
    }
  }
}
