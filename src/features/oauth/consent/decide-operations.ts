import { limits } from '../../../../generated/limits';
import { asLine } from '../../../platform/control-characters';
import { withRetries } from '../../../platform/db/faults';
import { createReader } from '../../../platform/db/reader';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { isRecord } from '../../../platform/json';
import type { Scope, UserActor } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type {
  ProtocolContext,
  ProtocolHandler,
  ProtocolReply,
  ProtocolRequest,
} from '../../../platform/protocol';
import { countCharacters } from '../../../platform/text-length';
import { addMilliseconds, DAY, SECOND } from '../../../platform/time';
import { findAgentActor, lockAgent, lockNames } from '../../../shared/actor-store';
import { checkOpen } from '../../../shared/closed-workspaces-store';
import { emit } from '../../../shared/events';
import { t } from '../../../shared/pages';
import { endGrant } from '../../../shared/oauth-grant-store';
import { hashSecret } from '../../../shared/tokens';
import { addAgent } from '../../agents';
import {
  type AccountSettings,
  createSession,
  expectedOrigin,
  originOf,
  unlessPasswordsAreOff,
  findUserForUpdate,
} from '../../auth';
import { extendClient } from '../clients/client-store';
import { nameBeforeSignIn } from '../clients/find-client';
import { redirectPlace } from '../clients/registration-rules';
import { insertGrant, lockGrant } from '../grants/grant-store';
import {
  Form,
  redirectReply,
  getOauthServer,
  type OauthServer,
  queryOf,
  withRead,
} from '../oauth-server';
import { codeOf } from '../secrets';
import type { EndpointParts } from '../tokens/token-operations';
import { findCode, insertCode } from '../tokens/token-store';
import { type AuthorizationRequest, parseRequest } from './authorization-request';
import { type Consent, outcomeReply } from './decision-outcome';
import {
  consentReply,
  failureReply,
  findChoices,
  pageIn,
  type SignInParts,
  signInReply,
  waysOf,
} from './page-replies';
import type { ConsentParts } from './show-operations';
import {
  decideTicket,
  type Decision,
  findTicket,
  type TicketRow,
  withdrawTicket,
} from './ticket-store';

const maxName = 200;

/** Makes the authorization endpoint's POST: the forms of its pages. */
export function decideAuthorizationWith(parts: ConsentParts, signIn: SignIn): ProtocolHandler {
  return async (request, ctx) => {
    const { message, body } = request;
    const server = getOauthServer(message, parts.config);
    checkOwnForm(parts, request, ctx);
    const form = new Form(body);
    if (form.get('step') === 'sign_in') return signIn(request, ctx, form, server);
    if (ctx.caller?.kind !== 'user') return failureReply(ended, ctx);
    return decide(parts, ctx, ctx.caller, form, server);
  };
}

const ended = 'This page has expired. Go back to the application and connect it again.';

// A page of another site could otherwise sign a person in to a foreign account, or consent.
function checkOwnForm(
  { config }: ConsentParts,
  { message }: ProtocolRequest,
  { caller }: ProtocolContext,
): void {
  const origin = originOf(message, config);
  const hasSession = caller?.kind === 'user';
  if (origin === 'same' || (origin === 'unknown' && !hasSession)) return;
  const origins = expectedOrigin(message, config);
  throw problem('CSRF_FAILED', `This form was sent from another site. ${origins}`);
}

/** A refusal to consent that shows the page again. */
class AskAgain extends Error {}

async function decide(
  parts: ConsentParts,
  ctx: ProtocolContext,
  person: UserActor,
  form: Form,
  server: OauthServer,
): Promise<ProtocolReply> {
  const { database, reader } = parts;
  const { log, now, newId, loggedAddress } = ctx;
  const ticket = form.get('ticket') ?? '';
  const key = {
    workspace_id: person.workspaceId,
    ticket_hash: hashSecret(ticket),
    user_id: person.userId,
  };
  const row = await findTicket(reader, key);
  if (row === undefined || row.session_id !== person.sessionId) return failureReply(ended, ctx);
  const request = parseRequest(row.request);
  const { workspaceId } = person;
  const again = async (message: string): Promise<ProtocolReply> =>
    consentReply(
      {
        request,
        person,
        ticket,
        choices: await findChoices(reader, person, request.clientName),
        chosen: {
          agentId: form.get('agent_id'),
          agentName: form.get('agent_name'),
          scopes: form.all('scope'),
        },
        message,
      },
      server.base,
    );
  const decision = form.get('decision') === 'allow' ? 'allow' : 'refuse';
  const consent = decision === 'allow' ? readConsent(form, request, codeOf(ticket)) : undefined;
  const outcome = (decided: Decision): Promise<ProtocolReply> =>
    outcomeReply(reader, ctx, server, { workspaceId, request, ticket, decision: decided, consent });
  const withdraws = row.decision === 'allow' && decision === 'refuse';
  if (row.decision !== null && !withdraws) return outcome(row.decision);
  if (row.decision === null && row.expires_at <= now) return failureReply(ended, ctx);
  if (typeof consent === 'string') return again(consent);
  // As long as the code is known.
  const keptUntil = addMilliseconds(now, DAY);
  try {
    const logged = await withRetries(log, () =>
      transact(database, async (transaction) => {
        await checkOpen(transaction, workspaceId);
        const write = { transaction, actor: person, workspaceId, now, newId, loggedAddress };
        if (!(await decideTicket(transaction, row, { decision, keptUntil }))) {
          const isWithdrawn = decision === 'refuse' && (await withdraw(write, row, codeOf(ticket)));
          return isWithdrawn ? 'A person withdrew what they had allowed a client' : undefined;
        }
        if (consent === undefined) return logLines[decision];
        const agentName = await allow(write, request, consent);
        if (agentName === undefined) throw new AskAgain('Choose an agent that is not revoked.');
        return logLines[decision];
      }),
    );
    if (logged !== undefined) log.info({ client_id: request.clientId }, logged);
  } catch (error) {
    // The rollback has kept the ticket.
    if (error instanceof AskAgain) return again(error.message);
    if (error instanceof Problem && error.code === 'NAME_TAKEN') return again(error.message);
    throw error;
  }
  // Another form may have decided first.
  const decided = await findTicket(reader, key);
  return decided?.decision ? outcome(decided.decision) : failureReply(ended, ctx);
}

const logLines: Readonly<Record<Decision, string>> = {
  allow: 'A person let a client in',
  refuse: 'A person refused a client',
};

/** The consent of a form; a sentence that says what it lacks. */
function readConsent(form: Form, request: AuthorizationRequest, code: string): Consent | string {
  const allowed = form.all('scope');
  const scopes = withRead(request.scopes.filter((scope: Scope) => allowed.includes(scope)));
  if (scopes.length === 0) return 'Choose what the client may do.';
  const agentId = form.get('agent_id');
  if (agentId === undefined) return 'Choose the agent that the client acts as.';
  if (agentId !== 'new') return { agent: { id: agentId }, scopes, code };
  const newName = asLine(form.get('agent_name') ?? '').trim();
  if (newName === '' || countCharacters(newName) > maxName) {
    return t('Give the new agent a name of at most {most} characters.', { most: maxName });
  }
  return { agent: { newName }, scopes, code };
}

/** Handles the form of the page to sign in. */
type SignIn = (
  request: ProtocolRequest,
  ctx: ProtocolContext,
  form: Form,
  server: OauthServer,
) => Promise<ProtocolReply>;

/**
 * Makes the sign-in of the authorization endpoint: `createSession` with its limits and its cookie,
 * and then the page to decide, whose parameters are in the query of the form's URL.
 */
export function signInWith({ database, config }: EndpointParts, settings: AccountSettings): SignIn {
  const create = unlessPasswordsAreOff(settings, createSession(database, settings));
  const reader = createReader(database);
  const ways = waysOf(config);
  return async ({ message }, ctx, form, { base }) => {
    const parameters = queryOf(message);
    const query = parameters.toString();
    // The local owner of development needs no password.
    if (ctx.caller?.kind === 'user') return redirectReply(`${base}/oauth/authorize?${query}`);
    const email = form.get('email') ?? '';
    const workspace = form.get('workspace_id');
    const body = {
      email,
      password: form.get('password') ?? '',
      ...(workspace !== undefined && { workspace_id: workspace }),
    };
    try {
      const {
        cookie,
        deviceTokens,
        signedIn,
        body: session,
      } = await withRetries(ctx.log, () =>
        transact(database, (transaction) =>
          create(
            { path: {}, query: {}, header: {}, body },
            { ...ctx, reader: transaction, transaction },
          ),
        ),
      );
      return {
        ...redirectReply(pageIn(parameters, session.workspace.id, base)),
        ...(cookie !== undefined && { cookie }),
        ...(deviceTokens !== undefined && { deviceTokens }),
        ...(signedIn !== undefined && { signedIn }),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const clientId = parameters.get('client_id') ?? '';
      const clientName = await nameBeforeSignIn(reader, clientId, ctx.now);
      if (typeof clientName !== 'string') return failureReply(clientName.fault, ctx);
      return signInReply({ query, clientName, email, ...refusal(error), ...ways }, base);
    }
  };
}

function refusal(error: Problem): Pick<SignInParts, 'error' | 'workspaces'> {
  const { code, message } = error;
  if (code === 'WORKSPACE_REQUIRED') return { error: message, workspaces: workspacesOf(error) };
  if (code === 'PASSWORD_SIGN_IN_OFF') return { error: message };
  const { retry_after_seconds: seconds } = error.details;
  if (code === 'RATE_LIMITED' && typeof seconds === 'number' && seconds > 1) {
    return { error: t('Too many failed attempts. Try again in {seconds} seconds.', { seconds }) };
  }
  if (code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED' || code === 'MOVED') {
    return { error: message };
  }
  throw error;
}

function workspacesOf({ details }: Problem): SignInParts['workspaces'] {
  const { workspaces } = details;
  if (!Array.isArray(workspaces)) return [];
  return workspaces.flatMap((each: unknown) =>
    isRecord(each) ? [{ id: String(each['id']), name: String(each['name']) }] : [],
  );
}

/** A write of a signed-in person. */
interface PersonWrite {
  readonly transaction: Transaction;
  readonly actor: UserActor;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly loggedAddress: string | undefined;
}

/**
 * Creates the grant and its code, and returns the name of the agent; undefined if the agent is not
 * one that the client can act as. Locks the person and the agent, so that whatever ends either of
 * them comes before the grant, which is then refused, or ends it.
 */
async function allow(
  write: PersonWrite,
  request: AuthorizationRequest,
  { agent, scopes, code }: Consent,
): Promise<string | undefined> {
  const { transaction, actor, workspaceId, now, newId } = write;
  // Lock order: the workspace, then the person. This prevents deadlocks with a person's rename.
  if ('newName' in agent) await lockNames(transaction, workspaceId);
  const person = await findUserForUpdate(transaction, { workspaceId, userId: actor.userId });
  if (person?.deactivated_at !== null || person.role === 'viewer') return undefined;
  const agentId = 'id' in agent ? agent.id : await addAgent(write, { name: agent.newName });
  const state = await lockAgent(transaction, workspaceId, agentId);
  const found = await findAgentActor(transaction, workspaceId, agentId);
  if (found === undefined || state === undefined || state === 'revoked') return undefined;
  const id = newId('ogr');
  const expiresAt = addMilliseconds(now, limits.oauth_code_seconds * SECOND);
  await insertGrant(transaction, {
    id,
    workspaceId,
    agentId,
    userId: actor.userId,
    clientId: request.clientId,
    clientName: request.clientName,
    clientHost: request.clientHost,
    redirectHost: redirectPlace(request.redirectUri),
    scopes,
    audience: request.resource,
    refreshes: request.refreshes,
    now,
    expiresAt,
  });
  await insertCode(transaction, {
    id: newId('occ'),
    workspace_id: workspaceId,
    code_hash: hashSecret(code),
    grant_id: id,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    expires_at: expiresAt,
  });
  // Otherwise it could be deleted before the client redeems the code.
  await extendClient(transaction, request.clientId, now);
  emit(write, {
    kind: 'oauth_grant.created',
    subject: { type: 'oauth_grant', id, title: request.clientName },
    summary: `${actor.name} let ${request.clientName} act as ${found.name}.`,
    audit: { new: { agent_id: agentId, scopes: [...scopes] } },
  });
  return found.name;
}

/**
 * Changes an allowance to a refusal: ends the grant of its code, with the tokens if the client has
 * redeemed it. Returns false if the ticket was not allowed. A redemption waits for the same grant.
 */
async function withdraw(write: PersonWrite, ticket: TicketRow, code: string): Promise<boolean> {
  const { transaction, workspaceId, actor } = write;
  if (!(await withdrawTicket(transaction, ticket))) return false;
  const row = await findCode(transaction, code);
  const grant = row && (await lockGrant(transaction, workspaceId, row.grant_id));
  if (grant !== undefined && grant.ended_at === null) {
    await endGrant(write, grant, `${actor.name} refused ${grant.client_name} after all.`);
  }
  return true;
}
