import type { UserActor } from '../../../platform/operation';
import type { ProtocolContext, ProtocolReply } from '../../../platform/protocol-operation';
import { checkRedirectUri } from '../clients/redirect-rules';
import { renderConsentPage } from '../pages/consent-page';
import { renderErrorPage } from '../pages/error-page';
import { pageHeaders } from '../pages/page';
import { renderSignInPage, type SignInPage } from '../pages/sign-in-page';
import type { Choices } from './agent-choices';
import type { AuthorizationRequest } from './authorization-request';

/** What a person has chosen so far. */
export interface Chosen {
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly scopes?: readonly string[];
}

/** The page to sign in; `query` is that of the authorization request. */
export type SignInParts = Omit<SignInPage, 'form'> & { readonly query: string };

/** The page to decide. */
export interface ConsentParts {
  readonly request: AuthorizationRequest;
  readonly person: UserActor;
  readonly ticket: string;
  readonly choices: Choices;
  readonly chosen: Chosen;
  readonly message?: string;
}

const path = '/oauth/authorize';

/**
 * Shows the page to sign in, whose form repeats the query of the authorization request. After the
 * sign-in, a request with a fault redirects to the client, which the page's policy must permit.
 */
export function signInReply({ query, ...page }: SignInParts, base: string): ProtocolReply {
  const form = { action: `${base}${path}?${query}`, hidden: { step: 'sign_in' } };
  const redirectUri = new URLSearchParams(query).get('redirect_uri') ?? '';
  const isAllowed = checkRedirectUri(redirectUri) === undefined;
  return pageReply(200, renderSignInPage({ ...page, form }), isAllowed ? redirectUri : undefined);
}

/** Shows the page to decide. */
export function consentReply(page: ConsentParts, base: string): ProtocolReply {
  const { request, person, ticket, choices, chosen, message } = page;
  const { clientName, clientHost, redirectUri, scopes } = request;
  const html = renderConsentPage({
    form: { action: `${base}${path}`, hidden: { step: 'consent', ticket } },
    clientName,
    documentHost: clientHost,
    redirectUri,
    person: { name: person.name, email: choices.email },
    workspaceName: choices.workspaceName,
    agents: choices.agents,
    selectedAgent: chosen.agentId,
    newAgentName: chosen.agentName ?? choices.newAgentName,
    scopes,
    selectedScopes: chosen.scopes,
    error: message,
  });
  return pageReply(200, html, redirectUri);
}

/** Shows why nothing can be decided. Such a request is never redirected. */
export function failureReply(
  message: string,
  { requestId }: Pick<ProtocolContext, 'requestId'>,
): ProtocolReply {
  return pageReply(400, renderErrorPage({ message, requestId }));
}

function pageReply(status: number, html: string, redirectUri?: string): ProtocolReply {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders(redirectUri);
  return { status, bytes: Buffer.from(html), contentType, headers };
}
