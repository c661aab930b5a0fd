import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config';
import { withRetries } from '../../platform/db/faults';
import { transact } from '../../platform/db/transaction';
import type { UserActor } from '../../platform/operation';
import { notFound, Problem, problem } from '../../platform/problems';
import type { ProtocolContext, ProtocolHandler, ProtocolReply } from '../../platform/protocol';
import { checkOpen } from '../../shared/closed-workspaces-store';
import { emit } from '../../shared/events';
import {
  t,
  buttonLink,
  hiddenFields,
  html,
  page,
  pageHeaders,
  tHtml,
  messageOf,
} from '../../shared/pages';
import { consolePath } from '../../shared/server-settings';
import {
  checkAttempts,
  expectedOrigin,
  failAttempt,
  findLiveSessions,
  findUserForUpdate,
  guessAt,
  localOriginOf,
  lockWorkspace,
  originOf,
  recordFailures,
  sourceLimits,
  type UserRow,
} from '../auth';
import { createSignIn, Refusal, type SignInParts, storeLink } from './account-sign-in';
import {
  type Flow,
  type FlowCookie,
  flowEnd,
  type LinkFlow,
  pathIn,
  returnPath,
} from './flow-cookie';
import type { Identity } from './identity-claims';
import { findLink } from './oidc-store';
import { type Provider, ProviderDown, ProviderFault } from './provider';

/** The dependencies of the flow. */
export interface FlowParts extends SignInParts {
  readonly config: Config;
  readonly provider: Provider;
  readonly cookie: FlowCookie;
}

const startPath = '/v1/oidc/start';
const callbackPath = '/v1/oidc/callback';

/** Makes the beginning of a flow: the page that leads on to the provider. */
export function startOidcWith(parts: FlowParts): ProtocolHandler {
  const { config, oidc, provider, cookie } = parts;
  return async ({ message, body }, ctx) => {
    const base = baseOf(message, config);
    checkOwnForm(message, config, ctx);
    const form = new URLSearchParams(body);
    const given = (name: string) => form.get(name) || undefined;
    const returnTo = returnPath(given('return_to'), homeOf(config));
    const link = given('link') === 'true' ? linkOf(ctx) : undefined;
    try {
      const { url, checks } = await provider.begin(`${base}${callbackPath}`);
      const flow: Flow = {
        checks,
        expiresAt: flowEnd(ctx.now),
        returnTo,
        workspaceId: given('workspace_id')?.slice(0, 200),
        invitation: given('invitation')?.slice(0, 200),
        link,
      };
      const flows = [flow, ...cookie.read(message.headers.cookie, ctx.now)];
      return leadOnReply(oidc.name, url, cookie.write(flows));
    } catch (error) {
      return failureReply(
        parts,
        ctx,
        { back: `${base}${returnTo}`, isLink: link !== undefined },
        error,
      );
    }
  };
}

/** Makes the end of a flow, to which the provider sends the browser. */
export function finishOidcWith(parts: FlowParts): ProtocolHandler {
  const { config, database, reader, provider, cookie } = parts;
  const accounts = createSignIn(parts);
  return async ({ message }, ctx) => {
    const base = baseOf(message, config);
    const [, query = ''] = /\?(.*)$/s.exec(message.url ?? '') ?? [];
    const flows = cookie.read(message.headers.cookie, ctx.now);
    const state = new URLSearchParams(query).get('state');
    const flow = flows.find(({ checks }) => checks.state === state);
    if (flow === undefined)
      return refusalReply(notBegun, { back: `${base}${homeOf(config)}`, requestId: ctx.requestId });
    const place = { back: `${base}${flow.returnTo}`, isLink: flow.link !== undefined };
    const rest = cookie.write(flows.filter((other) => other !== flow));
    const guess = guessAt(`oidc ${ctx.address}`, ctx.address, sourceLimits, ctx.now);
    try {
      await checkAttempts(reader, guess);
      const identity = await provider.finish(`${base}${callbackPath}?${query}`, flow.checks);
      if (flow.link !== undefined) {
        await link(parts, ctx, flow.link, identity);
        return seeOther(pathIn(flow.returnTo, flow.link.workspaceId), rest);
      }
      const result =
        flow.invitation === undefined
          ? await accounts.signIn(ctx, flow, identity)
          : await accounts.join(ctx, flow.invitation, identity);
      if ('choose' in result) {
        const form = { action: `${base}${startPath}`, returnTo: flow.returnTo };
        return chooseReply(result.choose, form, rest);
      }
      const { workspaceId, ...signedIn } = result;
      return { ...seeOther(pathIn(flow.returnTo, workspaceId), rest), ...signedIn };
    } catch (error) {
      // A code that the provider refuses costs a request to it.
      if (error instanceof ProviderFault) {
        await failAttempt(database, guess, problem('UNAUTHENTICATED'));
      }
      if (error instanceof Refusal) await recordFailures(database, ctx, error.accounts);
      const reply = failureReply(parts, ctx, place, error);
      return { ...reply, headers: { ...reply.headers, 'Set-Cookie': rest } };
    }
  };
}

const notBegun =
  'This sign-in was not begun in this browser, was used already, or took longer than ten minutes. Begin again.';

const shownProblems: ReadonlySet<string> = new Set([
  'EMAIL_TAKEN',
  'INVITATION_NOT_VALID',
  'MOVED',
  'NAME_TAKEN',
  'RATE_LIMITED',
]);

/** The page for a failure. Throws what is none of the person, the provider or the configuration. */
function failureReply(
  { oidc }: FlowParts,
  ctx: ProtocolContext,
  place: Pick<Refused, 'back' | 'isLink'>,
  error: unknown,
): ProtocolReply {
  const { log, loggedAddress: address } = ctx;
  const to = { ...place, requestId: ctx.requestId };
  if (error instanceof Refusal) {
    const users = error.accounts.map(({ id, workspace_id }) => ({ user_id: id, workspace_id }));
    log.warn({ reason: error.message, address, users }, 'A sign-in by OpenID Connect failed');
    return refusalReply(error.message, to);
  }
  if (error instanceof Problem) {
    if (error.code === 'UNAVAILABLE') return refusalReply(error.message, { ...to, status: 503 });
    if (!shownProblems.has(error.code)) throw error;
    log.warn({ reason: error.code, address }, 'A sign-in by OpenID Connect failed');
    return refusalReply(error.message, to);
  }
  if (error instanceof ProviderDown) {
    log.error({ reason: error.message }, 'The OpenID Connect provider does not respond');
    const message = t(
      '{name} does not respond, so it cannot sign you in now. Try again in a minute.',
      { name: oidc.name },
    );
    return refusalReply(message, { ...to, status: 503 });
  }
  if (!(error instanceof ProviderFault)) throw error;
  log.warn({ reason: error.message, address }, 'A sign-in by OpenID Connect failed');
  if (error.code === 'access_denied') {
    const message = t(
      '{name} did not sign you in: you cancelled, or you may not use this service.',
      { name: oidc.name },
    );
    return refusalReply(message, to);
  }
  return refusalReply(
    t(
      '{name} did not sign you in, or its response cannot be trusted. Begin again. If this repeats, tell the operator of this server.',
      { name: oidc.name },
    ),
    to,
  );
}

// A form of another site could otherwise sign a person in to a foreign account, or link one.
function checkOwnForm(message: IncomingMessage, config: Config, ctx: ProtocolContext): void {
  const origin = originOf(message, config);
  const hasSession = ctx.caller?.kind === 'user' && ctx.caller.sessionId !== null;
  if (origin === 'same' || (origin === 'unknown' && !hasSession)) return;
  throw problem(
    'CSRF_FAILED',
    `This form was sent from another site. ${expectedOrigin(message, config)}`,
  );
}

function linkOf({ caller }: ProtocolContext): LinkFlow {
  if (caller?.kind !== 'user') throw problem('CSRF_FAILED', 'Sign in first, and link then.');
  const { workspaceId, userId, sessionId } = caller;
  return { workspaceId, userId, sessionId };
}

async function link(
  { database, reader }: FlowParts,
  ctx: ProtocolContext,
  { workspaceId, userId, sessionId }: LinkFlow,
  identity: Identity,
): Promise<void> {
  const { now, newId, log, loggedAddress, sessionCookies } = ctx;
  // The provider sends the browser here without the name of a workspace.
  const live = await findLiveSessions(reader, sessionCookies, now);
  if (sessionId !== null && !live.some(({ session }) => session.session_id === sessionId)) {
    throw new Refusal('You have signed out meanwhile. Sign in, and link your account again.');
  }
  await withRetries(log, () =>
    transact(database, async (transaction) => {
      await checkOpen(transaction, workspaceId);
      await lockWorkspace(transaction, workspaceId);
      const user = await findUserForUpdate(transaction, { workspaceId, userId });
      if (user?.deactivated_at !== null) throw new Refusal('Your account is deactivated.');
      const existing = await findLink(transaction, { workspaceId, userId });
      if (existing?.issuer === identity.issuer && existing.subject === identity.subject) return;
      await storeLink({ ...ctx, transaction }, user, identity, null);
      const actor: Pick<UserActor, 'id'> = { id: user.actor_id };
      emit(
        { transaction, now, newId, workspaceId, actor, loggedAddress },
        {
          kind: 'user.linked',
          subject: { type: 'user', id: userId, title: user.name },
          summary: `${user.name} linked their account to OpenID Connect.`,
          audit: { new: { issuer: identity.issuer } },
        },
      );
    }),
  );
}

function seeOther(location: string, cookie: string) {
  return {
    status: 303,
    headers: { Location: location, 'Referrer-Policy': 'no-referrer', 'Set-Cookie': cookie },
  };
}

function homeOf(config: Config): string {
  return config.console ? consolePath : '/';
}

/** The address of this server, at which the provider knows it. */
function baseOf(message: IncomingMessage, config: Config): string {
  const base = config.publicUrl?.replace(/\/$/, '') ?? localOriginOf(message, config);
  if (base === undefined) throw notFound('path', message.url?.replace(/\?.*$/s, '') ?? '');
  return base;
}

/** The page that leads on to the provider: a redirect would be the response to a form. */
function leadOnReply(name: string, url: string, cookie: string): ProtocolReply {
  const content = page(
    t('Sign in with {name}', { name }),
    html`<p>${tHtml('You are now sent to {place}.', { place: html`<strong>${name}</strong>` })}</p>
      ${buttonLink(url, t('Continue to {place}', { place: name }))}`,
    html`<meta http-equiv="refresh" content="0; url=${url}" />`,
  );
  return pageReply(200, content, { 'Set-Cookie': cookie });
}

/** The page that says why nobody is signed in, or nothing is linked. */
function refusalReply(
  message: string,
  { back, requestId, status = 400, isLink = false }: Refused,
): ProtocolReply {
  const content = page(
    isLink ? t('Your account is not linked') : t('You are not signed in'),
    html`<p class="error" role="alert">${messageOf(message)}</p>
      ${buttonLink(back, t('Back'))}
      <p class="hint after">${t('Request {id}', { id: requestId })}</p>`,
  );
  return pageReply(status, content, status === 503 ? { 'Retry-After': '5' } : {});
}

/** Where a refusal leads to. */
interface Refused {
  /** The address of the page to begin again. */
  readonly back: string;
  readonly requestId: string;
  /** Whether a person who is signed in wanted to link their account. */
  readonly isLink?: boolean;
  readonly status?: 400 | 503;
}

/** The page to choose one of the workspaces that have an account of the identity. */
function chooseReply(
  accounts: readonly UserRow[],
  form: { readonly action: string; readonly returnTo: string },
  cookie: string,
): ProtocolReply {
  const content = page(
    t('Choose a workspace'),
    accounts.map(
      ({ workspace_id, workspace_name: workspace }) =>
        html`<form method="post" action="${form.action}">
          ${hiddenFields({ workspace_id, return_to: form.returnTo })}
          <div class="buttons"><button>${workspace}</button></div>
        </form>`,
    ),
  );
  return pageReply(200, content, { 'Set-Cookie': cookie }, true);
}

function pageReply(
  status: number,
  content: string,
  more: Readonly<Record<string, string>> = {},
  hasForm = false,
): ProtocolReply {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders(hasForm);
  return { status, bytes: Buffer.from(content), contentType, headers: { ...headers, ...more } };
}
