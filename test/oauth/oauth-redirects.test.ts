import fc from 'fast-check';
import {
  checkRedirectUri,
  matchesRedirectUri,
  isLocalOnly,
  redirectPlace,
  parseRegistration,
} from '../../src/features/oauth/clients/registration-rules';

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
