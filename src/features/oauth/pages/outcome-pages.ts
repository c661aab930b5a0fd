import { buttonLink, html, type HtmlValue, page, tHtml, messageOf, t } from '../../../shared/pages';

/** The content of the page after a decision. */
export interface ContinuePage {
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
export interface ErrorPage {
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
export function originOfClient(documentHost: string | null | undefined): string {
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
