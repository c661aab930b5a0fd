import type { ProtocolReply } from '../../platform/protocol';
import {
  buttonLink,
  hiddenFields,
  html,
  page,
  pageHeaders,
  tHtml,
  messageOf,
  t,
} from '../../shared/pages';
import type { UserRow } from '../auth';

/** The page that leads on to the provider: a redirect would be the response to a form. */
export function leadOnReply(name: string, url: string, cookie: string): ProtocolReply {
  const content = page(
    t('Sign in with {name}', { name }),
    html`<p>${tHtml('You are now sent to {place}.', { place: html`<strong>${name}</strong>` })}</p>
      ${buttonLink(url, t('Continue to {place}', { place: name }))}`,
    html`<meta http-equiv="refresh" content="0; url=${url}" />`,
  );
  return pageReply(200, content, { 'Set-Cookie': cookie });
}

/** The page that says why nobody is signed in, or nothing is linked. */
export function refusalReply(
  message: string,
  { back, requestId, status = 400, isLink = false }: Refused,
): ProtocolReply {
  const content = page(
    isLink ? t('Your account is not linked') : t('You are not signed in'),
    html`<p class="error" role="alert">${messageOf(message)}</p>
      ${buttonLink(back, t('Back'))}
      <p class="hint after">${t('Request {id}', { id: requestId })}</p>`,
  );
  return pageReply(status, content, status === 503 ? { 'Retry-After': '5' } : {});
}

/** Where a refusal leads to. */
export interface Refused {
  /** The address of the page to begin again. */
  readonly back: string;
  readonly requestId: string;
  /** Whether a person who is signed in wanted to link their account. */
  readonly isLink?: boolean;
  readonly status?: 400 | 503;
}

/** The page to choose one of the workspaces that have an account of the identity. */
export function chooseReply(
  accounts: readonly UserRow[],
  form: { readonly action: string; readonly returnTo: string },
  cookie: string,
): ProtocolReply {
  const content = page(
    t('Choose a workspace'),
    accounts.map(
      ({ workspace_id, workspace_name: workspace }) =>
        html`<form method="post" action="${form.action}">
          ${hiddenFields({ workspace_id, return_to: form.returnTo })}
          <div class="buttons"><button>${workspace}</button></div>
        </form>`,
    ),
  );
  return pageReply(200, content, { 'Set-Cookie': cookie }, true);
}

function pageReply(
  status: number,
  content: string,
  more: Readonly<Record<string, string>> = {},
  hasForm = false,
): ProtocolReply {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders(hasForm);
  return { status, bytes: Buffer.from(content), contentType, headers: { ...headers, ...more } };
}
