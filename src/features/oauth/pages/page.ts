import { hash } from 'node:crypto';
import { Html, html, type HtmlValue } from './html';
import { style } from './style';

const styleHash = `'sha256-${hash('sha256', style, 'base64')}'`;
// Built here, because the style contains characters that a template would escape.
const styleElement = new Html(`<style>${style}</style>`);

/** The parameters of a request that a form sends again, such as its ticket. */
export type HiddenFields = Readonly<Record<string, string>>;

/** The form of a page. */
export interface PageForm {
  /** The path that the form is posted to. */
  readonly action: string;
  readonly hidden: HiddenFields;
}

/**
 * The headers of a page. It runs no script, loads nothing, is shown in no frame and is never
 * stored. Its form is sent to this server only. Chromium applies `form-action` to every redirect
 * after a form too, also to those of the client, so no response to a form redirects to a client.
 * There is no Cross-Origin-Opener-Policy, because it would cut off clients that open the page in a
 * window.
 */
export function pageHeaders(hasForm: boolean): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${styleHash}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ].join('; '),
    // For browsers that do not know frame-ancestors.
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // The URL of the page contains the parameters of the client. With `no-referrer`, browsers would
    // send `Origin: null` with a form.
    'Referrer-Policy': hasForm ? 'same-origin' : 'no-referrer',
    'Cache-Control': 'no-store',
  };
}

/** A complete page with this heading and content, and more elements of its head. */
export function page(title: string, content: HtmlValue, head?: HtmlValue): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        ${head}
        <title>${title} · Callboard</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p class="brand">Callboard</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}

/** The message about a form that was not accepted, which screen readers announce first. */
export function errorMessage(text: string | undefined): HtmlValue {
  return text === undefined
    ? undefined
    : html`<p class="error" id="error" role="alert">${text}</p>`;
}

/** A link that looks like a button. The page that it leads to gets no referrer. */
export function buttonLink(url: string, text: string): HtmlValue {
  return html`<div class="buttons">
    <a class="button main" href="${url}" rel="noreferrer">${text}</a>
  </div>`;
}

/** Who describes a client: the host of its metadata document, or nobody. */
export function originOfClient(documentHost: string | null | undefined): string {
  return documentHost === undefined || documentHost === null
    ? 'Unverified: anyone can register an application under this name.'
    : `Described by ${documentHost}`;
}

/** The hidden fields of a form. */
export function hiddenFields(fields: HiddenFields): HtmlValue {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}
