/** Pages of the server: HTML without scripts, which escapes every text. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { negotiateType } from '../../platform/http/responses/response';
import type { ErrorCode, Problem } from '../../platform/problems';
import { inLanguageOf, messageOf, pageLanguage, type PageText, t, textIn } from './texts';

export {
  inPreferredLanguage,
  type Language,
  languages,
  messageOf,
  preferredLanguage,
  t,
  textIn,
} from './texts';

/** Trusted HTML. `html` makes it, and escapes every text in it. */
export class Html {
  // Private, so that parsed JSON with a `text` is no HTML.
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/** What a template may contain: HTML, texts, which are escaped, and nothing. */
export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/** A template of HTML. Values are escaped for text and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + textOf(values[index])).join(''));
}

/** A text in the language of the page, with HTML in the place of its `{placeholders}`. */
export function tHtml(text: PageText, values: Readonly<Record<string, HtmlValue>>): Html {
  const parts = textIn(pageLanguage(), text).split(/\{(\w+)\}/);
  return new Html(
    parts.map((part, index) => textOf(index % 2 === 0 ? part : values[part])).join(''),
  );
}

function textOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value)
    .toWellFormed()
    .replace(/[&<>"']/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** The style of all pages. The header of each page permits it by its hash. */
const style = `
:root{color-scheme:light dark;--text:#1b1d22;--soft:#5a6070;--page:#f3f4f6;--card:#fff;--line:#8b92a0;
--accent:#1d4ed8;--on-accent:#fff;--error:#b42318;--warning:#b54708}
@media (prefers-color-scheme:dark){:root{--text:#e8eaee;--soft:#a5acba;--page:#14161a;--card:#1e2127;
--line:#767e8d;--accent:#8fb4ff;--on-accent:#0c1730;--error:#ff9a8f;
--warning:#f5b14c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem;background:var(--card);overflow-wrap:anywhere}
@media (max-width:39.99rem){body{background:var(--card)}}
@media (min-width:40rem){main{margin:3rem auto;padding:2rem;border-radius:.75rem}}
.brand{margin:0 0 1rem;color:var(--soft);font-size:.875rem}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.3}
p{margin:0 0 1rem}
dl{margin:0 0 1.25rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .75rem}
fieldset{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
legend{padding:0;font-weight:600}
label{display:block}
.after{margin-top:1.25rem}
.hint,small{display:block;color:var(--soft);font-size:.875rem}
.choice{display:flex;gap:.625rem;align-items:flex-start;padding:.375rem 0}
.choice input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--accent)}
.field{margin:.5rem 0 1rem}
.field label{margin-bottom:.375rem;font-weight:600}
input:not([type=radio],[type=checkbox]),select{width:100%;min-height:2.75rem;padding:.5rem .625rem;
border:1px solid var(--line);border-radius:.375rem;background:var(--card);color:inherit;font:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button,.button{flex:1 1 8rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);
border-radius:.375rem;background:var(--card);color:inherit;font:inherit;font-weight:600;cursor:pointer}
.button{text-align:center;text-decoration:none}
button.main,.button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.error{padding:.75rem;border:2px solid var(--error);border-radius:.375rem;color:var(--error)}
.warning{padding:.75rem;border:2px solid var(--warning);border-radius:.375rem}
.many{max-height:20rem;margin-bottom:.5rem;padding:.25rem .5rem;overflow-y:auto;
border:1px solid var(--line);border-radius:.375rem}
@supports selector(:has(*)){.agents:not(:has([value=new]:checked)) .new{display:none}}
`;

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
    <html lang="${pageLanguage()}">
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

/**
 * The page for a problem, if the request prefers a page, as that of a browser does. Says what the
 * person can do instead, where the message is one for programs.
 */
export function pageOfProblem(
  message: IncomingMessage,
  requestId: string,
  { code, message: fault, details }: Problem,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined {
  if (negotiateType(message, ['application/json', 'text/html']) !== 'text/html') return undefined;
  const { retry_after_seconds: seconds } = details;
  return inLanguageOf(message, () => {
    const text =
      code === 'RATE_LIMITED' && typeof seconds === 'number'
        ? t('Too many requests. Try again in {seconds} seconds.', { seconds })
        : messageOf(problemTexts[code] ?? fault);
    const content = html`<p class="error" role="alert">${text}</p>
      <p class="hint after">${t('Request {id}', { id: requestId })}</p>`;
    return { html: page(t('This did not work'), content), headers: pageHeaders(false) };
  });
}

const problemTexts: Readonly<Partial<Record<ErrorCode, PageText>>> = {
  CSRF_FAILED: 'This form was sent from another site, so nothing has changed. Open the page again.',
  INTERNAL: 'Something went wrong on our side. Tell the operator of this server the id below.',
  UNAVAILABLE: 'The server cannot do this now. Try again in a minute.',
};

/** The message about a form that was not accepted, which screen readers announce first. */
export function errorMessage(text: string | undefined): HtmlValue {
  return text === undefined
    ? undefined
    : html`<p class="error" id="error" role="alert">${messageOf(text)}</p>`;
}

/** A link that looks like a button. The page that it leads to gets no referrer. */
export function buttonLink(url: string, text: string): HtmlValue {
  return html`<div class="buttons">
    <a class="button main" href="${url}" rel="noreferrer">${text}</a>
  </div>`;
}

/** The hidden fields of a form. */
export function hiddenFields(fields: HiddenFields): HtmlValue {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}
