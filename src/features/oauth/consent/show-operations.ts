import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import { withRetries } from '../../../platform/db/faults';
import { transact } from '../../../platform/db/transaction';
import { workspaceOf } from '../../../platform/http/cookies';
import { withoutSecrets } from '../../../platform/log';
import type { UserActor } from '../../../platform/operation';
import type { ProtocolContext, ProtocolHandler } from '../../../platform/protocol';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { checkOpen } from '../../../shared/closed-workspaces-store';
import { hashSecret, newWorkspaceSecret } from '../../../shared/tokens';
import { findLiveSessions } from '../../auth';
import {
  chooseWorkspaceReply,
  type ConsentParts as ConsentPage,
  consentReply,
  failureReply,
  findChoices,
  newWorkspace,
  signInReply,
  viewerReply,
  waysOf,
} from './page-replies';
import { nameOf } from '../clients/client-store';
import { nameBeforeSignIn, unknownClient, type FindClient } from '../clients/find-client';
import { redirectPlace } from '../clients/registration-rules';
import { Form, isFault, getOauthServer, queryOf } from '../oauth-server';
import type { EndpointParts } from '../tokens/token-operations';
import {
  type AuthorizationRequest,
  errorUrl,
  readRequest,
  returnAddressOf,
} from './authorization-request';
import { insertTicket } from './ticket-store';
import { messageOf, t } from '../../../shared/pages';

/** The dependencies of the pages. */
export interface ConsentParts extends EndpointParts {
  readonly reader: Reader;
  readonly findClient: FindClient;
}

/**
 * Makes the authorization endpoint's GET: the page to sign in, and then the page to decide. A client
 * is searched for a signed-in person only, because that may send a request.
 */
export function showAuthorizationWith(parts: ConsentParts): ProtocolHandler {
  const { config, findClient, reader } = parts;
  return async ({ message }, ctx) => {
    const server = getOauthServer(message, config);
    const query = queryOf(message);
    const form = new Form(query);
    const clientId = form.get('client_id');
    if (clientId === undefined) {
      return failureReply(form.has('client_id') ? unknownClient.fault : noClient, ctx);
    }
    if (ctx.caller?.kind !== 'user') {
      const clientName = await nameBeforeSignIn(reader, clientId, ctx.now);
      if (typeof clientName !== 'string') return failureReply(clientName.fault, ctx);
      if (workspaceOf(message) !== newWorkspace) {
        const live = await findLiveSessions(reader, ctx.sessionCookies, ctx.now);
        if (live.length > 0) return chooseWorkspaceReply({ query, clientName, live }, server.base);
      }
      return signInReply({ query: query.toString(), clientName, ...waysOf(config) }, server.base);
    }
    if (ctx.caller.role === 'viewer') return viewerReply(query, ctx, server.base);
    const client = await findClient(clientId, ctx.caller, { now: ctx.now, message });
    if ('fault' in client) {
      // People also paste secrets into the field of the id.
      const given = { client_id: withoutSecrets(clientId), fault: withoutSecrets(client.fault) };
      ctx.log.info(given, 'A client is not known');
      return failureReply(client.fault, ctx);
    }
    const address = returnAddressOf(client, form);
    if (address === undefined) {
      ctx.log.info({ client_id: clientId }, 'A redirect URI is not one of the client');
      return failureReply(addressFault(form), ctx);
    }
    const request = readRequest(client, address, form, server);
    if (isFault(request)) {
      ctx.log.info({ client_id: clientId, ...request }, 'A client is refused');
      return failureReply(
        t('The request of the application is not valid: {description}', {
          description: messageOf(request.description),
        }),
        ctx,
        {
          clientName: nameOf(client),
          documentHost: client.host,
          url: errorUrl(address, server, request),
          place: messageOf(redirectPlace(address.redirectUri)),
        },
      );
    }
    const page = await askPerson(parts, ctx, ctx.caller, request);
    return consentReply({ ...page, chosen: {}, query }, server.base);
  };
}

const noClient =
  'The request of the application has no client_id. Remove the connection there and add it again.';

/** Says why a request has no return address. */
function addressFault(form: Form): string {
  const description = form.has('redirect_uri')
    ? form.faultOf(['client_id', 'redirect_uri'])?.description
    : 'redirect_uri is missing.';
  return description === undefined
    ? 'The client asks to be sent to an address that it has not registered.'
    : t('The request of the application is not valid: {description}', {
        description: messageOf(description),
      });
}

async function askPerson(
  { database, reader }: ConsentParts,
  { now, newId, log }: ProtocolContext,
  person: UserActor,
  request: AuthorizationRequest,
): Promise<Omit<ConsentPage, 'chosen'>> {
  const ticket = newWorkspaceSecret('cbt', person.workspaceId);
  await withRetries(log, () =>
    transact(database, async (transaction) => {
      await checkOpen(transaction, person.workspaceId);
      await insertTicket(transaction, {
        id: newId('ott'),
        workspace_id: person.workspaceId,
        ticket_hash: hashSecret(ticket),
        user_id: person.userId,
        session_id: person.sessionId,
        request: JSON.stringify(request),
        expires_at: addMilliseconds(now, limits.oauth_ticket_seconds * SECOND),
      });
    }),
  );
  const choices = await findChoices(reader, person, request.clientName);
  log.info({ client_id: request.clientId }, 'A person is asked to let a client in');
  return { request, person, ticket, choices };
}
