import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIP, Socket, type Server as RawServer } from 'node:net';
import {
  documentHost,
  isDocumentUrl,
  createMetadataDocuments,
  type DocumentParts,
} from '../../src/features/oauth/clients/metadata-documents';
import { createOutgoing, type Outgoing } from '../../src/platform/outgoing';
import { selfSigned } from '../support/certificate';
import {
  brokenAddresses,
  forbiddenAddresses,
  forbiddenForms,
  notations,
} from '../support/forbidden-urls';

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
