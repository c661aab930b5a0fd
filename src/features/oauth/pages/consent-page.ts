import type { Scope } from '../../../platform/operation';
import { redirectPlace } from '../clients/redirect-rules';
import { html, type HtmlValue } from './html';
import { errorMessage, hiddenFields, page, type PageForm } from './page';

/** Up to this number, agents are a list of radio buttons, which shows them at a glance. */
const MAX_RADIO_BUTTONS = 6;

const MAX_AGENT_NAME = 200;

const scopeTexts: Record<Scope, string> = {
  read: 'Read the workspace: projects, actions, documents, questions and people',
  write: 'Change the workspace: claim, create, change and complete work',
};

/** An agent that the client may act as. */
export interface ShownAgent {
  readonly id: string;
  readonly name: string;
}

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
  readonly agents: readonly ShownAgent[];
  /** The id of the agent that is selected at first, or `new`. */
  readonly selectedAgent?: string | undefined;
  /** The name for a new agent that the page suggests. */
  readonly newAgentName: string;
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
    `Connect ${clientName}?`,
    html`${errorMessage(error)}
      <dl>
        <dt>Application</dt>
        <dd>${clientName}<small>${origin(documentHost)}</small></dd>
        <dt>After your decision you are sent to</dt>
        <dd>${redirectPlace(redirectUri)}</dd>
        <dt>Workspace</dt>
        <dd>${workspaceName}</dd>
        <dt>You</dt>
        <dd>${person.name} (${person.email})</dd>
      </dl>
      <form method="post" action="${form.action}">
        ${hiddenFields(form.hidden)} ${agentFields(content)}
        <fieldset>
          <legend>What may it do?</legend>
          ${scopes.map((scope) => scopeField(scope, selectedScopes.includes(scope)))}
        </fieldset>
        <p class="hint">
          Allow this only if you have just started to connect this application yourself.
        </p>
        <div class="buttons">
          <button class="main" name="decision" value="allow">Allow</button>
          <button name="decision" value="refuse" formnovalidate>Refuse</button>
        </div>
      </form>`,
  );
}

function origin(documentHost: string | null | undefined): string {
  return documentHost === undefined || documentHost === null
    ? 'Unverified: anyone can register an application under this name.'
    : `Described by ${documentHost}`;
}

function agentFields({ agents, selectedAgent, newAgentName }: ConsentPage): HtmlValue {
  const name = html`<div class="field new">
    <label for="agent_name">Name of the new agent</label>
    <input
      id="agent_name"
      name="agent_name"
      autocomplete="off"
      maxlength="${MAX_AGENT_NAME}"
      value="${newAgentName}"
    />
  </div>`;
  const choices = [...agents, { id: 'new', name: 'A new agent' }];
  const selected = choices.find(({ id }) => id === selectedAgent)?.id ?? choices[0]?.id;
  const hint = html`<p class="hint" id="agent_hint">Callboard shows its work under this name.</p>`;
  if (agents.length === 0) {
    return html`<fieldset>
      <legend>It acts as a new agent</legend>
      ${hint}
      <input type="hidden" name="agent_id" value="new" />
      ${name}
    </fieldset>`;
  }
  return html`<fieldset class="agents" aria-describedby="agent_hint">
    <legend>Which agent does it act as?</legend>
    ${hint}
    ${agents.length > MAX_RADIO_BUTTONS ? list(choices, selected) : radioButtons(choices, selected)}
    ${name}
  </fieldset>`;
}

function radioButtons(choices: readonly ShownAgent[], selected: string | undefined): HtmlValue {
  return choices.map(
    ({ id, name }) =>
      html`<label class="choice">
        <input
          type="radio"
          name="agent_id"
          value="${id}"
          required
          ${id === selected ? html`checked` : undefined}
        />
        <span>${name}</span>
      </label>`,
  );
}

function list(choices: readonly ShownAgent[], selected: string | undefined): HtmlValue {
  const options = choices.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === selected ? html`selected` : undefined}>${name}</option>`,
  );
  return html`<div class="field">
    <label for="agent_id">Agent</label>
    <select id="agent_id" name="agent_id">
      ${options}
    </select>
  </div>`;
}

function scopeField(scope: Scope, isSelected: boolean): HtmlValue {
  return html`<label class="choice">
    <input
      type="checkbox"
      name="scope"
      value="${scope}"
      ${isSelected ? html`checked` : undefined}
    />
    <span>${scopeTexts[scope]}</span>
  </label>`;
}
