import { html, type HtmlValue } from './html';
import { buttonLink, originOfClient, page } from './page';

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
  requestId,
  client,
}: ErrorPage): string {
  return page(
    'This connection does not work',
    html`<p class="error">${message}</p>
      <p>${advice}</p>
      ${client === undefined ? undefined : wayBack(client)}
      ${requestId === undefined ? undefined : html`<p class="hint after">Request ${requestId}</p>`}`,
  );
}

function wayBack({ clientName, documentHost, url, place }: FailedClient): HtmlValue {
  return html`<dl>
      <dt>Application</dt>
      <dd>${clientName}<small>${originOfClient(documentHost)}</small></dd>
    </dl>
    <p class="hint">
      The link tells the application what is wrong. Use it only if you have just started to connect
      this application yourself.
    </p>
    ${buttonLink(url, `Return to ${place}`)}`;
}
