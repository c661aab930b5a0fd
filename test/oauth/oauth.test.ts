import document from '../../generated/openapi.json';
import type { EventKind } from '../../src/shared/events';
import { createMetadataDocuments } from '../../src/features/oauth/clients/find-client';
import { addAgent, makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import {
  authorizationRequest,
  Browser,
  consent,
  fetchFrom,
  leadsTo,
  offeredBy,
  post,
  publicUrl,
  redeem,
  redirected,
  redirectUri,
  refresh,
  register,
  ticketIn,
} from '../support/oauth';
import { openSession } from '../../scripts/servers/session';
import { hashSecret } from '../../src/shared/tokens';
import { recordSeen } from '../../scripts/requests/response-record';

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
    const kind: EventKind[] = ['oauth_grant.created', 'oauth_grant.revoked'];
    const query = { kind, limit: 200 };
    const events = await given.person.ok('readEvents', { query });
    const audit = await given.person.ok('listAuditEntries', { query });
    const [entry, event] = [audit.items[0], events.items.at(-1)];
    expect(entry?.kind).toBe(event?.kind);
    return event;
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

  describe('the metadata', () => {
    // Registered with IANA, and others that clients ask for.
    const every = {
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'password',
        'implicit',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      token_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'tls_client_auth',
      ],
      response_types_supported: ['code', 'token', 'id_token', 'code token', 'none'],
      code_challenge_methods_supported: ['S256', 'plain'],
    };
    const takes: Readonly<Record<string, (value: string) => Promise<boolean>>> = {
      grant_types_supported: async (grant_type) => {
        const { error } = await post(app, '/oauth/token', { grant_type, client_id: clientId });
        return error !== 'unsupported_grant_type';
      },
      token_endpoint_auth_methods_supported: (token_endpoint_auth_method) =>
        register(app, { token_endpoint_auth_method }).then(
          () => true,
          () => false,
        ),
      response_types_supported: (response_type) => isOffered({ response_type }),
      code_challenge_methods_supported: (code_challenge_method) =>
        isOffered({ code_challenge_method }),
    };
    const isOffered = async (changes: Readonly<Record<string, string>>) => {
      const page = await browser.open(authorizationRequest(clientId, changes).url);
      return page.status === 200 && page.text.includes('name="ticket"');
    };

    test.each(['/.well-known/oauth-authorization-server'])(
      'at %s name all that the endpoints take, and nothing else',
      async (path) => {
        const { text } = await exchange(app, 'GET', path, {});
        const metadata: Readonly<Record<string, unknown>> = JSON.parse(text);
        for (const [name, values] of Object.entries(every)) {
          const taken: string[] = [];
          for (const value of values) {
            if (await takes[name]?.(value)) taken.push(value);
          }
          expect(new Set([metadata[name]].flat())).toEqual(new Set(taken));
        }
        expect(metadata['revocation_endpoint_auth_methods_supported']).toEqual(
          metadata['token_endpoint_auth_methods_supported'],
        );
        const { grant_type: documented } = document.components.schemas.OauthTokenRequest.properties;
        expect(documented.enum).toEqual(metadata['grant_types_supported']);
      },
    );
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
      const twice = `${foreign.url}&redirect_uri=x`;
      const nul = authorizationRequest(clientId, { redirect_uri: `${redirectUri}\0` });
      for (const [url, text] of [
        [foreign.url, 'an address that it has not registered'],
        [none.url, 'is not valid: redirect_uri is missing.'],
        [twice, 'is not valid: redirect_uri may be sent only once.'],
        [nul.url, 'is not valid: redirect_uri must not contain the character NUL.'],
        [authorizationRequest('').url, 'has no client_id'],
      ] as const) {
        expect((await browser.open(url)).text).toContain(text);
      }
    });

    test.each([
      ['a missing challenge', { code_challenge: undefined }, 'invalid_request'],
      ['plain', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
      ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
      ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['the origin as resource', { resource: publicUrl }, 'invalid_target'],
    ])('says %s on a page that leads back with error, state and iss', async (...given) => {
      const [, changes, error] = given;
      const { url, state } = authorizationRequest(clientId, changes);
      const page = await browser.open(url);
      expect(page.text).toContain('Test client');
      expect(page.text).toContain('Unverified');
      expect(page.text).toContain('Return to this computer (localhost:4711)');
      const german = await browser.open(url, { 'accept-language': 'de' });
      expect(german.text).toMatch(/ist nicht gültig: \w+ (fehlt|muss \S+ sein)\./);
      expect(german.text).toContain('Zurück zu diesem Rechner (localhost:4711)');
      expect(offeredBy(german)).toEqual(offeredBy(page));
      const { origin, searchParams } = offeredBy(page);
      expect(origin).toBe('http://localhost:4711');
      expect(searchParams.get('error')).toBe(error);
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.get('iss')).toBe(publicUrl);
    });

    test('sends nobody to a stranger, before and after the sign-in', async () => {
      const evil = 'https://evil.example/cb';
      const { client_id: stranger } = await register(app, { redirect_uris: [evil] });
      const changes = { redirect_uri: evil, response_type: 'x' };
      const { url } = authorizationRequest(stranger, changes);
      const guest = new Browser(app);
      const signIn = await guest.open(url);
      expect(signIn.status).toBe(200);
      expect(signIn.headers['content-security-policy']).not.toContain('evil');
      const { email, password } = given.owner;
      const sent = { step: 'sign_in', email, password };
      const back = redirected(await guest.submit(url, sent));
      expect(back.origin).toBe(publicUrl);
      expect(offeredBy(await guest.open(back.href)).host).toBe('evil.example');
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

    test('permits forms to itself only, and no frame', async () => {
      const { url } = authorizationRequest(clientId);
      const { headers } = await browser.open(url);
      expect(headers['content-security-policy']).toMatch(/; form-action 'self'$/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    });

    test('selects a new agent, whatever the URL says, and shows the rights of each', async () => {
      const name = `Boss ${Date.now()}`;
      const boss = await given.person.ok('createAgent', {
        body: { name, access_mode: 'sysadmin', can_review: true, requires_proposals: true },
      });
      const { url } = authorizationRequest(clientId, { agent_id: boss.id });
      const { text } = await browser.open(url);
      expect(text).toMatch(/value="new"\s+required\s+checked/);
      expect(text.match(/type="radio"[^>]*checked/g)).toHaveLength(1);
      const [, rights = ''] = new RegExp(`${name}<small>(.*?)</small>`, 's').exec(text) ?? [];
      expect(rights).toMatch(/Sysadmin: .*May review .*Must ask a person before/);
      const [, own = ''] = new RegExp(`${given.agent.name}<small>(.*?)</small>`).exec(text) ?? [];
      expect(own).toMatch(/^Worker: .*approval only where an order/);
      expect(own).not.toContain('review');
    });

    test('proposes a name that no agent has', async () => {
      const name = `Claude ${Date.now()}`;
      const proposed = async (clientName: string) => {
        const { client_id: id } = await register(app, { client_name: clientName });
        const { text } = await browser.open(authorizationRequest(id).url);
        return /name="agent_name"[^>]*value="([^"]*)"/.exec(text)?.[1];
      };
      expect(await proposed(name)).toBe(name);
      await given.person.ok('createAgent', { body: { name } });
      expect(await proposed(name)).toBe(`${name} 2`);
      await given.person.ok('createAgent', { body: { name: `${name} 2` } });
      expect(await proposed(name.toUpperCase())).toBe(`${name.toUpperCase()} 3`);
    });

    test('says how long the access lasts, and warns of a client on this computer', async () => {
      const page = async (metadata: object) => {
        const { client_id: id } = await register(app, metadata);
        return (await browser.open(authorizationRequest(id).url)).text;
      };
      const local = await page({});
      expect(local).toContain('at most 365 days, and 90 days without use');
      expect(local).toContain('Connections by sign-in');
      expect(local).toContain('any program there can claim its name');
      const uris = ['http://localhost/callback', 'https://client.example/cb'];
      const hosted = await page({ redirect_uris: uris, grant_types: ['authorization_code'] });
      expect(hosted).toContain('One hour.');
      expect(hosted).not.toContain('any program there');
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

    test('signs in a person again, within the limit of requests of the first session', async () => {
      const twice = new Browser(app);
      const { search } = new URL(authorizationRequest(clientId).url);
      const { email, password } = given.owner;
      const signIn = () =>
        twice.submit(`/oauth/authorize${search}`, { step: 'sign_in', email, password });
      expect((await signIn()).headers).not.toHaveProperty('ratelimit');
      const { status, headers } = await signIn();
      expect([status, headers['ratelimit']]).toEqual([303, expect.stringMatching(/r=\d+/)]);
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
      expect(leadsTo(twice[0]).href).toBe(leadsTo(twice[1]).href);
      const id = { agent_id: given.agent.id };
      const before = await database().knex('oauth_grants').where(id).orderBy('created_at', 'desc');
      const after = await database().knex('oauth_grants').where(id);
      expect(after).toHaveLength(before.length);
    });

    test('shows what became of a decision when its form comes again', async () => {
      const decide = async (decision: string) => {
        const { url, verifier } = authorizationRequest(clientId);
        const ticket = ticketIn(await browser.open(url));
        const chosen = { agent_id: given.agent.id, scope: 'read' };
        const fields = { step: 'consent', ticket, decision, ...chosen };
        const send = (changes = {}) =>
          browser.submit('/oauth/authorize', { ...fields, ...changes });
        return { verifier, send, redirect: leadsTo(await send()) };
      };
      const worked = await decide('allow');
      const { access_token: token } = await redeem(app, clientId, worked);
      await moveBack('oauth_tickets', 'expires_at', 80_000);
      const again = await worked.send();
      expect([again.status, again.text]).toEqual([200, expect.stringContaining('is connected')]);
      expect(again.text).not.toMatch(/cbc_|http-equiv|expired/);
      expect(await meStatus(token)).toBe('accepted');
      const late = await decide('allow');
      await moveBack('oauth_codes', 'expires_at', 61);
      expect((await late.send()).text).toContain('did not fetch its access in time');
      const ended = await decide('allow');
      await redeem(app, clientId, ended);
      await given.person.ok('revokeOauthGrant', { path: { id: (await grants())[0]?.id ?? '' } });
      const last = await ended.send();
      expect([last.status, last.text]).toEqual([400, expect.stringContaining('has ended')]);
      const refused = await decide('refuse');
      expect(leadsTo(await refused.send({ decision: 'allow' }))).toEqual(refused.redirect);
      expect(refused.redirect.searchParams.get('error')).toBe('access_denied');
      const { url } = authorizationRequest(clientId);
      const unused = {
        step: 'consent',
        ticket: ticketIn(await browser.open(url)),
        decision: 'allow',
      };
      await moveBack('oauth_tickets', 'expires_at', 601);
      const expired = await browser.submit('/oauth/authorize', unused);
      expect([expired.status, expired.text]).toEqual([400, expect.stringContaining('expired')]);
      expect(expired.text).not.toContain('href');
    });

    test('ends what a person allowed when they refuse afterwards, whether it was used or not', async () => {
      for (const isUsed of [false, true]) {
        const { url, verifier } = authorizationRequest(clientId);
        const fields = {
          step: 'consent',
          ticket: ticketIn(await browser.open(url)),
          agent_id: given.agent.id,
          scope: ['read', 'write'],
        };
        const send = (decision: string, changes = {}) =>
          browser.submit('/oauth/authorize', { ...fields, decision, ...changes });
        const redirect = leadsTo(await send('allow'));
        const tokens = isUsed ? await redeem(app, clientId, { redirect, verifier }) : undefined;
        for (const changes of [{ scope: 'read' }, { agent_id: 'new', agent_name: 'Other' }]) {
          const other = await send('allow', changes);
          expect(other.status).toBe(200);
          expect(other.text).toContain('You have allowed Test client already');
          expect(other.text).toContain('Agents, the agent, Connections by sign-in');
          expect(other.text).not.toMatch(/cbc_|http-equiv/);
        }
        const [one, two] = await Promise.all([send('refuse'), send('refuse')]);
        expect(leadsTo(one).searchParams.get('error')).toBe('access_denied');
        expect(leadsTo(one).searchParams.has('code')).toBe(false);
        expect(leadsTo(two).href).toBe(leadsTo(one).href);
        expect(leadsTo(await send('allow')).href).toBe(leadsTo(one).href);
        expect(await lastEvent()).toMatchObject({
          kind: 'oauth_grant.revoked',
          actor: { id: given.owner.owner.id },
        });
        expect(await redeem(app, clientId, { redirect, verifier })).toMatchObject({
          error: 'invalid_grant',
        });
        if (tokens === undefined) continue;
        expect(await meStatus(tokens.access_token)).toBe('refused');
        expect(await refresh(app, clientId, tokens.refresh_token)).toMatchObject({
          error: 'invalid_grant',
        });
      }
    });

    test('gives no access when an allowance and a refusal come at once', async () => {
      const { url, verifier } = authorizationRequest(clientId);
      const ticket = ticketIn(await browser.open(url));
      const chosen = { step: 'consent', ticket, agent_id: given.agent.id, scope: 'read' };
      const [allowed] = await Promise.all(
        ['allow', 'refuse'].map((decision) =>
          browser.submit('/oauth/authorize', { ...chosen, decision }),
        ),
      );
      if (allowed?.status === 200) {
        const redirect = leadsTo(allowed);
        expect((await redeem(app, clientId, { redirect, verifier })).status).toBe(400);
      }
    });

    test.each([
      ['the client asks for write only', { scope: 'write' }, ['write']],
      ['the form has write only', {}, ['write']],
      ['the form has both', {}, ['read', 'write']],
    ])('grants read with write when %s', async (_name, changes, scope) => {
      const { url, verifier } = authorizationRequest(clientId, changes);
      const page = await browser.open(url);
      expect(page.text).toMatch(/type="hidden" name="scope" value="read"/);
      const ticket = ticketIn(page);
      const chosen = { step: 'consent', ticket, decision: 'allow', agent_id: given.agent.id };
      const redirect = leadsTo(await browser.submit('/oauth/authorize', { ...chosen, scope }));
      const tokens = await redeem(app, clientId, { redirect, verifier });
      expect(tokens).toMatchObject({ scope: 'read write' });
      expect((await callMcp(app, tokens.access_token)).status).toBe(200);
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
      const made = await browser.submit('/oauth/authorize', {
        ...fields,
        agent_name: name.replace(' ', '\u202e'),
      });
      expect(leadsTo(made).searchParams.get('code')).toMatch(/^cbc_/);
      const { items } = await given.person.ok('listAgents', { query: { limit: 200 } });
      expect(items.map((agent) => agent.name)).toContain(name);
      const other = authorizationRequest(clientId);
      const refused = await browser.submit('/oauth/authorize', {
        step: 'consent',
        ticket: ticketIn(await browser.open(other.url)),
        decision: 'refuse',
      });
      expect(leadsTo(refused).searchParams.get('error')).toBe('access_denied');
      expect(leadsTo(refused).searchParams.get('state')).toBe(other.state);
      expect(refused.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    });
  });

  describe('createAccessToken', () => {
    test('ends what a code gave when it is used a second time, whoever uses it', async () => {
      const other = await register(app);
      const uses: readonly (readonly [
        id: string,
        changes: Record<string, string>,
        late: boolean,
      ])[] = [
        [clientId, {}, false],
        [clientId, { code_verifier: 'x'.repeat(43) }, false],
        [clientId, { redirect_uri: 'http://localhost:1/' }, false],
        [other.client_id, {}, false],
        [clientId, {}, true],
      ];
      for (const [id, changes, late] of uses) {
        const code = await consent(browser, clientId, given.agent.id);
        const tokens = await redeem(app, clientId, code);
        expect(await meStatus(tokens.access_token)).toBe('accepted');
        if (late) await moveBack('oauth_codes', 'expires_at', 3600);
        const again = await redeem(app, id, code, changes);
        expect(again).toMatchObject({ status: 400, error: 'invalid_grant' });
        expect(await meStatus(tokens.access_token)).toBe('refused');
        expect(await refresh(app, clientId, tokens.refresh_token)).toMatchObject({
          error: 'invalid_grant',
        });
        expect(await lastEvent()).toMatchObject({
          kind: 'oauth_grant.revoked',
          actor: { kind: 'system' },
          summary: 'Ended: a code was used twice.',
        });
      }
    });

    test('refuses the code of a person who is deactivated meanwhile', async () => {
      const { workspaceId } = given;
      const { userId } = await addPerson(database(), workspaceId, 'member');
      const cookie = await openSession(database(), { workspaceId, userId });
      const code = await consent(new Browser(app, cookie), clientId, given.agent.id);
      // Not by the operation, which ends the grant too.
      await database()
        .knex('users')
        .where({ workspace_id: workspaceId, id: userId })
        .update({ deactivated_at: new Date().toISOString() });
      expect(await redeem(app, clientId, code)).toMatchObject({ error: 'invalid_grant' });
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

    test('names the workspace, and accepts a refresh token from before', async () => {
      const { refresh_token: first = '', access_token: access = '' } = await connect();
      const [, part = ''] = first.split('_');
      expect(access.split('_')[1]).toBe(part);
      const workspaces = await database()
        .knex('workspaces')
        .where({ id: `wsp_${part}` });
      expect(workspaces).toHaveLength(1);
      const old = first.replace(`${part}_`, '');
      const altered = first.replace(/.(?=_[^_]+$)/, (last) => (last === '0' ? '1' : '0'));
      for (const wrong of [old, altered]) {
        expect(await refresh(app, clientId, wrong)).toMatchObject({ error: 'invalid_grant' });
      }
      await database()
        .knex('oauth_refresh_tokens')
        .where({ token_hash: hashSecret(first) })
        .update({ token_hash: hashSecret(old) });
      const second = await refresh(app, clientId, old);
      expect(second.refresh_token).toMatch(/^cbf_[0-9a-f]{64}$/);
      expect(await refresh(app, clientId, old)).toMatchObject({
        refresh_token: second.refresh_token,
      });
      expect((await refresh(app, clientId, second.refresh_token)).status).toBe(200);
    });

    test('repeats a successor for 24 hours, and then refuses without ending the grant', async () => {
      const { refresh_token: first } = await connect();
      const second = await refresh(app, clientId, first);
      await moveBack('oauth_refresh_tokens', 'used_at', 86_401);
      expect(await refresh(app, clientId, first)).toMatchObject({ error: 'invalid_grant' });
      expect(await meStatus(second.access_token)).toBe('accepted');
      expect((await refresh(app, clientId, second.refresh_token)).status).toBe(200);
    });

    test('refreshes until a year after the consent, and no longer', async () => {
      const { refresh_token: first } = await connect();
      const id = (await grants())[0]?.id ?? '';
      const year = 365 * 86_400;
      await moveBack('oauth_grants', 'created_at', year - 86_400, { id });
      const second = await refresh(app, clientId, first);
      expect(second.status).toBe(200);
      const newest = await database()
        .knex('oauth_refresh_tokens')
        .where({ grant_id: id, used_at: null })
        .first();
      const grant = await database().knex('oauth_grants').where({ id }).first();
      const end = Date.parse(String(grant?.created_at)) + year * 1000;
      expect(Date.parse(String(newest?.expires_at))).toBe(end);
      expect(Date.parse(String(grant?.expires_at))).toBe(end);
      await moveBack('oauth_grants', 'created_at', 86_400, { id });
      // The expiry of its token says otherwise, as if an earlier program had issued it.
      expect(await refresh(app, clientId, second.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
    });

    test('refuses a refresh with scopes that were not granted, and keeps its token', async () => {
      const { refresh_token: all } = await connect();
      expect(await refresh(app, clientId, all, { scope: 'write' })).toMatchObject({
        scope: 'read write',
      });
      const code = await consent(browser, clientId, given.agent.id, { scope: 'read' });
      const { refresh_token: token } = await redeem(app, clientId, code);
      for (const scope of ['read write', 'write', 'admin', 'read admin']) {
        expect(await refresh(app, clientId, token, { scope })).toMatchObject({
          status: 400,
          error: 'invalid_scope',
        });
      }
      const scope = 'read offline_access';
      expect(await refresh(app, clientId, token, { scope })).toMatchObject({
        status: 200,
        scope: 'read',
      });
    });

    test('says what a request lacks, and ends nothing because of it', async () => {
      const code = await consent(browser, clientId, given.agent.id);
      for (const name of ['code_verifier', 'redirect_uri']) {
        expect(await redeem(app, clientId, code, { [name]: '' })).toMatchObject({
          status: 400,
          error: 'invalid_request',
          error_description: `${name} is missing.`,
        });
      }
      const tokens = await redeem(app, clientId, code);
      expect(tokens).toMatchObject({ status: 200 });
      const unusable = (name: string) => ({
        error: 'invalid_request',
        error_description: `${name} must not contain the character NUL.`,
      });
      const nul = 'cbf_\0\ufffd';
      expect(await refresh(app, clientId, nul)).toMatchObject(unusable('refresh_token'));
      const revoked = await post(app, '/oauth/revoke', { token: nul, client_id: clientId });
      expect(revoked).toMatchObject(unusable('token'));
      expect(await meStatus(tokens.access_token)).toBe('accepted');
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
      expect((await callMcp(app, token)).status).toBe(200);
      recordSeen([{ kind: 'scheme', subject: 'callMcp', item: 'oauth' }]);
      problemOf(await ask(app).get('/v1/me').set(bearer(token)), 'UNAUTHENTICATED');
      expect((await callMcp(app, given.token)).status).not.toBe(401);
      await given.worker.ok('getMe');
    });

    test('are refused at /mcp with the URL of the metadata', async () => {
      const { headers } = await callMcp(app, 'cb_none');
      expect(headers['www-authenticate']).toContain(
        `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(headers['www-authenticate']).toContain('scope="read write"');
    });

    test('name the person in the events of the agent', async () => {
      const { access_token: token } = await connect();
      const sent = { actions: [{ title: 'Sweep for the person' }] };
      const params = { name: 'create_actions', arguments: sent };
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

    test('the person becomes a viewer, who can let in no client', async () => {
      const { userId } = await addPerson(database(), given.workspaceId, 'member', 'none');
      const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
      const member = new Browser(app, cookie);
      const tokens = await redeem(app, clientId, await consent(member, clientId, given.agent.id));
      const unused = await consent(member, clientId, given.agent.id);
      await given.person.ok('updateUser', { path: { id: userId }, body: { role: 'viewer' } });
      expect(await meStatus(tokens.access_token)).toBe('refused');
      expect(await refresh(app, clientId, tokens.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
      expect(await redeem(app, clientId, unused)).toMatchObject({ error: 'invalid_grant' });
      const page = await member.open(authorizationRequest(clientId).url);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('You are a viewer')]);
      expect(page.text).toContain('workspace_id=any');
      expect(page.text).not.toContain('connect it again');
      const fields = { step: 'consent', ticket: 'cbt_0', decision: 'allow' };
      problemOf(await member.submit('/oauth/authorize', fields), 'FORBIDDEN');
      const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const stranger = new Browser(app);
      const german = { ...asBrowser, 'accept-language': 'de' };
      const evil = 'https://evil.example';
      for (const [status, browser, path, headers, text] of [
        [403, member, '/oauth/authorize', asBrowser, 'You are a viewer: you can read'],
        [403, member, '/oauth/authorize', german, 'Ihre Rolle ist Betrachter'],
        [403, stranger, '/oauth/authorize', { ...asBrowser, origin: evil }, 'so nothing has'],
        [404, stranger, '/v1/oidc/start', asBrowser, 'There is no sign-in'],
        [404, stranger, '/v1/oidc/start', german, 'keine Anmeldung über OpenID Connect'],
        [415, stranger, '/v1/unsubscribe', { ...german, 'content-type': 'text/plain' }, ' oder '],
        [415, stranger, '/v1/unsubscribe', { ...asBrowser, 'content-type': 'text/plain' }, 'form-'],
      ] as const) {
        const refused = await browser.submit(path, fields, undefined, headers);
        expect([refused.status, refused.headers]).toMatchObject([
          status,
          { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        ]);
        expect(refused.text).toContain(text);
      }
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

  describe('a registration', () => {
    const expiry = async (id: string) => {
      const row = await database().knex('oauth_clients').where({ id }).first();
      return Math.round((Date.parse(String(row?.expires_at)) - Date.now()) / 86_400_000);
    };

    test.each([
      ['without refresh tokens', ['authorization_code']],
      ['with refresh tokens', ['authorization_code', 'refresh_token']],
    ])('%s is kept for 90 days after its last use', async (_name, grantTypes) => {
      const { client_id: id } = await register(app, { grant_types: grantTypes });
      expect(await expiry(id)).toBe(1);
      const code = await consent(browser, id, given.agent.id);
      expect(await expiry(id)).toBe(90);
      await moveBack('oauth_clients', 'expires_at', 30 * 86_400, { id });
      const { refresh_token: token } = await redeem(app, id, code);
      expect(await expiry(id)).toBe(90);
      if (token === undefined) return;
      await moveBack('oauth_clients', 'expires_at', 30 * 86_400, { id });
      expect((await refresh(app, id, token)).status).toBe(200);
      expect(await expiry(id)).toBe(90);
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
      const metadata = await ask(local).get('/.well-known/oauth-authorization-server');
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

  test('in development, OAuth is at a PUBLIC_URL of this machine', async () => {
    for (const host of ['localhost:21100', '127.0.0.1:21100', '[::1]:21100']) {
      const url = `http://${host}`;
      const local = await startApp(database(), { environment: 'development', publicUrl: url });
      try {
        const metadata = await ask(local).get('/.well-known/oauth-authorization-server');
        expect(JSON.parse(metadata.text)).toMatchObject({
          issuer: url,
          token_endpoint: `${url}/oauth/token`,
        });
        const { client_id: localId } = await register(local);
        const person = new Browser(local, given.owner.cookie, url);
        const resource = `${url}/mcp`;
        const allowed = await consent(person, localId, given.agent.id, { resource });
        expect(allowed.redirect.searchParams.get('iss')).toBe(url);
        const { access_token: token } = await redeem(local, localId, allowed);
        const { status } = await callMcp(local, token, undefined, new URL(url).host);
        expect(status).toBe(200);
      } finally {
        await local.close();
      }
    }
  });

  const withoutOauth = [
    { publicUrl: 'http://calls.example.com' },
    { publicUrl: 'http://localhost:21100' },
    ...['calls.example.com', 'localhost.example.com', '10.0.0.1'].map((host) => ({
      publicUrl: `http://${host}`,
      environment: 'development' as const,
    })),
  ];
  test.each(withoutOauth)('OAuth is off with %p', async (config) => {
    const off = await startApp(database(), config);
    try {
      for (const path of [
        '/.well-known/oauth-protected-resource',
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-authorization-server',
        '/oauth/authorize',
      ]) {
        problemOf(await ask(off).get(path), 'NOT_FOUND');
      }
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        expect((await post(off, path, { client_id: 'x' })).status).toBe(404);
      }
    } finally {
      await off.close();
    }
  });
});
