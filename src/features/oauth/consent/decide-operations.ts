import { withRetries } from '../../../platform/db/faults/retry';
import { transact } from '../../../platform/db/transaction';
import type { Scope, UserActor } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type {
  ProtocolContext,
  ProtocolHandler,
  ProtocolReply,
  ProtocolRequest,
} from '../../../platform/protocol-operation';
import { countCharacters } from '../../../platform/text';
import { hashSecret } from '../../../shared/tokens';
import { originOf } from '../../auth';
import { Form } from '../form';
import { fault } from '../oauth-reply';
import { getOauthServer, type OauthServer } from '../oauth-server';
import { findChoices } from './agent-choices';
import { codeReply, errorReply } from './authorization-reply';
import { parseRequest, type AuthorizationRequest } from './authorization-request';
import { allow, type Consent } from './consent';
import { consentReply, failureReply } from './page-replies';
import type { ConsentParts } from './show-operations';
import type { SignIn } from './sign-in';
import { findTicket, takeTicket, type TicketRow } from './ticket-store';

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

const ended =
  'This page has expired, or it was used before. Go back to the client and connect again.';

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
  if (row === undefined || row.session_id !== person.sessionId || row.expires_at <= now) {
    return failureReply(ended, ctx);
  }
  const request = parseRequest(row.request);
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
  if (form.get('decision') !== 'allow') return refuse(parts, ctx, row, request, server);
  const consent = readConsent(form, request);
  if (typeof consent === 'string') return again(consent);
  const source = { actor: person, workspaceId: person.workspaceId, now, newId };
  try {
    const code = await withRetries(log, () =>
      transact(database, async (transaction) => {
        if (!(await takeTicket(transaction, row))) return undefined;
        const given = await allow({ ...source, transaction }, request, consent);
        if (given === undefined) throw new AskAgain('Choose an agent that is not revoked.');
        return given;
      }),
    );
    if (code === undefined) return failureReply(ended, ctx);
    log.info({ client_id: request.clientId }, 'A person let a client in');
    return codeReply(request, server, code);
  } catch (error) {
    // The rollback has kept the ticket.
    if (error instanceof AskAgain) return again(error.message);
    if (error instanceof Problem && error.code === 'NAME_TAKEN') return again(error.message);
    throw error;
  }
}

async function refuse(
  { database }: ConsentParts,
  ctx: ProtocolContext,
  row: TicketRow,
  request: AuthorizationRequest,
  server: OauthServer,
): Promise<ProtocolReply> {
  const { log } = ctx;
  const taken = await withRetries(log, () =>
    transact(database, (transaction) => takeTicket(transaction, row)),
  );
  if (!taken) return failureReply(ended, ctx);
  log.info({ client_id: request.clientId }, 'A person refused a client');
  return errorReply(request, server, fault('access_denied', 'The person refused.'));
}

/** The consent of a form; a sentence that says what it lacks. */
function readConsent(form: Form, request: AuthorizationRequest): Consent | string {
  const allowed = form.all('scope');
  const scopes = request.scopes.filter((scope: Scope) => allowed.includes(scope));
  if (scopes.length === 0) return 'Choose what the client may do.';
  const agentId = form.get('agent_id');
  if (agentId === undefined) return 'Choose the agent that the client acts as.';
  if (agentId !== 'new') return { agent: { id: agentId }, scopes };
  const newName = form.get('agent_name')?.trim() ?? '';
  if (newName === '' || countCharacters(newName) > maxName) {
    return `Give the new agent a name of at most ${maxName} characters.`;
  }
  return { agent: { newName }, scopes };
}
