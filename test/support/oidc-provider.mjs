// Runs an OpenID Connect provider on a port until its parent ends. Usage, by fork: oidc-provider.mjs
// PORT REDIRECT_URI... The parent sends settings as messages, and each is answered with `true`:
// `people` (claims by subject), `login` (the subject that signs in, without a form; null for a form),
// `idToken` (claims that replace those of id tokens), `isSilent` (whether the connection of a token
// request ends without a response), `rotate` (new keys). `sign` (claims, header and whether the key is
// a foreign one) is answered with the signed token.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt } from 'jose';

// It warns of settings that are right for tests.
console.info = console.warn = () => {};
const { Provider } = await import('oidc-provider');

const [port, ...redirectUris] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const client = 'callboard';
const state = {
  people: {},
  login: null,
  idToken: null,
  isSilent: false,
  provider: null,
  key: null,
};

async function makeProvider() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: client,
        client_secret: 'a secret of the test: +/=%',
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        backchannel_logout_uri: redirectUris[0].replace('/callback', '/backchannel-logout'),
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['cookies of the test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The dispatcher of the options refuses addresses of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...state.people[sub] }),
    }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  provider.on('server_error', (_ctx, error) => console.error(error));
  provider.on('backchannel.error', (_ctx, error) => console.error(error));
  state.provider = provider;
  state.key = { privateKey, kid: jwk.kid };
}

async function interact(request, response) {
  const sub = state.login ?? new URL(request.url, issuer).searchParams.get('sub');
  if (sub !== null) {
    await state.provider.interactionFinished(request, response, { login: { accountId: sub } });
    return;
  }
  const options = Object.keys(state.people).map((each) => `<option>${each}</option>`);
  response.setHeader('Content-Type', 'text/html');
  response.end(`<h1>Provider</h1><form><select name="sub">${options.join('')}</select>
    <button>Continue</button></form>`);
}

const sign = (claims) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: state.key.kid })
    .sign(state.key.privateKey);

async function signWith({ claims, header, isForeign }) {
  const { privateKey } = isForeign ? await generateKeyPair('RS256') : state.key;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: state.key.kid, ...header })
    .sign(privateKey);
}

// Replaces the id token of a token response by one with other claims and a valid signature.
function replaceIdToken(response) {
  const end = response.end.bind(response);
  response.end = (text) => {
    const body = JSON.parse(String(text));
    if (body.id_token === undefined) return end(text);
    sign({ ...decodeJwt(body.id_token), ...state.idToken })
      .then((token) => {
        const changed = JSON.stringify({ ...body, id_token: token });
        response.setHeader('Content-Length', Buffer.byteLength(changed));
        end(changed);
      })
      .catch((error) => console.error(error));
    return response;
  };
}

await makeProvider();
createServer((request, response) => {
  if (request.url.startsWith('/interaction/')) {
    interact(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
    return;
  }
  if (request.url === '/token' && state.isSilent) {
    request.destroy();
    return;
  }
  if (request.url === '/token' && state.idToken !== null) replaceIdToken(response);
  state.provider.callback()(request, response);
}).listen(Number(port), '127.0.0.1', () => process.send('ready'));

process.on('message', async (message) => {
  if (message.sign !== undefined) {
    process.send(await signWith(message.sign));
    return;
  }
  const { rotate, ...settings } = message;
  Object.assign(state, settings);
  if (rotate === true) await makeProvider();
  process.send(true);
});
process.on('disconnect', () => process.exit());
