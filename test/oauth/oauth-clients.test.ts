import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIP, Socket, type Server as RawServer } from 'node:net';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  documentHost,
  isDocumentUrl,
  createMetadataDocuments,
  type DocumentParts,
} from '../../src/features/oauth/clients/find-client';
import { createOutgoing, type Outgoing } from '../../src/platform/outgoing';
import { selfSigned } from '../support/certificate';
import {
  brokenAddresses,
  forbiddenAddresses,
  forbiddenForms,
  notations,
} from '../support/forbidden-urls';
import {
  checkRedirectUri,
  matchesRedirectUri,
  isLocalOnly,
  redirectPlace,
  parseRegistration,
} from '../../src/features/oauth/clients/registration-rules';
import {
  renderConsentPage,
  type ConsentPage,
  type ShownAgent,
  renderConnectedPage,
  renderContinuePage,
  renderErrorPage,
} from '../../src/features/oauth/pages/consent-pages';
import { renderSignInPage } from '../../src/features/oauth/pages/sign-in-page';
import { withParameters } from '../../src/features/oauth/oauth-server';
import { type Html, html, pageHeaders } from '../../src/shared/pages';

const url = 'https://client.example/oauth/client.json';

const valid = {
  client_id: url,
  client_name: 'Some client',
  redirect_uris: ['http://localhost/callback', 'javascript:alert(1)'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
  logo_uri: 'https://client.example/logo.png',
};

const metadata = {
  clientName: 'Some client',
  redirectUris: ['http://localhost/callback'],
  authMethod: 'none',
  grantTypes: ['authorization_code', 'refresh_token'],
  responseTypes: ['code'],
  scopes: ['read', 'write'],
};

const uncounted = () => Promise.resolve();

const fault = (reason: RegExp) => ({ fault: expect.stringMatching(reason) });

const resolvesTo = (addresses: readonly string[]) => async () =>
  addresses.map((address) => ({ address, family: isIP(address) }));

async function listen(server: RawServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

describe('a client id', () => {
  test.each([
    'https://claude.ai/oauth/claude-code-client-metadata',
    'https://client.example/a?b=c',
    'https://xn--bcher-kva.example/a/',
  ])('%s is fetched', async (clientId) => {
    const asked: string[] = [];
    const get: Outgoing['get'] = async (address) => {
      asked.push(address);
      return { error: 'dns', durationMs: 0 };
    };
    const documents = createMetadataDocuments({ outgoing: { get } });
    expect(isDocumentUrl(clientId)).toBe(true);
    expect(await documents.fetchClientMetadata(clientId, uncounted)).toEqual(fault(/dns/));
    expect(asked).toEqual([clientId]);
  });

  test.each([
    ['', /not a URL/],
    ['client.example/a', /not a URL/],
    [`https://client.example/${'a'.repeat(2000)}`, /not a URL/],
    ['http://client.example/a', /https/],
    ['cursor://client.example/a', /https/],
    ['https://someone@client.example/a', /user name/],
    ['https://:secret@client.example/a', /user name/],
    ['https://@client.example/a', /must be written/],
    ['https://client.example/a#b', /fragment/],
    ['https://client.example/a#', /fragment/],
    ['https://client.example/a/../b', /written as https:\/\/client.example\/b/],
    ['https://client.example/./b', /must be written/],
    ['https://client.example/a/%2e%2E/b', /must be written/],
    ['https://client.example/a/..', /must be written/],
    ['https://client.example\\a', /must be written/],
    [' https://client.example/a', /must be written/],
    ['https://client.example/a\t', /must be written/],
    ['https://CLIENT.example/a', /must be written/],
    ['HTTPS://client.example/a', /must be written/],
    ['https:client.example/a', /must be written/],
    ['https://bücher.example/a', /must be written/],
    ['https://client.example:443/a', /must be written/],
    ['https://client.example:8443/a', /default port/],
    ['https://client.example', /must be written/],
    ['https://client.example/', /path/],
    ['https://client.example/?a', /path/],
    ['https://8.8.8.8/a', /not an address/],
    ['https://8.8.8.8./a', /must be written|not an address/],
    ['https://[2606:4700::1111]/a', /not an address/],
  ])('%p is not fetched', async (clientId, reason) => {
    const get = jest.fn();
    const documents = createMetadataDocuments({ outgoing: { get } });
    const counted = jest.fn(uncounted);
    expect(await documents.fetchClientMetadata(clientId, counted)).toEqual(fault(reason));
    expect(get).not.toHaveBeenCalled();
    expect(counted).not.toHaveBeenCalled();
  });

  test('of a registration is no URL', () => {
    expect(isDocumentUrl('ocl_01JZ0000000000000000000001')).toBe(false);
    expect(documentHost(url)).toBe('client.example');
  });
});

describe('the guard of outgoing requests', () => {
  let connect: jest.SpyInstance;
  beforeEach(() => {
    connect = jest.spyOn(Socket.prototype, 'connect');
  });
  afterEach(() => {
    const { calls } = connect.mock;
    connect.mockRestore();
    if (calls.length > 0) throw new Error('It opened a connection.');
  });

  const guarded = (addresses: readonly string[]) => {
    const outgoing = createOutgoing({
      environment: 'production',
      allow: [],
      resolve: resolvesTo(addresses),
    });
    return createMetadataDocuments({ outgoing });
  };
  const inUrl = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);

  test.each([...forbiddenAddresses.map(inUrl), ...notations])('refuses %s', async (host) => {
    const documents = guarded(['8.8.8.8']);
    const result = await documents.fetchClientMetadata(`https://${host}/a`, uncounted);
    expect(result).toEqual(fault(/./));
  });

  test.each([...forbiddenAddresses, ...brokenAddresses])(
    'refuses %s of a name',
    async (address) => {
      for (const addresses of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
        const result = await guarded(addresses).fetchClientMetadata(url, uncounted);
        expect(result).toEqual(fault(/address_not_allowed/));
      }
    },
  );

  test.each(forbiddenForms)('refuses %s (%s)', async (form) => {
    const result = await guarded(['8.8.8.8']).fetchClientMetadata(form, uncounted);
    expect(result).toEqual(fault(/./));
  });

  test('permits no private address by default', async () => {
    const documents = createMetadataDocuments();
    for (const host of ['localhost', 'some.localhost']) {
      const result = await documents.fetchClientMetadata(`https://${host}/a`, uncounted);
      expect(result).toEqual(fault(/address_not_allowed/));
    }
  });
});

describe('fetchClientMetadata', () => {
  let receiver: Server;
  let port: number;
  let received: IncomingMessage[];
  let respond: (response: ServerResponse) => void;
  let now: number;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push(request);
      respond(response);
    });
    port = await listen(receiver);
  });
  beforeEach(() => {
    received = [];
    respond = sends(valid);
    now = Date.parse('2026-01-01T00:00:00Z');
  });
  afterEach(() => receiver.closeAllConnections());
  afterAll(() => receiver.close());

  const outgoing = createOutgoing({
    environment: 'production',
    allow: ['127.0.0.1/32'],
    resolve: resolvesTo(['127.0.0.1']),
  });
  /** Documents from the receiver, which listens on another port and without TLS. */
  const documents = (parts: Partial<DocumentParts> = {}) =>
    createMetadataDocuments({
      outgoing: {
        get: (address, request) =>
          outgoing.get(address.replace(/^https:\/\/([^/]+)/, `http://$1:${port}`), request),
      },
      now: () => now,
      ...parts,
    });
  const fetchOne = () => documents().fetchClientMetadata(url, uncounted);
  const sends =
    (document: unknown, headers: Record<string, string> = {}, status = 200) =>
    (response: ServerResponse): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof document === 'string' ? document : JSON.stringify(document));
    };

  test('reads the document, without its logo and redirect URIs that are not allowed', async () => {
    expect(await fetchOne()).toEqual(metadata);
    expect(received.map((request) => request.url)).toEqual(['/oauth/client.json']);
    const [{ method, headers } = { method: '', headers: {} }] = received;
    expect(method).toBe('GET');
    expect(headers).toMatchObject({
      host: `client.example:${port}`,
      accept: 'application/json',
      'user-agent': 'Callboard',
    });
    expect(Object.keys(headers)).not.toContain('cookie');
  });

  test.each([
    'application/json; charset=utf-8',
    'application/client-metadata+json',
    'APPLICATION/JSON',
  ])('accepts the type %s', async (type) => {
    respond = sends(valid, { 'Content-Type': type });
    expect(await fetchOne()).toEqual(metadata);
  });

  test('takes a client without an authentication method for a public one', async () => {
    respond = sends({ client_id: url, client_name: 'Zed', redirect_uris: ['zed://cb'] });
    expect(await fetchOne()).toMatchObject({ authMethod: 'none', clientName: 'Zed' });
  });

  test('serves a client that prefers another method but offers none', async () => {
    const chatGpt = {
      client_id: url,
      client_name: 'ChatGPT',
      redirect_uris: ['https://client.example/connector'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://client.example/jwks.json',
    };
    respond = sends(chatGpt);
    expect(await fetchOne()).toMatchObject({ authMethod: 'none', clientName: 'ChatGPT' });
    respond = sends({ ...chatGpt, token_endpoint_auth_methods_supported: ['private_key_jwt'] });
    expect(await fetchOne()).toEqual(fault(/auth_method/));
  });

  test.each(['text/html', 'text/plain', 'application/jsonp', 'application/json5', ''])(
    'refuses the type %p',
    async (type) => {
      respond = sends(valid, { 'Content-Type': type });
      expect(await fetchOne()).toEqual(fault(/content type/));
    },
  );

  test.each([201, 204, 206, 400, 404, 500])('refuses the status %i', async (status) => {
    respond = sends(valid, {}, status);
    expect(await fetchOne()).toEqual(fault(new RegExp(`status ${status}`)));
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect with %i', async (status) => {
    respond = sends('', { Location: url }, status);
    expect(await fetchOne()).toEqual(fault(/redirect/));
    expect(received).toHaveLength(1);
  });

  test('reads 5 KiB, and refuses more', async () => {
    const padded = (length: number): string => {
      const text = JSON.stringify({ ...valid, padding: '' });
      return text.replace('"padding":""', `"padding":"${'x'.repeat(length - text.length)}"`);
    };
    respond = sends(padded(5120));
    expect(await fetchOne()).toEqual(metadata);
    respond = sends(padded(5121));
    expect(await fetchOne()).toEqual(fault(/too long/));
    respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const fill = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', fill);
      fill();
    };
    expect(await fetchOne()).toEqual(fault(/too long/));
  });

  test('waits 3 seconds, and no longer, for hosts that send nothing or byte by byte', async () => {
    const started = Date.now();
    respond = () => undefined;
    const silent = fetchOne();
    await once(receiver, 'request');
    respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    };
    const slow = fetchOne();
    expect(await Promise.all([silent, slow])).toEqual([fault(/timeout/), fault(/timeout/)]);
    expect(Date.now() - started).toBeGreaterThan(2900);
  });

  const broken: readonly (readonly [name: string, document: unknown, reason: RegExp])[] = [
    ['not JSON', '{', /JSON object/],
    ['empty', '', /JSON object/],
    ['a list', [valid], /JSON object/],
    ['null', null, /JSON object/],
    ['without client_id', { ...valid, client_id: undefined }, /client_id/],
    ['with another client_id', { ...valid, client_id: `${url}/` }, /client_id/],
    ['with the client_id of another host', { ...valid, client_id: 'https://a.b/c' }, /client_id/],
    ['with a secret', { ...valid, client_secret: 'secret' }, /secret/],
    ['with the expiry of a secret', { ...valid, client_secret_expires_at: 0 }, /secret/],
    ...['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'tls_client_auth'].map(
      (method) =>
        [
          `with ${method}`,
          { ...valid, token_endpoint_auth_method: method },
          /auth_method/,
        ] as const,
    ),
    ['without a redirect URI', { ...valid, redirect_uris: [] }, /redirect_uris/],
    ['with a bad redirect URI', { ...valid, redirect_uris: ['data:,x'] }, /scheme data/],
    ['with a bad name', { ...valid, client_name: 7 }, /client_name/],
    ['without a name', { ...valid, client_name: undefined }, /no client_name/],
    ['with an empty name', { ...valid, client_name: ' ' }, /no client_name/],
    ['without the grant', { ...valid, grant_types: ['client_credentials'] }, /grant_types/],
  ];
  test.each(broken)('refuses a document that is %s', async (_name, document, reason) => {
    respond = sends(document);
    expect(await fetchOne()).toEqual(fault(reason));
  });

  test('demands a certificate that is trusted', async () => {
    const secure = createSecureServer(selfSigned('client.example'), () => undefined);
    secure.on('tlsClientError', () => undefined);
    const securePort = await listen(secure);
    const get: Outgoing['get'] = (address, request) =>
      outgoing.get(address.replace('client.example', `client.example:${securePort}`), request);
    const strict = createMetadataDocuments({ outgoing: { get } });
    expect(await strict.fetchClientMetadata(url, uncounted)).toEqual(fault(/tls/));
    secure.close();
  });

  describe('the cache', () => {
    const seconds = 1000;
    const minutes = 60 * seconds;
    const hours = 60 * minutes;

    /** The time after which the receiver is asked again. */
    async function cachedFor(control: string | undefined): Promise<number | undefined> {
      respond = sends(valid, control === undefined ? {} : { 'Cache-Control': control });
      const { fetchClientMetadata } = documents();
      const start = now;
      await fetchClientMetadata(url, uncounted);
      const before = received.length;
      for (const time of [5 * minutes, 10 * minutes, 1 * hours, 24 * hours]) {
        now = start + time - 1;
        await fetchClientMetadata(url, uncounted);
        if (received.length > before) return undefined;
        now = start + time;
        await fetchClientMetadata(url, uncounted);
        if (received.length > before) return time;
      }
      return undefined;
    }

    test.each([
      [undefined, 5 * minutes],
      ['no-store', 5 * minutes],
      ['no-cache, max-age=600', 5 * minutes],
      ['max-age=0', 5 * minutes],
      ['max-age=-1', 5 * minutes],
      ['max-age=soon', 5 * minutes],
      ['x-max-age=600', 5 * minutes],
      ['max-age=299', 5 * minutes],
      ['max-age=600', 10 * minutes],
      ['public, MAX-AGE="600", immutable', 10 * minutes],
      ['max-age=600,s-maxage=3600', 1 * hours],
      ['max-age=31536000', 24 * hours],
      ['max-age=99999999999999', 24 * hours],
    ])('holds a document with %p for %i ms', async (control, time) => {
      expect(await cachedFor(control)).toBe(time);
    });

    test('holds no failure', async () => {
      for (const failing of [
        sends(valid, { 'Cache-Control': 'max-age=3600' }, 500),
        sends({ ...valid, client_id: 'other' }, { 'Cache-Control': 'max-age=3600' }),
        sends({ ...valid, client_name: undefined }, { 'Cache-Control': 'max-age=3600' }),
        (response: ServerResponse) => void response.destroy(),
      ]) {
        received = [];
        respond = failing;
        const { fetchClientMetadata } = documents();
        const counted = jest.fn(uncounted);
        expect(await fetchClientMetadata(url, counted)).toEqual(fault(/./));
        expect(await fetchClientMetadata(url, counted)).toEqual(fault(/./));
        expect(received).toHaveLength(2);
        respond = sends(valid);
        expect(await fetchClientMetadata(url, counted)).toEqual(metadata);
        expect(counted).toHaveBeenCalledTimes(3);
      }
    });

    test('is bounded', async () => {
      respond = (response) =>
        sends({ ...valid, client_id: `https://client.example${path()}` })(response);
      const path = () => received.at(-1)?.url ?? '';
      const { fetchClientMetadata } = documents({ maxEntries: 2 });
      const ids = ['/a', '/b', '/c'].map((one) => `https://client.example${one}`);
      for (const id of [...ids, ...ids.slice(1), ...ids.slice(0, 1)]) {
        expect(await fetchClientMetadata(id, uncounted)).toEqual(metadata);
      }
      expect(received.map((request) => request.url)).toEqual(['/a', '/b', '/c', '/a']);
    });

    test('shares a fetch that runs', async () => {
      const { fetchClientMetadata } = documents();
      const counted = jest.fn(uncounted);
      const all = Array.from({ length: 5 }, () => fetchClientMetadata(url, counted));
      for (const result of await Promise.all(all)) expect(result).toEqual(metadata);
      expect(received).toHaveLength(1);
      counted.mockClear();
      expect(await fetchClientMetadata(url, counted)).toEqual(metadata);
      expect(counted).not.toHaveBeenCalled();
    });

    test('sends nothing when the count refuses, and serves others', async () => {
      const { fetchClientMetadata } = documents();
      const refused = fetchClientMetadata(url, () => Promise.reject(new Error('Too many.')));
      await expect(refused).rejects.toThrow('Too many.');
      expect(received).toEqual([]);
      expect(await fetchClientMetadata(url, uncounted)).toEqual(metadata);
    });
  });
});

const allowed = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect',
  'https://vscode.dev/redirect',
  'https://client.example:8443/callback?kind=mcp',
  'https://xn--bcher-kva.example/cb',
  'https://client.example',
  'HTTPS://client.example/cb',
  'https://localhost/cb',
  'http://localhost/callback',
  'http://localhost:33418/callback',
  'http://127.0.0.1',
  'http://127.0.0.1:1/',
  'http://[::1]:65535/cb?x=1',
  'http://LOCALHOST:3000/cb',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'vscode-insiders://callback',
  'windsurf://callback',
  'zed://callback',
  'com.example.app:/callback',
  'com.example.app://callback?x=1',
];

const refused: readonly (readonly [uri: unknown, reason: RegExp])[] = [
  // Other types and other texts.
  [undefined, /string/],
  [7, /string/],
  [['https://client.example/'], /string/],
  ['', /absolute/],
  ['/callback', /absolute/],
  ['//client.example/callback', /absolute/],
  ['client.example', /absolute/],
  ['https://', /absolute/],
  [`https://client.example/${'a'.repeat(2000)}`, /2000 characters/],
  // What a URL parser would drop, replace or supply.
  [' https://client.example/', /absolute/],
  ['https://client.example/\n', /absolute/],
  ['ht\ntps://client.example/', /absolute/],
  ['https:\\\\client.example/', /absolute/],
  ['https://client.example\\@evil.example/', /absolute/],
  ['https://bücher.example/', /absolute/],
  ['https://client.example/"><script>', /absolute/],
  ['https://client.example:99999/', /absolute/],
  ['https:client.example', /host name/],
  ['https:/client.example/', /host name/],
  ['https:///client.example/', /host name/],
  ['https://client%2eexample/', /host name/],
  ['https://client.example:/', /host name/],
  // Characters that would add something to a header.
  ['https://*/', /host name/],
  ['https://*.example/', /host name/],
  ["https://a;script-src'self'/", /host name/],
  ['https://a,b/', /host name/],
  ['https://[2606:4700::1111]/', /host name/],
  // Fragments and user info.
  ['https://client.example/#', /fragment/],
  ['http://localhost/cb#part', /fragment/],
  ['cursor://callback#part', /fragment/],
  ['https://someone@client.example/', /user name/],
  ['https://@client.example/', /user name/],
  ['https://:secret@client.example/', /user name/],
  ['http://localhost@evil.example/', /user name/],
  ['http://localhost:80@evil.example/', /user name/],
  ['cursor://someone@callback', /user name/],
  // Unencrypted.
  ['http://client.example/', /by http/],
  ['http://localhost.evil.example/', /by http/],
  ['http://some.localhost/', /by http/],
  ['http://localhost./', /by http/],
  ['http://127.0.0.2/', /by http/],
  ['http://127.1/', /by http/],
  ['http://2130706433/', /by http/],
  ['http://0.0.0.0/', /by http/],
  ['http://[::ffff:127.0.0.1]/', /by http/],
  ['http://[0:0:0:0:0:0:0:1]/', /by http/],
  ['http:localhost/', /by http/],
  ['http:///localhost/', /by http/],
  // Schemes.
  ...[
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://client.example/%0aalert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'blob:https://client.example/1',
    'vbscript:msgbox(1)',
    'intent://callback',
    'about:blank',
    'view-source:https://client.example/',
    'filesystem:https://client.example/',
    'ftp://client.example/',
    'ws://localhost/',
    'wss://client.example/',
    'mailto:someone@client.example',
    'tel:1',
    'ms-msdt:/id',
    'search-ms:query',
    'chrome://settings',
    'urn:ietf:wg:oauth:2.0:oob',
    'cursors://callback',
    'app:/callback',
  ].map((uri) => [uri, /must not use the scheme/] as const),
];

describe('checkRedirectUri', () => {
  test.each(allowed)('allows %s', (uri) => {
    expect(checkRedirectUri(uri)).toBeUndefined();
  });

  test.each(refused)('refuses %p', (uri, reason) => {
    expect(checkRedirectUri(uri)).toMatch(reason);
  });

  test('allows nothing that another parser reads as another place', () => {
    const pieces =
      'https http HTTP javascript cursor : / // \\ @ # ? ; localhost 127.0.0.1 [::1] a.example \t :80 %00 %2e * é';
    const piece = fc.constantFrom(' ', ...pieces.split(' '));
    const text = fc.array(piece, { maxLength: 8 }).map((list) => list.join(''));
    const property = fc.property(text, (uri) => {
      if (checkRedirectUri(uri) !== undefined) return;
      const { protocol, host, hash, username, password } = new URL(uri);
      expect([hash, username, password]).toEqual(['', '', '']);
      expect(protocol).toMatch(/^(https?:|cursor:|[^.]+\..*)$/);
      if (protocol === 'http:') expect(host).toMatch(/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/);
    });
    fc.assert(property, { numRuns: 20_000 });
  });
});

describe('matchesRedirectUri', () => {
  test.each([
    ['http://localhost/callback', 'http://localhost:51234/callback'],
    ['http://localhost:3000/callback', 'http://localhost/callback'],
    ['http://localhost:3000/callback', 'http://localhost:3001/callback'],
    ['http://LOCALHOST/callback', 'http://localhost:7/callback'],
    ['http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    ['http://127.0.0.1', 'http://127.0.0.1:33418'],
    ['http://[::1]/cb?x=1', 'http://[::1]:9/cb?x=1'],
    ['https://localhost/cb', 'https://localhost:8443/cb'],
    ['https://client.example/cb', 'https://client.example/cb'],
    ['cursor://anysphere.cursor-mcp/cb', 'cursor://anysphere.cursor-mcp/cb'],
  ])('%s permits %s', (registered, requested) => {
    expect(matchesRedirectUri(['https://other.example/', registered], requested)).toBe(true);
  });

  test.each([
    // The host.
    ['http://localhost/cb', 'http://127.0.0.1/cb'],
    ['http://localhost/cb', 'http://[::1]/cb'],
    ['http://127.0.0.1/cb', 'http://localhost/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]/cb'],
    ['http://[::1]/cb', 'http://127.0.0.1/cb'],
    ['http://localhost/cb', 'http://localhost.evil.example/cb'],
    ['http://localhost/cb', 'http://localhost:80@evil.example/cb'],
    ['http://localhost/cb', 'http://evil.example/cb'],
    // The scheme.
    ['http://localhost/cb', 'https://localhost/cb'],
    ['https://localhost/cb', 'http://localhost/cb'],
    // The path and the query.
    ['http://localhost/cb', 'http://localhost/cb/'],
    ['http://localhost/cb', 'http://localhost/CB'],
    ['http://localhost/cb', 'http://localhost/cb?x=1'],
    ['http://localhost/cb', 'http://localhost/x/../cb'],
    ['http://localhost/cb?x=1', 'http://localhost/cb?x=2'],
    ['http://localhost/cb?x=1', 'http://localhost/cb'],
    ['http://localhost/', 'http://localhost'],
    // The port, where it is not free.
    ['https://client.example/cb', 'https://client.example:443/cb'],
    ['https://client.example/cb', 'https://client.example:8443/cb'],
    ['https://client.example:8443/cb', 'https://client.example/cb'],
    ['cursor://localhost/cb', 'cursor://localhost:1/cb'],
    // Everything else of other URIs.
    ['https://client.example/cb', 'https://client.example/cb?x=1'],
    ['https://client.example/cb', 'https://CLIENT.example/cb'],
    ['https://client.example/cb', 'https://client.example/cb/../cb'],
    ['https://client.example/cb', 'https://sub.client.example/cb'],
    ['https://client.example/cb', 'https://client.example.evil.example/cb'],
    ['cursor://a/cb', 'cursor://b/cb'],
    // A port that is none, and a fragment.
    ['http://localhost/cb', 'http://localhost:99999/cb'],
    ['http://localhost/cb', 'http://localhost:1/cb#x'],
    ['http://localhost/cb', ''],
  ])('%s does not permit %s', (registered, requested) => {
    expect(matchesRedirectUri([registered], requested)).toBe(false);
  });

  test('permits nothing that may not be registered', () => {
    expect(matchesRedirectUri(['javascript:alert(1)'], 'javascript:alert(1)')).toBe(false);
    expect(matchesRedirectUri([], 'https://client.example/')).toBe(false);
  });
});

test.each([
  ['https://client.example/cb?x=1', 'client.example'],
  ['https://Client.example:8443/cb', 'client.example:8443'],
  ['http://localhost:33418/cb', 'this computer (localhost:33418)'],
  ['http://[::1]:9/', 'this computer ([::1]:9)'],
  ['cursor://anysphere.cursor-mcp/cb', 'an application on this device (cursor:)'],
  ['com.example.app:/cb', 'an application on this device (com.example.app:)'],
])('%s leads to %s', (uri, place) => {
  expect(redirectPlace(uri)).toBe(place);
});

test.each([
  [['http://localhost/cb'], true],
  [['http://127.0.0.1:80/', 'http://[::1]/', 'https://localhost/'], true],
  [['https://127.0.0.2/cb', 'https://localhost./cb', 'https://2130706433/cb'], true],
  [['http://localhost/cb', 'https://client.example/'], false],
  [['http://localhost/cb', 'cursor://callback'], false],
  [['https://localhost.client.example/'], false],
])('%p leads to this computer only: %p', (uris, isLocal) => {
  expect(isLocalOnly(uris)).toBe(isLocal);
});

describe('parseRegistration', () => {
  const uri = 'http://localhost/callback';
  const parse = (body: Record<string, unknown>) =>
    parseRegistration({ redirect_uris: [uri], ...body });
  const invalidMetadata = (description: RegExp) => ({
    error: 'invalid_client_metadata',
    error_description: expect.stringMatching(description),
  });
  const invalidUri = (description: RegExp) => ({
    error: 'invalid_redirect_uri',
    error_description: expect.stringMatching(description),
  });

  test('fills in the defaults of RFC 7591', () => {
    const defaults = {
      clientName: null,
      redirectUris: [uri],
      authMethod: 'client_secret_basic',
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
      scopes: ['read', 'write'],
    };
    expect(parse({})).toEqual(defaults);
    const nulls = {
      client_name: null,
      token_endpoint_auth_method: null,
      grant_types: null,
      response_types: null,
      scope: null,
    };
    expect(parse(nulls)).toEqual(defaults);
    expect(parseRegistration({ redirect_uris: [uri] }, 'none')).toMatchObject({
      authMethod: 'none',
    });
  });

  test('reads what real clients send, and ignores what it does not know', () => {
    const sent = {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code', 'id_token'],
      redirect_uris: [
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'read offline_access openid',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      logo_uri: 7,
      constructor: 1,
    };
    expect(parseRegistration(sent)).toEqual({
      clientName: 'Visual Studio Code',
      redirectUris: sent.redirect_uris,
      authMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      scopes: ['read'],
    });
  });

  test('drops redirect URIs that are not allowed, and repeated ones', () => {
    const uris = ['javascript:alert(1)', uri, 7, null, 'http://client.example/', uri, 'zed://cb'];
    expect(parse({ redirect_uris: uris })).toMatchObject({ redirectUris: [uri, 'zed://cb'] });
  });

  test('refuses a list without an allowed redirect URI, and one that is too long', () => {
    const uris = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://client.example/${index}`);
    for (const [value, reason] of [
      [undefined, /at least one/],
      [null, /at least one/],
      [uri, /at least one/],
      [{}, /at least one/],
      [[], /at least one/],
      [['javascript:alert(1)', 'http://a.example/'], /scheme javascript/],
      [[7], /string/],
      [uris(11), /at most 10/],
    ] as const) {
      expect(parse({ redirect_uris: value })).toEqual(invalidUri(reason));
    }
    expect(parse({ redirect_uris: uris(10) })).toMatchObject({ redirectUris: uris(10) });
  });

  test('refuses other metadata that it cannot serve', () => {
    for (const body of [undefined, null, 7, 'text', [], [{ redirect_uris: [uri] }]]) {
      expect(parseRegistration(body)).toEqual(invalidMetadata(/JSON object/));
    }
    for (const method of ['private_key_jwt', 'client_secret_jwt', 'tls_client_auth', '', 7, {}]) {
      expect(parse({ token_endpoint_auth_method: method })).toEqual(
        invalidMetadata(/one of none,/),
      );
    }
    for (const types of ['authorization_code', [], ['implicit'], ['refresh_token'], {}, 7]) {
      expect(parse({ grant_types: types })).toEqual(invalidMetadata(/authorization_code/));
    }
    for (const types of ['code', [], ['token'], {}, 7]) {
      expect(parse({ response_types: types })).toEqual(invalidMetadata(/code/));
    }
    for (const name of [7, {}, ['a'], true]) {
      expect(parse({ client_name: name })).toEqual(invalidMetadata(/string/));
    }
    expect(parse({ client_name: 'a'.repeat(101) })).toEqual(invalidMetadata(/100 characters/));
  });

  test.each([
    ['  Some \t\n client ', 'Some client'],
    ['Call\u202Eboard\u0000\u200B', 'Call board'],
    ['a\u2028b\uD800', 'a b\uFFFD'],
    ['😀'.repeat(100), '😀'.repeat(100)],
    [' \u200B ', null],
    ['', null],
  ])('reads the name %p as %p', (given, clientName) => {
    expect(parse({ client_name: given })).toMatchObject({ clientName });
  });

  test.each([
    ['read', ['read']],
    ['write read', ['read', 'write']],
    ['write  offline_access', ['write']],
    ['offline_access', ['read', 'write']],
    ['', ['read', 'write']],
    [7, ['read', 'write']],
  ])('reads the scope %p as %p', (scope, scopes) => {
    expect(parse({ scope })).toMatchObject({ scopes });
  });
});

const agent = (id: string, name: string): ShownAgent => ({
  id,
  name,
  accessMode: 'worker',
  canReview: false,
  requiresProposals: false,
  isPaused: false,
});

const form = { action: '/oauth/authorize', hidden: { ticket: 'a"b', state: '<x>' } };

const consent: ConsentPage = {
  form,
  clientName: 'Some client',
  redirectUri: 'http://localhost:51234/callback',
  person: { name: 'Ada', email: 'ada@example.com' },
  workspaceName: 'Engines',
  agents: [agent('agt_1', 'Planner'), agent('agt_2', 'Writer')],
  isLocalOnly: false,
  canRefresh: true,
  newAgentName: 'Some client',
  scopes: ['read', 'write'],
};

/** The page as one line without spaces between its elements. */
const flat = (page: string): string => page.replace(/\s+/g, ' ').replaceAll('> <', '><');

const consentWith = (changes: Partial<ConsentPage>): string =>
  flat(renderConsentPage({ ...consent, ...changes }));

describe('html', () => {
  test('escapes every value for texts and attributes', () => {
    const text = `<script>"it's" & more`;
    const escaped = '&#60;script&#62;&#34;it&#39;s&#34; &#38; more';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`${[text, 1, undefined, [html`<b>${text}</b>`]]}`.text).toBe(
      `${escaped}1<b>${escaped}</b>`,
    );
    expect(html`${'a\uD800b'}`.text).toBe('a\uFFFDb');
  });

  test('takes nothing that only looks like HTML', () => {
    // @ts-expect-error An object of parsed JSON is not a value of a template.
    const value: Html = { text: '<script>' };
    expect(() => html`${value}`.text).toThrow(TypeError);
  });
});

describe('pageHeaders', () => {
  test('permit the one style by its hash, and no script', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(renderErrorPage({ message: 'x' })) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pageHeaders(true)).toMatchObject({
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
  });

  test('tell other sites nothing on a page without a form', () => {
    const { 'Referrer-Policy': referrer, ...rest } = pageHeaders(false);
    expect(referrer).toBe('no-referrer');
    expect(pageHeaders(true)).toEqual({ ...rest, 'Referrer-Policy': 'same-origin' });
  });
});

describe('renderConsentPage', () => {
  test('shows who asks, where the browser is sent, the workspace and the person', () => {
    const page = consentWith({});
    expect(page).toContain('<h1>Connect Some client?</h1>');
    expect(page).toContain('<small>Unverified: anyone can register');
    expect(page).toContain('<dd>this computer (localhost:51234)</dd>');
    expect(page).toContain('<dd>Engines</dd>');
    expect(page).toContain('<dd>Ada (ada@example.com)</dd>');
    const described = consentWith({ documentHost: 'client.example' });
    expect(described).toContain('<small>Described by client.example</small>');
    expect(described).not.toContain('Unverified');
  });

  test('posts the hidden fields, the decision, the agent and the scopes', () => {
    const page = consentWith({});
    expect(page).toContain('<form method="post" action="/oauth/authorize">');
    expect(page).toContain('<input type="hidden" name="ticket" value="a&#34;b" />');
    expect(page).toContain('<input type="hidden" name="state" value="&#60;x&#62;" />');
    expect(page).toMatch(/<button [^>]*name="decision" value="allow"/);
    expect(page).toMatch(/<button name="decision" value="refuse" formnovalidate>/);
    expect(page).toContain('<input type="hidden" name="scope" value="read" />');
    expect(page).toContain('<input type="checkbox" checked disabled />');
    expect(page).toMatch(/name="scope" value="write" checked/);
    expect(consentWith({ scopes: ['read'] })).not.toContain('value="write"');
    const changed = consentWith({ selectedScopes: ['read', 'other'] });
    expect(changed).toContain('<input type="checkbox" checked disabled />');
    expect(changed).toMatch(/name="scope" value="write" \/>/);
  });

  test.each([
    [undefined, 'new'],
    ['agt_2', 'agt_2'],
    ['new', 'new'],
    ['agt_unknown', 'new'],
  ])('selects for %p the agent %s', (selectedAgent, id) => {
    const page = consentWith({ selectedAgent });
    const radio = (value: string): string =>
      `type="radio" name="agent_id" value="${value}" required`;
    for (const value of ['agt_1', 'agt_2', 'new']) {
      const end = value === id ? ' checked />' : ' />';
      expect(page).toContain(radio(value) + end);
    }
    expect(page).toMatch(/name="agent_name" [^>]*value="Some client"/);
  });

  test('scrolls many agents, and offers without agents a new one only', () => {
    const agents = Array.from({ length: 7 }, (_, index) => agent(`agt_${index}`, 'One'));
    const many = consentWith({ agents, selectedAgent: 'agt_3' });
    expect(many).toMatch(/<div class="many"><label class="choice">/);
    expect(many.match(/ checked (disabled )?\/>/g)).toHaveLength(1 + consent.scopes.length);
    expect(consentWith({})).not.toContain('class="many"');
    const none = consentWith({ agents: [] });
    expect(none).toContain('<input type="hidden" name="agent_id" value="new" />');
    expect(none).not.toMatch(/type="radio"/);
    expect(none).toContain('Worker:');
  });

  test('names the rights of each agent', () => {
    const text = (rights: Partial<ShownAgent>): string => {
      const page = consentWith({ agents: [{ ...agent('agt_1', 'Planner'), ...rights }] });
      return /Planner<small>(.*?)<\/small>/.exec(page)?.[1] ?? '';
    };
    expect(text({})).toBe(
      'Worker: changes work that is assigned to it, and pool work. Must ask for approval only where an order requires it.',
    );
    expect(text({ accessMode: 'sysadmin' })).toMatch(/^Sysadmin: /);
    expect(text({ canReview: true })).toContain('May review the work of others.');
    expect(text({ requiresProposals: true })).toContain('Must ask a person before each gated');
    expect(text({ isPaused: true })).toContain('Paused: ');
  });

  test('escapes whatever others chose', () => {
    const evil = '"><script>alert(1)</script><input name=\'';
    const named = agent(evil, evil);
    for (const agents of [[named], Array.from({ length: 9 }, () => named), []]) {
      const page = consentWith({
        form: { action: evil, hidden: { [evil]: evil } },
        clientName: evil,
        documentHost: evil,
        person: { name: evil, email: evil },
        workspaceName: evil,
        newAgentName: evil,
        selectedAgent: evil,
        error: evil,
        agents,
      });
      expect(page).not.toMatch(/<script|alert\(1\)</);
      expect(page).not.toContain("name='");
    }
  });
});

describe('renderSignInPage', () => {
  test('posts the address and the password', () => {
    const page = flat(renderSignInPage({ form, clientName: 'client.example' }));
    expect(page).toContain('<strong>client.example</strong> asks to connect');
    expect(page).toContain('<input type="hidden" name="ticket" value="a&#34;b" />');
    expect(page).toMatch(/<input id="email" name="email" type="email" autocomplete="username"/);
    expect(page).toMatch(/name="password" type="password" autocomplete="current-password"/);
    expect(page).not.toContain('role="alert"');
  });

  test('lets the person choose a workspace', () => {
    const workspaces = [{ id: 'wsp_1', name: '<One>' }];
    const page = flat(renderSignInPage({ form, clientName: 'x', workspaces }));
    expect(page).toMatch(/<select [^>]*name="workspace_id"[^>]*> ?<option value="wsp_1">&#60;One/);
    expect(flat(renderSignInPage({ form, clientName: 'x' }))).not.toContain('<select');
  });

  test('shows the address again and the error, never the password', () => {
    const page = flat(
      renderSignInPage({
        form,
        clientName: 'x',
        email: '"><b>@example.com',
        error: 'The password is wrong.',
      }),
    );
    expect(page).toContain('value="&#34;&#62;&#60;b&#62;@example.com"');
    expect(page).toMatch(/role="alert"> ?The password is wrong/);
    expect(page).toMatch(/name="password"[^>]*aria-describedby="error"[^>]*autofocus/);
  });
});

test('renderErrorPage shows the message, and the request for the operator', () => {
  const page = flat(renderErrorPage({ message: 'a <b>', requestId: 'req_1' }));
  expect(page).toContain('a &#60;b&#62;');
  expect(page).toContain('Request req_1');
  expect(page).not.toContain('<form');
  expect(flat(renderErrorPage({ message: 'a', advice: 'Do this.' }))).toContain('<p>Do this.</p>');
});

describe('the ways to a client', () => {
  // As a browser reads it: the URL is the rest of the value, unless it begins with a quote.
  const refreshOf = (page: string): string | undefined => {
    const [, value = ''] = /<meta http-equiv="refresh" content="([^"]*)" \/>/.exec(page) ?? [];
    const text = value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    return /^0; url=(?!['"])(.*)$/s.exec(text)?.[1];
  };
  const hostile = [
    "https://client.example/cb;x=1,y='z'?q='",
    'https://client.example/cb?0;url=https://evil.example/',
    "https://client.example/',0;url='https://evil.example/",
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/cb',
  ];
  const states = [
    '"><script>alert(1)</script>',
    "';0,url=https://evil.example/",
    'é 😀\n\r\t&amp;',
  ];

  test.each(hostile)('%s is reached with any state, by the page and by its link', (uri) => {
    for (const state of states) {
      const url = withParameters(uri, { code: 'cbc_0', state });
      expect(new URL(url).searchParams.get('state')).toBe(state);
      const clientName = state;
      const place = redirectPlace(uri);
      const page = renderContinuePage({ clientName, agentName: state, url, place });
      expect(refreshOf(page)).toBe(url);
      expect(page).not.toMatch(/<script|alert\(1\)</);
      expect(page.match(/http-equiv/g)).toHaveLength(1);
      const client = { clientName, documentHost: null, url, place };
      const failed = renderErrorPage({ message: state, client });
      expect(failed).not.toMatch(/http-equiv|<script/);
      for (const shown of [page, failed]) {
        const [, href = ''] = /href="([^"]*)"/.exec(shown) ?? [];
        expect(href.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toBe(
          url,
        );
      }
    }
  });

  test('a refusal gives nothing, and a client that is connected is not told again', () => {
    const url = 'https://client.example/?error=access_denied';
    const refused = flat(
      renderContinuePage({ clientName: 'A', agentName: undefined, url, place: 'client.example' }),
    );
    expect(refused).toContain('<h1>You refused A</h1>');
    expect(refused).toContain('It gets no access.');
    expect(flat(renderConnectedPage('<A>', '<B>'))).toMatch(
      /<h1>&#60;A&#62; is connected(?!.*href)/,
    );
  });
});

test('no text leaves its place', () => {
  const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
    const { text: page } = html`<p title="${text}">${text}</p>`;
    expect(page).toMatch(/^<p title="[^<>"']*">[^<>"']*<\/p>$/);
  });
  fc.assert(property);
});
