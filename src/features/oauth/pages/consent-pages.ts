import { limits } from '../../../../generated/limits';
import type { Scope } from '../../../platform/operation';
import {
  errorMessage,
  hiddenFields,
  html,
  type HtmlValue,
  messageOf,
  page,
  type PageForm,
  t,
  buttonLink,
  tHtml,
} from '../../../shared/pages';
import { redirectPlace } from '../clients/registration-rules';

/** A longer list of agents scrolls, so that the buttons of the form stay near. */
const MAX_OPEN_LIST = 6;

const DAY_SECONDS = 86_400;

const MAX_AGENT_NAME = 200;

const scopeTexts = {
  read: 'Read the workspace: projects, actions, documents, questions and people',
  write: 'Change the workspace: claim, create, change and complete work',
} as const satisfies Record<Scope, string>;

/** An agent that the client may act as, with its rights. */
export interface ShownAgent {
  readonly id: string;
  readonly name: string;
  readonly accessMode: 'worker' | 'sysadmin';
  readonly canReview: boolean;
  readonly requiresProposals: boolean;
  readonly isPaused: boolean;
}

const newAgent: ShownAgent = {
  id: 'new',
  name: 'A new agent',
  accessMode: 'worker',
  canReview: false,
  requiresProposals: false,
  isPaused: false,
};

/** The content of the consent page. */
export interface ConsentPage {
  readonly form: PageForm;
  /** The name that the client claims. */
  readonly clientName: string;
  /** The host of the client's metadata document; absent for a client that registered. */
  readonly documentHost?: string | null | undefined;
  /** The valid URI of this request. */
  readonly redirectUri: string;
  /** Who is signed in. */
  readonly person: { readonly name: string; readonly email: string };
  readonly workspaceName: string;
  /** The address of the page to sign in to another workspace; absent where there is none. */
  readonly another?: string | undefined;
  readonly agents: readonly ShownAgent[];
  /** The id of the agent that the person selected before; `new`, unknown or absent: a new agent. */
  readonly selectedAgent?: string | undefined;
  /** The name for a new agent that the page suggests. */
  readonly newAgentName: string;
  /** Whether all redirect URIs of the client are on the person's computer. */
  readonly isLocalOnly: boolean;
  /** Whether the client gets refresh tokens. */
  readonly canRefresh: boolean;
  /** The scopes that the client asks for. `read` cannot be refused alone. */
  readonly scopes: readonly Scope[];
  /** Those of them that are checked at first; all if absent. */
  readonly selectedScopes?: readonly string[] | undefined;
  /** Why the form was not accepted, as a sentence. */
  readonly error?: string | undefined;
}

/**
 * The page on which a person permits a client to act as an agent. Its form posts the hidden fields,
 * `decision` (`allow` or `refuse`), `agent_id` (an id or `new`), `agent_name` (for a new agent), and
 * `scope` once for each permitted scope.
 */
export function renderConsentPage(content: ConsentPage): string {
  const { form, clientName, documentHost, redirectUri, person, workspaceName, scopes, error } =
    content;
  const { selectedScopes = scopes } = content;
  return page(
    t('Connect {client}?', { client: clientName }),
    html`${errorMessage(error)} ${content.isLocalOnly ? localWarning() : undefined}
      <dl>
        <dt>${t('Application')}</dt>
        <dd>${clientName}<small>${originOfClient(documentHost)}</small></dd>
        <dt>${t('After your decision you are sent to')}</dt>
        <dd>${messageOf(redirectPlace(redirectUri))}</dd>
        <dt>${t('Workspace')}</dt>
        <dd>${workspaceName}${anotherLink(content.another)}</dd>
        <dt>${t('You')}</dt>
        <dd>${person.name} (${person.email})</dd>
        <dt>${t('How long the access lasts')}</dt>
        <dd>${lifetime(content.canRefresh)}</dd>
      </dl>
      <form method="post" action="${form.action}">
        ${hiddenFields(form.hidden)} ${agentFields(content)}
        <fieldset>
          <legend>${t('What may it do?')}</legend>
          ${scopes.map((scope) => scopeField(scope, selectedScopes.includes(scope)))}
        </fieldset>
        <p class="hint">
          ${t('Allow this only if you have just started to connect this application yourself.')}
        </p>
        <div class="buttons">
          <button class="main" name="decision" value="allow">${t('Allow')}</button>
          <button name="decision" value="refuse" formnovalidate>${t('Refuse')}</button>
        </div>
      </form>`,
  );
}

function anotherLink(url: string | undefined): HtmlValue | undefined {
  if (url === undefined) return undefined;
  return html`<small
    ><a href="${url}" rel="noreferrer">${t('Choose another workspace')}</a></small
  >`;
}

// Programs on one computer can listen on each other's addresses (RFC 8252, 8.6).
const localWarning = (): HtmlValue =>
  html`<p class="warning">
    ${t(
      'This application runs on your computer, so any program there can claim its name. Allow it only if you have just started it yourself.',
    )}
  </p>`;

function agentFields({ agents, selectedAgent, newAgentName }: ConsentPage): HtmlValue {
  const name = html`<div class="field new">
    <label for="agent_name">${t('Name of the new agent')}</label>
    <input
      id="agent_name"
      name="agent_name"
      autocomplete="off"
      maxlength="${MAX_AGENT_NAME}"
      value="${newAgentName}"
    />
  </div>`;
  const hint = html`<p class="hint" id="agent_hint">
    ${t('Callboard shows its work under this name.')}
  </p>`;
  if (agents.length === 0) {
    return html`<fieldset>
      <legend>${t('It acts as a new agent')}</legend>
      ${hint}
      <input type="hidden" name="agent_id" value="new" />
      ${name}
      <p class="hint">${rightsOf(newAgent)}</p>
    </fieldset>`;
  }
  // An agent that the URL named could have more rights than the person means to give, so only the
  // person's own choice is selected.
  const selected = agents.find(({ id }) => id === selectedAgent) ?? newAgent;
  const buttons = agents.map((agent) => radioButton(agent, agent === selected));
  return html`<fieldset class="agents" aria-describedby="agent_hint">
    <legend>${t('Which agent does it act as?')}</legend>
    ${hint} ${radioButton(newAgent, newAgent === selected)} ${name}
    ${agents.length > MAX_OPEN_LIST ? html`<div class="many">${buttons}</div>` : buttons}
  </fieldset>`;
}

function radioButton(agent: ShownAgent, isSelected: boolean): HtmlValue {
  return html`<label class="choice">
    <input
      type="radio"
      name="agent_id"
      value="${agent.id}"
      required
      ${isSelected ? html`checked` : undefined}
    />
    <span
      >${agent === newAgent ? t('A new agent') : agent.name}<small>${rightsOf(agent)}</small></span
    >
  </label>`;
}

/** The rights of an agent, in sentences. */
function rightsOf({ accessMode, canReview, requiresProposals, isPaused }: ShownAgent): string {
  return [
    accessMode === 'sysadmin'
      ? t('Sysadmin: changes all work, reads private documents, and manages agents and orders.')
      : t('Worker: changes work that is assigned to it, and pool work.'),
    canReview ? t('May review the work of others.') : undefined,
    requiresProposals
      ? t('Must ask a person before each gated change, such as dropping an action.')
      : t('Must ask for approval only where an order requires it.'),
    isPaused ? t('Paused: may only read until a person resumes it.') : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** How long the connection lasts, and how to end it. */
function lifetime(canRefresh: boolean): HtmlValue {
  const unused = limits.oauth_refresh_token_seconds / DAY_SECONDS;
  const longest = limits.oauth_consent_seconds / DAY_SECONDS;
  return html`${
      canRefresh
        ? t('Until you end it: at most {longest} days, and {unused} days without use.', {
            longest,
            unused,
          })
        : t('One hour. Then the application must ask you again.')
    } <small>${t('To end it, open Callboard, Agents, the agent, Connections by sign-in.')}</small>`;
}

function scopeField(scope: Scope, isSelected: boolean): HtmlValue {
  // Every access needs `read`. Browsers do not send a disabled field, so a hidden one does.
  if (scope === 'read') {
    return html`<input type="hidden" name="scope" value="read" /><label class="choice">
        <input type="checkbox" checked disabled />
        <span>${t(scopeTexts.read)}<small>${t('Every access needs this.')}</small></span>
      </label>`;
  }
  return html`<label class="choice">
    <input
      type="checkbox"
      name="scope"
      value="${scope}"
      ${isSelected ? html`checked` : undefined}
    />
    <span>${t(scopeTexts[scope])}</span>
  </label>`;
}

/** The content of the page after a decision. */
interface ContinuePage {
  /** The name that the client claims. */
  readonly clientName: string;
  /** The name of the agent that the client acts as; undefined if the person refused. */
  readonly agentName: string | undefined;
  /** The redirect URI of the client, with the parameters of the response. */
  readonly url: string;
  /** Where the URL leads, in words. */
  readonly place: string;
}

/**
 * The page after a decision, which goes on to the client by itself and has a link to it. A redirect
 * would be the response to the form, so the browser would apply the policy of the form to it.
 */
export function renderContinuePage({ clientName, agentName, url, place }: ContinuePage): string {
  const title =
    agentName === undefined
      ? t('You refused {client}', { client: clientName })
      : t('You allowed {client}', { client: clientName });
  const decision = agentName === undefined ? t('It gets no access.') : actsAs(agentName);
  return page(
    title,
    html`<p>
        ${decision}
        ${tHtml('You are now sent to {place}.', { place: html`<strong>${place}</strong>` })}
      </p>
      ${buttonLink(url, t('Continue to {place}', { place }))}
      <p class="hint after">
        ${t('Use the link if nothing happens. Afterwards you can close this page.')}
      </p>`,
    // Without quotes around the URL: the rest of the value is the URL, whatever it contains.
    html`<meta http-equiv="refresh" content="0; url=${url}" />`,
  );
}

/** The page for a form that is sent again after the client has got its access. */
export function renderConnectedPage(clientName: string, agentName: string): string {
  return page(
    t('{client} is connected', { client: clientName }),
    html`<p>${actsAs(agentName)}</p>
      <p>${t('Return to the application. You can close this page.')}</p>`,
  );
}

/** The page for a form that is sent again and allows something else. */
export function renderOtherDecisionPage(clientName: string, agentName: string): string {
  return page(
    t('You have allowed {client} already', { client: clientName }),
    html`<p>${actsAs(agentName)}</p>
      <p>${t('Your first decision is valid, and this one has changed nothing.')}</p>
      <p>
        ${t('To end the connection, go back and refuse, or open Callboard, Agents, the agent, Connections by sign-in.')}
      </p>`,
  );
}

function actsAs(agentName: string): HtmlValue {
  return tHtml('It acts as the agent {agent}.', { agent: html`<strong>${agentName}</strong>` });
}

/** The client of a request that failed, and the way back to it. */
export interface FailedClient {
  /** The name that the client claims. */
  readonly clientName: string;
  /** The host of the client's metadata document; null for a client that registered. */
  readonly documentHost: string | null;
  /** The redirect URI of the client, with the parameters of the error. */
  readonly url: string;
  /** Where the URL leads, in words. */
  readonly place: string;
}

/** The content of the error page. */
interface ErrorPage {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What the person can do, as a sentence. */
  readonly advice?: string;
  /** The address of the page to choose another workspace. */
  readonly another?: string;
  /** The id of the request, for the operator's log. */
  readonly requestId?: string | undefined;
  /** Absent if nothing may be sent to the client, such as to a redirect URI that it does not have. */
  readonly client?: FailedClient | undefined;
}

/**
 * The page for a request that failed. Nobody has consented to it, and anybody can make such a link,
 * so the page never goes on by itself: the person may choose to return to the client.
 */
export function renderErrorPage({
  message,
  advice = 'Return to the application and connect it again. If this repeats, remove the connection there first.',
  another,
  requestId,
  client,
}: ErrorPage): string {
  return page(
    t('This connection does not work'),
    html`<p class="error">${messageOf(message)}</p>
      <p>${messageOf(advice)}</p>
      ${another === undefined ? undefined : buttonLink(another, t('Another workspace'))}
      ${client === undefined ? undefined : wayBack(client)}
      ${requestId === undefined ? undefined : html`<p class="hint after">${t('Request {id}', { id: requestId })}</p>`}`,
  );
}

function wayBack({ clientName, documentHost, url, place }: FailedClient): HtmlValue {
  return html`<dl>
      <dt>${t('Application')}</dt>
      <dd>${clientName}<small>${originOfClient(documentHost)}</small></dd>
    </dl>
    <p class="hint">
      ${t(
        'The link tells the application what is wrong. Use it only if you have just started to connect this application yourself.',
      )}
    </p>
    ${buttonLink(url, t('Return to {place}', { place }))}`;
}

/** Who describes a client: the host of its metadata document, or nobody. */
function originOfClient(documentHost: string | null | undefined): string {
  return documentHost === undefined || documentHost === null
    ? t('Unverified: anyone can register an application under this name.')
    : t('Described by {host}', { host: documentHost });
}

/** The content of the page to choose a workspace. */
interface ChoicePage {
  /** Who asks: the name of the client, or the host of its metadata document. */
  readonly clientName: string;
  /** The workspaces that the browser is signed in to. */
  readonly choices: readonly { readonly url: string; readonly name: string }[];
  /** The address of the page to sign in to another one. */
  readonly another: string;
}

/** The page on which a person chooses the workspace that a client is to be connected to. */
export function renderChoicePage({ clientName, choices, another }: ChoicePage): string {
  const links = choices.map(
    ({ url, name }) => html`<a class="button" href="${url}" rel="noreferrer">${name}</a>`,
  );
  return page(
    t('Choose a workspace'),
    html`<p>${t('{client} asks to be connected. To which workspace?', { client: clientName })}</p>
      <div class="buttons">${links}</div>
      <p class="hint after">
        <a href="${another}" rel="noreferrer">${t('Sign in to another workspace')}</a>
      </p>`,
  );
}
