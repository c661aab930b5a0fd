import { limits } from '../../../../generated/limits';
import type { Scope } from '../../../platform/operation';
import { redirectPlace } from '../clients/registration-rules';
import {
  errorMessage,
  hiddenFields,
  html,
  type HtmlValue,
  messageOf,
  page,
  type PageForm,
  t,
} from '../../../shared/pages';
import { originOfClient } from './outcome-pages';

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
  /** The scopes that the client asks for. Each can be refused. */
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
