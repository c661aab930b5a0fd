import { html } from './html';
import { page } from './page';

/** The content of the error page. */
export interface ErrorPage {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What the person can do, as a sentence. */
  readonly advice?: string;
  /** The id of the request, for the operator's log. */
  readonly requestId?: string | undefined;
}

/**
 * The page for a request that must not redirect, such as one of an unknown client or with a redirect
 * URI that the client does not have.
 */
export function renderErrorPage({
  message,
  advice = 'Return to the application and connect it again. If this repeats, remove the connection there first.',
  requestId,
}: ErrorPage): string {
  return page(
    'This connection does not work',
    html`<p class="error">${message}</p>
      <p>${advice}</p>
      ${requestId === undefined ? undefined : html`<p class="hint">Request ${requestId}</p>`}`,
  );
}
