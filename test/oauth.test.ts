import { createMetadataDocuments } from '../src/features/oauth/clients/metadata-documents';
import { addAgent, makeWorkspace, startApp, type TestApp } from './support/app';
import { client } from './support/client';
import { describeOnEachDatabase, openTestDatabase } from './support/dialects';
import { exchange, problemOf } from './support/exchange';
import { aWorkspace, type GivenWorkspace } from './support/given';
import { addPerson } from './support/model/participants';
import {
  authorizationRequest,
  Browser,
  consent,
  fetchFrom,
  post,
  publicUrl,
  redeem,
  redirected,
  redirectUri,
  refresh,
  register,
  ticketIn,
} from './support/oauth';
import { openSession } from './support/session';

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/** A message to `/mcp`, as a client sends it; by default one that lists the tools. */
async function callMcp(
  app: TestApp,
  token: string | undefined,
  message: object = { method: 'tools/list', params: {} },
  host = new URL(publicUrl).host,
) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  return exchange(app, 'POST', '/mcp', {
    headers: {
      ...bearer(token),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json, text/event-stream',
      host,
    },
    body,
  });
}

describeOnEachDatabase('OAuth', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let browser: Browser;
  let clientId: string;

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
    browser = new Browser(app, given.owner.cookie);
    clientId = (await register(app)).client_id;
  });
  afterAll(() => app.close());

  const connect = async () =>
    redeem(app, clientId, await consent(browser, clientId, given.agent.id));
  const grants = async () => (await given.person.ok('listOauthGrants')).items;
  const meStatus = async (token: string | undefined) =>
    (await callMcp(app, token)).status === 401 ? 'refused' : 'accepted';
  const lastEvent = async () => {
    const events = await given.person.ok('readEvents', {
      query: { kind: ['oauth_grant.created', 'oauth_grant.revoked'], limit: 200 },
    });
    return events.items.at(-1);
  };
  const moveBack = (table: string, column: string, seconds: number, where: object = {}) =>
    database()
      .knex(table)
      .where(where)
      .whereNotNull(column)
      .then((rows: { id: string; [name: string]: string }[]) =>
        Promise.all(
          rows.map((row) =>
            database()
              .knex(table)
              .where({ id: row.id })
              .update({
                [column]: new Date(Date.parse(String(row[column])) - seconds * 1000).toISOString(),
              }),
          ),
        ),
      );

  describe('the flow by oauth4webapi', () => {
    test('discovers, registers, asks a person, redeems, calls, refreshes and revokes', async () => {
      const oauth = await import('oauth4webapi');
      const fetching = { [oauth.customFetch]: fetchFrom(app) };
      const resource = new URL(`${publicUrl}/mcp`);
      const described = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, fetching),
      );
      expect(described.authorization_servers).toEqual([publicUrl]);
      const issuer = new URL(publicUrl);
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...fetching }),
      );
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(
          server,
          {
            client_name: 'Test client',
            redirect_uris: ['http://localhost/callback'],
            grant_types: ['authorization_code', 'refresh_token'],
            token_endpoint_auth_method: 'none',
          },
          fetching,
        ),
      );
      const { redirect, verifier, state } = await consent(
        browser,
        client.client_id,
        given.agent.id,
      );
      const parameters = oauth.validateAuthResponse(server, client, redirect, state);
      const redeemed = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          parameters,
          redirectUri,
          verifier,
          fetching,
        ),
      );
      expect(redeemed).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(redeemed.scope).toBe('read write');
      expect(await meStatus(redeemed.access_token)).toBe('accepted');
      const refreshed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          oauth.None(),
          redeemed.refresh_token ?? '',
          fetching,
        ),
      );
      expect(await meStatus(refreshed.access_token)).toBe('accepted');
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(
          server,
          client,
          oauth.None(),
          refreshed.refresh_token ?? '',
          fetching,
        ),
      );
      expect(await meStatus(refreshed.access_token)).toBe('refused');
      expect(await lastEvent()).toMatchObject({
        kind: 'oauth_grant.revoked',
        actor: { id: given.agent.actor_id },
      });
    });
  });

  describe('the flow by openid-client', () => {
    test('discovers, asks a person, redeems with a secret, and refreshes', async () => {
      const openid = await import('openid-client');
      for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
        const { client_id: id, client_secret: secret } = await register(app, {
          token_endpoint_auth_method: method,
        });
        if (typeof secret !== 'string') throw new Error('There is no secret.');
        const authentication =
          method === 'client_secret_basic'
            ? openid.ClientSecretBasic(secret)
            : openid.ClientSecretPost(secret);
        const configuration = await openid.discovery(
          new URL(publicUrl),
          id,
          undefined,
          authentication,
          { algorithm: 'oauth2', [openid.customFetch]: fetchFrom(app) },
        );
        const { redirect, verifier, state } = await consent(browser, id, given.agent.id);
        const tokens = await openid.authorizationCodeGrant(configuration, redirect, {
          pkceCodeVerifier: verifier,
          expectedState: state,
        });
        const again = await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
        expect(await meStatus(again.access_token)).toBe('accepted');
        const wrong = { client_secret: 'cbs_wrong' };
        expect(await refresh(app, id, again.refresh_token, wrong)).toMatchObject({
          status: 401,
          error: 'invalid_client',
        });
      }
    });
  });

  describe('showAuthorization', () => {
    test('shows a page for an unknown client and for a foreign redirect URI', async () => {
      const unknown = authorizationRequest('ocl_unknown');
      const foreign = authorizationRequest(clientId, {
        redirect_uri: 'https://evil.example/',
      });
      const path = authorizationRequest(clientId, {
        redirect_uri: 'http://localhost:4711/other',
      });
      const none = authorizationRequest(clientId, { redirect_uri: undefined });
      for (const { url } of [unknown, foreign, path, none]) {
        const page = await browser.open(url);
        expect(page.status).toBe(400);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers.location).toBeUndefined();
      }
    });

    test.each([
      ['a missing challenge', { code_challenge: undefined }, 'invalid_request'],
      ['plain', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
      ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
      ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['the origin as resource', { resource: publicUrl }, 'invalid_target'],
    ])('sends %s back with error, state and iss', async (_name, changes, error) => {
      const { url, state } = authorizationRequest(clientId, changes);
      const { searchParams } = redirected(await browser.open(url));
      expect(searchParams.get('error')).toBe(error);
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.get('iss')).toBe(publicUrl);
    });

    test.each([
      ['no resource', { resource: undefined }],
      ['a trailing slash', { resource: `${publicUrl}/mcp/` }],
      ['a query', { resource: `${publicUrl}/mcp?tools=read` }],
      ['an unknown parameter', { prompt: 'consent' }],
      ['no scope', { scope: undefined }],
    ])('accepts %s', async (_name, changes) => {
      const { redirect } = await consent(browser, clientId, given.agent.id, changes);
      expect(redirect.searchParams.get('code')).toMatch(/^cbc_/);
    });

    test('permits the redirect in its policy, and no frame', async () => {
      const { url } = authorizationRequest(clientId);
      const { headers } = await browser.open(url);
      expect(headers['content-security-policy']).toContain(
        "form-action 'self' http://localhost:4711",
      );
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    });
  });

  describe('decideAuthorization', () => {
    test('signs in with the limits of createSession, and comes back', async () => {
      const guest = new Browser(app);
      const { url } = authorizationRequest(clientId);
      expect((await guest.open(url)).text).toContain('password');
      const { search } = new URL(url);
      const fields = { step: 'sign_in', email: given.owner.email };
      const wrong = await guest.submit(`/oauth/authorize${search}`, { ...fields, password: 'no' });
      expect(wrong.text).toContain('password is wrong');
      const right = await guest.submit(`/oauth/authorize${search}`, {
        ...fields,
        password: given.owner.password,
      });
      expect(redirected(right).pathname).toBe('/oauth/authorize');
      expect(ticketIn(await guest.open(redirected(right).href))).toMatch(/^cbt_/);
    });

    test('refuses forms of other sites, and uses a ticket once', async () => {
      const { url } = authorizationRequest(clientId);
      const fields = {
        step: 'consent',
        ticket: ticketIn(await browser.open(url)),
        decision: 'allow',
        agent_id: given.agent.id,
        scope: 'read',
      };
      const foreign = await browser.submit('/oauth/authorize', fields, 'https://evil.example');
      problemOf(foreign, 'CSRF_FAILED');
      const twice = await Promise.all([
        browser.submit('/oauth/authorize', fields),
        browser.submit('/oauth/authorize', fields),
      ]);
      expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400]);
    });

    test('creates an agent, asks again for a taken name, and says when the person refuses', async () => {
      const { url } = authorizationRequest(clientId);
      const ticket = ticketIn(await browser.open(url));
      const fields = { step: 'consent', ticket, decision: 'allow', agent_id: 'new', scope: 'read' };
      const taken = await browser.submit('/oauth/authorize', {
        ...fields,
        agent_name: given.agent.name,
      });
      expect(taken.status).toBe(200);
      const name = `Connected ${Date.now()}`;
      const made = await browser.submit('/oauth/authorize', { ...fields, agent_name: name });
      expect(redirected(made).searchParams.get('code')).toMatch(/^cbc_/);
      const { items } = await given.person.ok('listAgents', { query: { limit: 200 } });
      expect(items.map((agent) => agent.name)).toContain(name);
      const other = authorizationRequest(clientId);
      const refused = await browser.submit('/oauth/authorize', {
        step: 'consent',
        ticket: ticketIn(await browser.open(other.url)),
        decision: 'refuse',
      });
      expect(redirected(refused).searchParams.get('error')).toBe('access_denied');
      expect(redirected(refused).searchParams.get('state')).toBe(other.state);
    });
  });

  describe('createAccessToken', () => {
    test('refuses a replayed code, and keeps the grant of a client that repeats itself', async () => {
      const code = await consent(browser, clientId, given.agent.id);
      const tokens = await redeem(app, clientId, code);
      expect(await redeem(app, clientId, code)).toMatchObject({
        status: 400,
        error: 'invalid_grant',
      });
      expect(await meStatus(tokens.access_token)).toBe('accepted');
      const thief = { ...code, verifier: 'x'.repeat(43) };
      expect(await redeem(app, clientId, thief)).toMatchObject({ error: 'invalid_grant' });
      expect(await meStatus(tokens.access_token)).toBe('refused');
      expect(await lastEvent()).toMatchObject({
        kind: 'oauth_grant.revoked',
        actor: { kind: 'system' },
      });
    });

    test('refuses a wrong verifier, redirect URI, client, resource, and an old code', async () => {
      const fresh = () => consent(browser, clientId, given.agent.id);
      const wrong = await fresh();
      expect(await redeem(app, clientId, { ...wrong, verifier: 'y'.repeat(43) })).toMatchObject({
        error: 'invalid_grant',
      });
      expect(await redeem(app, clientId, wrong)).toMatchObject({ error: 'invalid_grant' });
      const moved = { redirect_uri: 'http://localhost:4712/callback' };
      expect(await redeem(app, clientId, await fresh(), moved)).toMatchObject({
        error: 'invalid_grant',
      });
      const other = await register(app);
      expect(await redeem(app, other.client_id, await fresh())).toMatchObject({
        error: 'invalid_grant',
      });
      expect(await redeem(app, 'ocl_unknown', await fresh())).toMatchObject({
        status: 401,
        error: 'invalid_client',
      });
      const foreign = { resource: 'https://other.example/mcp' };
      expect(await redeem(app, clientId, await fresh(), foreign)).toMatchObject({
        error: 'invalid_target',
      });
      const old = await fresh();
      await moveBack('oauth_codes', 'expires_at', 61);
      expect(await redeem(app, clientId, old)).toMatchObject({ error: 'invalid_grant' });
      expect(await post(app, '/oauth/token', { client_id: clientId })).toMatchObject({
        error: 'invalid_request',
      });
      expect(
        await post(app, '/oauth/token', { client_id: clientId, grant_type: 'password' }),
      ).toMatchObject({ error: 'unsupported_grant_type' });
    });

    test('issues no refresh token to a client that has not registered the grant', async () => {
      const { client_id: id } = await register(app, { grant_types: ['authorization_code'] });
      const tokens = await redeem(app, id, await consent(browser, id, given.agent.id));
      expect(tokens.refresh_token).toBeUndefined();
    });

    test('answers the same successor until it is used, and ends a branch late', async () => {
      const { refresh_token: first } = await connect();
      const five = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(app, clientId, first)));
      const [second] = five.map(({ refresh_token: token }) => token);
      expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(five.map(({ refresh_token: token }) => token)).size).toBe(1);
      expect(new Set(five.map(({ access_token: token }) => token)).size).toBe(5);
      await moveBack('oauth_refresh_tokens', 'used_at', 465);
      expect(await refresh(app, clientId, first)).toMatchObject({ refresh_token: second });
      const third = await refresh(app, clientId, second);
      expect(third.status).toBe(200);
      const key = await database()
        .knex('oauth_refresh_tokens')
        .whereNotNull('successor_used_at')
        .whereNotNull('successor_key');
      expect(key).toEqual([]);
      expect(await refresh(app, clientId, first)).toMatchObject({ error: 'invalid_grant' });
      expect(await meStatus(third.access_token)).toBe('accepted');
      await moveBack('oauth_refresh_tokens', 'successor_used_at', 61);
      expect(await refresh(app, clientId, first)).toMatchObject({ error: 'invalid_grant' });
      expect(await meStatus(third.access_token)).toBe('refused');
      expect(await refresh(app, clientId, third.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
      expect(await lastEvent()).toMatchObject({
        kind: 'oauth_grant.revoked',
        summary: 'Ended: a replaced refresh token was used again.',
      });
    });

    test('repeats a successor for 24 hours, and then refuses without ending the grant', async () => {
      const { refresh_token: first } = await connect();
      const second = await refresh(app, clientId, first);
      await moveBack('oauth_refresh_tokens', 'used_at', 86_401);
      expect(await refresh(app, clientId, first)).toMatchObject({ error: 'invalid_grant' });
      expect(await meStatus(second.access_token)).toBe('accepted');
      expect((await refresh(app, clientId, second.refresh_token)).status).toBe(200);
    });

    test('narrows the scope of an access token, and refuses a foreign resource', async () => {
      const { refresh_token: token } = await connect();
      expect(await refresh(app, clientId, token, { scope: 'read' })).toMatchObject({
        scope: 'read',
      });
      const foreign = { resource: 'https://other.example/mcp' };
      expect(await refresh(app, clientId, token, foreign)).toMatchObject({
        error: 'invalid_target',
      });
    });
  });

  describe('access tokens', () => {
    test('are valid at /mcp only, and the tokens of people at both', async () => {
      const { access_token: token } = await connect();
      expect((await callMcp(app, token)).status).not.toBe(401);
      problemOf(
        await exchange(app, 'GET', '/v1/me', { headers: bearer(token) }),
        'UNAUTHENTICATED',
      );
      expect((await callMcp(app, given.token)).status).not.toBe(401);
      await given.worker.ok('getMe');
    });

    test('are refused at /mcp with the URL of the metadata', async () => {
      const { headers } = await callMcp(app, 'cb_none');
      expect(headers['www-authenticate']).toContain(
        `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`,
      );
    });

    test('name the person in the events of the agent', async () => {
      const { access_token: token } = await connect();
      const params = { name: 'create_action', arguments: { title: 'Sweep for the person' } };
      const called = await callMcp(app, token, { method: 'tools/call', params });
      expect(called.status).toBe(200);
      const query = { kind: ['action.created' as const], limit: 200 };
      const { items } = await given.person.ok('readEvents', { query });
      expect(items.at(-1)).toMatchObject({
        subject: { title: 'Sweep for the person' },
        actor: { id: given.agent.actor_id },
        on_behalf_of: { id: given.owner.owner.id },
      });
    });

    test('do not appear among the tokens that people made', async () => {
      await connect();
      const { items } = await given.person.ok('listTokens', { path: { id: given.agent.id } });
      expect(items).toHaveLength(1);
    });
  });

  test('the grants of one agent are listed alone', async () => {
    const agent = await given.person.ok('createAgent', { body: { name: `Alone ${Date.now()}` } });
    await redeem(app, clientId, await consent(browser, clientId, agent.id));
    await connect();
    const query = { agent_id: agent.id };
    const { items, total, filters } = await given.person.ok('listOauthGrants', { query });
    expect(items.map(({ agent_id }) => agent_id)).toEqual([agent.id]);
    expect([total, filters]).toEqual([1, query]);
    expect((await grants()).map(({ agent_id }) => agent_id)).toContain(given.agent.id);
  });

  describe('the endings of grants', () => {
    test('a person revokes a grant', async () => {
      const { access_token: token, refresh_token: next } = await connect();
      const [grant] = await grants();
      expect(grant).toMatchObject({ client_name: 'Test client', client_host: null });
      await given.person.ok('revokeOauthGrant', { path: { id: grant?.id ?? '' } });
      await given.person.ok('revokeOauthGrant', { path: { id: grant?.id ?? '' } });
      expect(await meStatus(token)).toBe('refused');
      expect(await refresh(app, clientId, next)).toMatchObject({ error: 'invalid_grant' });
    });

    test('an agent is revoked', async () => {
      const agent = await given.person.ok('createAgent', { body: { name: `Ends ${Date.now()}` } });
      const code = await consent(browser, clientId, agent.id);
      const unused = await consent(browser, clientId, agent.id);
      const { access_token: token, refresh_token: next } = await redeem(app, clientId, code);
      await given.person.ok('revokeAgent', { path: { id: agent.id } });
      expect(await meStatus(token)).toBe('refused');
      expect(await refresh(app, clientId, next)).toMatchObject({ error: 'invalid_grant' });
      expect(await redeem(app, clientId, unused)).toMatchObject({ error: 'invalid_grant' });
    });

    test('the person is deactivated', async () => {
      const { userId } = await addPerson(database(), given.workspaceId, 'member', 'none');
      const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
      const member = new Browser(app, cookie);
      const tokens = await redeem(app, clientId, await consent(member, clientId, given.agent.id));
      expect(await meStatus(tokens.access_token)).toBe('accepted');
      await given.person.ok('deactivateUser', { path: { id: userId } });
      expect(await meStatus(tokens.access_token)).toBe('refused');
      expect(await refresh(app, clientId, tokens.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
    });

    test('the password changes', async () => {
      const other = await aWorkspace(app, database());
      const visitor = new Browser(app, other.owner.cookie);
      const tokens = await redeem(app, clientId, await consent(visitor, clientId, other.agent.id));
      await other.person.ok('changePassword', {
        body: {
          current_password: other.owner.password,
          new_password: 'another correct horse battery',
        },
      });
      expect(await meStatus(tokens.access_token)).toBe('refused');
      expect(await refresh(app, clientId, tokens.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
    });
  });

  describe('revokeOauthToken', () => {
    test('is 200 for unknown tokens, and does nothing for another client', async () => {
      const tokens = await connect();
      const other = await register(app);
      const revoke = (token: string | undefined, id = clientId) =>
        post(app, '/oauth/revoke', { token: token ?? '', client_id: id });
      expect((await revoke('unknown')).status).toBe(200);
      expect((await revoke(tokens.refresh_token, other.client_id)).status).toBe(200);
      expect((await revoke(tokens.access_token, other.client_id)).status).toBe(200);
      expect(await meStatus(tokens.access_token)).toBe('accepted');
      expect((await revoke(tokens.access_token)).status).toBe(200);
      expect(await meStatus(tokens.access_token)).toBe('refused');
      expect((await refresh(app, clientId, tokens.refresh_token)).status).toBe(200);
      expect(await revoke('')).toMatchObject({ error: 'invalid_request' });
      expect(await revoke('x', 'ocl_unknown')).toMatchObject({ error: 'invalid_client' });
    });
  });

  describe('registerOauthClient', () => {
    test('refuses metadata without a redirect URI that is allowed', async () => {
      const body = JSON.stringify({ redirect_uris: ['javascript:alert(1)'] });
      const response = await exchange(app, 'POST', '/oauth/register', {
        headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
        body,
      });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.text)).toMatchObject({ error: 'invalid_redirect_uri' });
    });
  });

  describe('a metadata document', () => {
    const id = 'https://client.example/oauth/client.json';
    const text = JSON.stringify({
      client_id: id,
      client_name: 'By document',
      redirect_uris: ['http://localhost/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
    const asked: string[] = [];
    const metadataDocuments = createMetadataDocuments({
      outgoing: {
        get: async (url) => {
          asked.push(url);
          const headers = { 'content-type': 'application/json' };
          return { status: 200, headers, text, truncated: false, durationMs: 1 };
        },
      },
    });

    test('registers a client, and is fetched for a signed-in person only', async () => {
      const own = await startApp(database(), { publicUrl }, { metadataDocuments });
      try {
        const { url } = authorizationRequest(id);
        const before = await new Browser(own).open(url);
        expect(before.text).toContain('client.example');
        expect(asked).toEqual([]);
        const person = new Browser(own, given.owner.cookie);
        expect((await person.open(url)).text).toContain('By document');
        const tokens = await redeem(own, id, await consent(person, id, given.agent.id));
        expect(tokens).toMatchObject({ status: 200, scope: 'read write' });
        expect((await callMcp(own, tokens.access_token)).status).toBe(200);
        const again = await refresh(own, id, tokens.refresh_token);
        expect(again).toMatchObject({ status: 200 });
        expect(asked).toEqual([id]);
        const foreign = authorizationRequest(id, { redirect_uri: 'https://client.example/cb' });
        expect((await person.open(foreign.url)).status).toBe(400);
        expect((await grants())[0]).toMatchObject({ client_id: id, client_host: 'client.example' });
      } finally {
        await own.close();
      }
    });
  });

  test('in development, OAuth is at the loopback origin that the client used', async () => {
    const own = await openTestDatabase(database().dialect);
    const local = await startApp(own, { environment: 'development' });
    try {
      const { owner } = await makeWorkspace(own, 'Local');
      const { agent } = await addAgent(local, { cookie: await openSession(own, owner) });
      const { client_id: localId } = await register(local);
      const metadata = await exchange(local, 'GET', '/.well-known/oauth-authorization-server');
      expect(JSON.parse(metadata.text)).toMatchObject({
        issuer: local.url,
        token_endpoint: `${local.url}/oauth/token`,
      });
      const refused = await exchange(local, 'POST', '/mcp');
      expect(refused.headers['www-authenticate']).toContain(
        `resource_metadata="${local.url}/.well-known/oauth-protected-resource/mcp"`,
      );
      // The owner of development needs no session.
      const given = await consent(new Browser(local, undefined, local.url), localId, agent.id, {
        resource: `${local.url}/mcp`,
      });
      expect(given.redirect.searchParams.get('iss')).toBe(local.url);
      const { access_token: token } = await redeem(local, localId, given);
      expect((await callMcp(local, token, undefined, local.host)).status).toBe(200);
      // The resource is another one under another name of the machine.
      const other = local.host.replace('127.0.0.1', 'localhost');
      expect((await callMcp(local, token, undefined, other)).status).toBe(401);
    } finally {
      await local.close();
      await own.close();
    }
  });

  test('the sign-in asks for the workspace if the account is in several', async () => {
    const elsewhere = await makeWorkspace(database(), 'Elsewhere');
    const invitation = { email: given.owner.email, role: 'member' } as const;
    const inviting = client(app, { cookie: elsewhere.cookie });
    const { token = '' } = await inviting.ok('createInvitation', { body: invitation });
    const { password } = given.owner;
    await client(app).ok('acceptInvitation', { body: { token, password } });
    const { search } = new URL(authorizationRequest(clientId).url);
    const guest = new Browser(app);
    const form = { step: 'sign_in', email: given.owner.email, password };
    const asked = await guest.submit(`/oauth/authorize${search}`, form);
    expect(asked.text).toMatch(/<option value="[^"]+">Elsewhere<\/option>/);
    const chosen = { ...form, workspace_id: elsewhere.owner.workspaceId };
    const back = redirected(await guest.submit(`/oauth/authorize${search}`, chosen));
    expect((await guest.open(back.href)).text).toContain('Elsewhere');
  });

  test('OAuth is off without an https PUBLIC_URL', async () => {
    const off = await startApp(database(), { publicUrl: 'http://calls.example.com' });
    try {
      for (const path of [
        '/.well-known/oauth-protected-resource',
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-authorization-server',
        '/oauth/authorize',
      ]) {
        problemOf(await exchange(off, 'GET', path), 'NOT_FOUND');
      }
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        expect((await post(off, path, { client_id: 'x' })).status).toBe(404);
      }
    } finally {
      await off.close();
    }
  });
});
