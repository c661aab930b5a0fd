import type { Reader } from '../../../platform/db/reader';
import { workspaceParameter } from '../../../platform/http/cookies';
import type { Config } from '../../../platform/config';
import type { UserActor } from '../../../platform/operation';
import type { ProtocolContext, ProtocolReply } from '../../../platform/protocol';
import { findFreeName } from '../../../shared/actor-store';
import { type ChoosableAgent, findChoosableAgents } from '../../agents';
import { findUser, findWorkspace, type LiveSession } from '../../auth';
import { redirectPlace } from '../clients/registration-rules';
import {
  renderConsentPage,
  type FailedClient,
  renderConnectedPage,
  renderContinuePage,
  renderOtherDecisionPage,
  renderErrorPage,
  renderChoicePage,
} from '../pages/consent-pages';
import { messageOf, pageHeaders } from '../../../shared/pages';
import { renderSignInPage, type SignInPage } from '../pages/sign-in-page';
import type { AuthorizationRequest } from './authorization-request';

/** What a person has chosen so far. */
export interface Chosen {
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly scopes?: readonly string[];
}

/** The page to sign in; `query` is that of the authorization request. */
export type SignInParts = Omit<SignInPage, 'form' | 'oidc'> & {
  readonly query: string;
  /** The name of the provider of OpenID Connect; undefined if there is none. */
  readonly oidcName: string | undefined;
};

/** The ways to sign in of a configuration. */
export function waysOf({
  oidc,
  passwordSignIn,
}: Pick<Config, 'oidc' | 'passwordSignIn'>): Pick<SignInParts, 'oidcName' | 'hasPassword'> {
  return { oidcName: oidc?.name, hasPassword: passwordSignIn };
}

// What links name instead of the id of a workspace: the page to choose one, and to sign in.
const anyWorkspace = 'any';
export const newWorkspace = 'new';

/** The page to choose one of the workspaces that the browser is signed in to. */
export function chooseWorkspaceReply(
  {
    query,
    clientName,
    live,
  }: {
    readonly query: URLSearchParams;
    readonly clientName: string;
    readonly live: readonly LiveSession[];
  },
  base: string,
): ProtocolReply {
  const choices = live.map(({ session: { workspace_id: id, workspace_name: name } }) => ({
    url: pageIn(query, id, base),
    name,
  }));
  const another = pageIn(query, newWorkspace, base);
  return pageReply(200, renderChoicePage({ clientName, choices, another }));
}

/** The page of the authorization request in another workspace. */
export function pageIn(query: URLSearchParams, workspaceId: string, base: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set(workspaceParameter, workspaceId);
  return `${base}${path}?${parameters.toString()}`;
}

/** The page to decide. */
export interface ConsentParts {
  readonly request: AuthorizationRequest;
  readonly person: UserActor;
  readonly ticket: string;
  readonly choices: Choices;
  readonly chosen: Chosen;
  readonly message?: string;
  /** The query of the authorization request, for the link to another workspace. */
  readonly query?: URLSearchParams;
}

const path = '/oauth/authorize';

/** Shows the page to sign in, whose form repeats the query of the authorization request. */
export function signInReply(
  { query, oidcName, ...page }: SignInParts,
  base: string,
): ProtocolReply {
  const form = { action: `${base}${path}?${query}`, hidden: { step: 'sign_in' } };
  const returnTo = { return_to: `${path}?${query}` };
  const oidc =
    oidcName === undefined
      ? undefined
      : {
          name: oidcName,
          form: { action: `${base}/v1/oidc/start`, hidden: returnTo },
        };
  return formReply(renderSignInPage({ ...page, form, oidc }));
}

/** Shows the page to decide. */
export function consentReply(page: ConsentParts, base: string): ProtocolReply {
  const { request, person, ticket, choices, chosen, message, query } = page;
  const { workspaceId } = person;
  const { clientName, clientHost, redirectUri, scopes, refreshes, localOnly } = request;
  const html = renderConsentPage({
    form: {
      action: `${base}${path}?${workspaceParameter}=${workspaceId}`,
      hidden: { step: 'consent', ticket },
    },
    another: query && pageIn(query, anyWorkspace, base),
    clientName,
    documentHost: clientHost,
    redirectUri,
    person: { name: person.name, email: choices.email },
    workspaceName: choices.workspaceName,
    agents: choices.agents,
    selectedAgent: chosen.agentId,
    newAgentName: chosen.agentName ?? choices.newAgentName,
    isLocalOnly: localOnly,
    canRefresh: refreshes,
    scopes,
    selectedScopes: chosen.scopes,
    error: message,
  });
  return formReply(html);
}

/**
 * Leads the browser on to the client after a decision; `agentName` is that of the agent that the
 * client acts as, or undefined after a refusal.
 */
export function continueReply(
  { clientName, redirectUri }: AuthorizationRequest,
  agentName: string | undefined,
  url: string,
): ProtocolReply {
  const place = messageOf(redirectPlace(redirectUri));
  return pageReply(200, renderContinuePage({ clientName, agentName, url, place }));
}

/** Shows that the client has got its access already. */
export function connectedReply(
  { clientName }: AuthorizationRequest,
  agentName: string,
): ProtocolReply {
  return pageReply(200, renderConnectedPage(clientName, agentName));
}

/** Shows that the person has allowed something else before, which has not changed. */
export function otherDecisionReply(
  { clientName }: AuthorizationRequest,
  agentName: string,
): ProtocolReply {
  return pageReply(200, renderOtherDecisionPage(clientName, agentName));
}

/**
 * Shows why nothing can be decided. Nobody has consented to such a request, so it is never
 * redirected: `client` has the way back that the person may choose.
 */
export function failureReply(
  message: string,
  { requestId }: Pick<ProtocolContext, 'requestId'>,
  client?: FailedClient,
): ProtocolReply {
  return pageReply(400, renderErrorPage({ message, requestId, client }));
}

/** Shows a viewer why they cannot decide, with the way to another workspace. */
export function viewerReply(
  query: URLSearchParams,
  { requestId }: Pick<ProtocolContext, 'requestId'>,
  base: string,
): ProtocolReply {
  const message =
    'You are a viewer of this workspace, so you cannot connect applications. An owner can change your role.';
  const advice = 'If you are a member of another workspace, connect the application to that one.';
  const another = pageIn(query, anyWorkspace, base);
  return pageReply(400, renderErrorPage({ message, advice, another, requestId }));
}

function formReply(html: string): ProtocolReply {
  return pageReply(200, html, true);
}

function pageReply(status: number, html: string, hasForm = false): ProtocolReply {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders(hasForm);
  return { status, bytes: Buffer.from(html), contentType, headers };
}

/** What the page of consent offers. */
interface Choices {
  readonly workspaceName: string;
  /** The address of the person. */
  readonly email: string;
  /** The agents that are not revoked, by name, at most 200. */
  readonly agents: readonly ChoosableAgent[];
  /** The client's name, with a number if an agent or a person has it. */
  readonly newAgentName: string;
}

/** Reads the workspace's name and agents, the person's address, and a name for a new agent. */
export async function findChoices(
  reader: Reader,
  { workspaceId, userId }: UserActor,
  clientName: string,
): Promise<Choices> {
  const workspace = await findWorkspace(reader, workspaceId);
  const agents = await findChoosableAgents(reader, workspaceId);
  const user = await findUser(reader, { workspaceId, userId });
  const newAgentName = await findFreeName(reader, workspaceId, clientName);
  return { email: user?.email ?? '', workspaceName: workspace?.name ?? '', agents, newAgentName };
}
