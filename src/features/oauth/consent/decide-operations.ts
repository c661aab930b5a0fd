import { withRetries } from '../../../platform/db/faults';
import { transact } from '../../../platform/db/transaction';
import type {
  ProtocolContext,
  ProtocolHandler,
  ProtocolReply,
  ProtocolRequest,
  Scope,
  UserActor,
} from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import { countCharacters } from '../../../platform/text';
import { DAY, addMilliseconds } from '../../../platform/time';
import { hashSecret } from '../../../shared/tokens';
import { originOf } from '../../auth';
import { Form } from '../form';
import { getOauthServer, type OauthServer } from '../oauth-server';
import { codeOf } from '../secrets';
import { findChoices } from './agent-choices';
import { parseRequest, type AuthorizationRequest } from './authorization-request';
import { allow, type Consent } from './consent';
import { outcomeReply } from './outcome';
import { consentReply, failureReply } from './page-replies';
import type { ConsentParts } from './show-operations';
import type { SignIn } from './sign-in';
import { decideTicket, findTicket, type Decision } from './ticket-store';

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
  throw problem('CSRF_FAILED', 'This form was sent from another site.');
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
  const { log, now, newId } = ctx;
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
  const outcome = (decision: Decision): Promise<ProtocolReply> =>
    outcomeReply(reader, ctx, server, { workspaceId, request, ticket, decision });
  if (row.decision !== null) return outcome(row.decision);
  if (row.expires_at <= now) return failureReply(ended, ctx);
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
  if (typeof consent === 'string') return again(consent);
  // As long as the code is known.
  const keptUntil = addMilliseconds(now, DAY);
  try {
    const isFirst = await withRetries(log, () =>
      transact(database, async (transaction) => {
        if (!(await decideTicket(transaction, row, { decision, keptUntil }))) return false;
        if (consent === undefined) return true;
        const write = { transaction, actor: person, workspaceId, now, newId };
        const agentName = await allow(write, request, consent);
        if (agentName === undefined) throw new AskAgain('Choose an agent that is not revoked.');
        return true;
      }),
    );
    if (isFirst) log.info({ client_id: request.clientId }, logLines[decision]);
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
  const scopes = request.scopes.filter((scope: Scope) => allowed.includes(scope));
  if (scopes.length === 0) return 'Choose what the client may do.';
  const agentId = form.get('agent_id');
  if (agentId === undefined) return 'Choose the agent that the client acts as.';
  if (agentId !== 'new') return { agent: { id: agentId }, scopes, code };
  const newName = form.get('agent_name')?.trim() ?? '';
  if (newName === '' || countCharacters(newName) > maxName) {
    return `Give the new agent a name of at most ${maxName} characters.`;
  }
  return { agent: { newName }, scopes, code };
}
