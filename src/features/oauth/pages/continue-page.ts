import { html } from './html';
import { buttonLink, page } from './page';

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
  const title = agentName === undefined ? `You refused ${clientName}` : `You allowed ${clientName}`;
  const decision =
    agentName === undefined
      ? 'It gets no access.'
      : html`It acts as the agent <strong>${agentName}</strong>.`;
  return page(
    title,
    html`<p>${decision} You are now sent to <strong>${place}</strong>.</p>
      ${buttonLink(url, `Continue to ${place}`)}
      <p class="hint after">
        Use the link if nothing happens. Afterwards you can close this page.
      </p>`,
    // Without quotes around the URL: the rest of the value is the URL, whatever it contains.
    html`<meta http-equiv="refresh" content="0; url=${url}" />`,
  );
}

/** The page for a form that is sent again after the client has got its access. */
export function renderConnectedPage(clientName: string, agentName: string): string {
  return page(
    `${clientName} is connected`,
    html`<p>It acts as the agent <strong>${agentName}</strong>.</p>
      <p>Return to the application. You can close this page.</p>`,
  );
}
