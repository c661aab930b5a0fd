import { asLine } from '../../../platform/control-characters';
import { type Html, html, type HtmlValue } from '../../../shared/pages';
import { choiceUrl } from '../../../shared/server-settings';

/** A part of a message: a record and why the person gets it. */
export interface MailPart {
  /** Why, as a sentence: `Botty asks you:`. */
  readonly headline: string;
  /** That of an action, such as `CT-142`; null for other records. */
  readonly key: string | null;
  readonly title: string;
  readonly text: string | null;
  /** The answers to choose from. */
  readonly choices: readonly string[];
  /** The page of the record; null if the server has none. */
  readonly url: string | null;
  /** Whether an earlier digest had it. */
  readonly isRepeated?: boolean;
}

/** The end of a message. */
export interface MailEnd {
  readonly workspace: string;
  /** The page where the person chooses what is mailed. */
  readonly settingsUrl: string | null;
  /** The page that ends all mails. */
  readonly unsubscribeUrl: string | null;
  /** Whether parts may have been left out. */
  readonly isCut: boolean;
}

/** A message in both of its forms. */
export interface MailBody {
  readonly text: string;
  readonly html: string;
}

/** The text of a message about records. Texts of agents have no links and no formatting. */
export function partsBody(parts: readonly MailPart[], end: MailEnd): MailBody {
  const fresh = parts.filter(({ isRepeated }) => isRepeated !== true).map(shownPart);
  const repeated = parts.filter(({ isRepeated }) => isRepeated === true).map(shownPart);
  const still = repeated.length === 0 ? [] : ['This still waits, as in the digest before:'];
  const more = end.isCut ? ['There may be more, which the screen Now of Callboard shows.'] : [];
  const footer = `You get this mail because of your work in ${line(end.workspace, 200)} on Callboard.`;
  const links = [
    { label: 'Choose what is mailed', url: end.settingsUrl },
    { label: 'No more mails', url: end.unsubscribeUrl },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));
  return {
    text: [
      ...fresh.map(plainPart),
      ...still,
      ...repeated.map(plainPart),
      ...more,
      ['-- ', footer, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
    ].join('\n\n'),
    html: documentOf(
      html`${fresh.map(htmlPart)} ${still.map((words) => html`<h2>${words}</h2>`)}
        ${repeated.map(htmlPart)} ${more.map((words) => html`<p>${words}</p>`)}
        <hr />
        <p>${footer}</p>
        <p>${links.map(({ label, url }) => html`<a href="${url}">${label}</a> `)}</p>`,
    ),
  };
}

/** The text of a letter: sentences, with a link between them. */
export function letterBody(
  before: readonly string[],
  link: { readonly label: string; readonly url: string },
  after: readonly string[],
): MailBody {
  const paragraphs = (lines: readonly string[]): Html[] => lines.map((one) => html`<p>${one}</p>`);
  return {
    text: [...before, link.url, ...after].join('\n\n'),
    html: documentOf(
      html`${paragraphs(before)}
        <p><a href="${link.url}">${link.label}</a></p>
        ${paragraphs(after)}`,
    ),
  };
}

/** A text of somebody as one line of at most so many characters, for a subject or a sentence. */
export function line(text: string, most: number): string {
  return cut(asLine(text).replace(/ +/g, ' ').trim(), most);
}

function shownPart({ headline, key, title, text, choices, url }: MailPart): MailPart {
  const shown = unlinked(cut(lines(title), 2000));
  return {
    headline: unlinked(line(headline, 300)),
    key,
    title: key === null ? shown : `${key} ${shown}`,
    text: text === null || text === '' ? null : unlinked(cut(lines(text), 2000)),
    choices: choices.slice(0, 20).map((choice) => unlinked(line(choice, 200))),
    url,
  };
}

function plainPart({ headline, title, text, choices, url }: MailPart): string {
  return [
    headline,
    indented(title),
    ...(text === null ? [] : [indented(text)]),
    ...(choices.length === 0
      ? []
      : [choices.map((choice, at) => plainChoice(choice, at + 1, url)).join('\n')]),
    ...(url === null ? [] : [`  ${url}`]),
  ].join('\n\n');
}

function plainChoice(choice: string, number: number, url: string | null): string {
  const to = choiceUrl(url, number);
  return `  ${number}. ${choice}${to === null ? '' : `\n     ${to}`}`;
}

function htmlPart({ headline, title, text, choices, url }: MailPart): Html {
  return html`<p>${headline}</p>
    <blockquote>
      <p><strong>${withBreaks(title)}</strong></p>
      ${text === null ? undefined : html`<p>${withBreaks(text)}</p>`}
      ${
        choices.length === 0
          ? undefined
          : html`<ol>
              ${choices.map((one, at) => html`<li>${linkTo(choiceUrl(url, at + 1), one)}</li>`)}
            </ol>`
      }
      ${url === null ? undefined : html`<p><a href="${url}">Open in Callboard</a></p>`}
    </blockquote>`;
}

function linkTo(url: string | null, label: string): HtmlValue {
  return url === null ? label : html`<a href="${url}">${label}</a>`;
}

function documentOf(content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <body>
        ${content}
      </body>
    </html> `.text;
}

function withBreaks(text: string): Html {
  return html`${text.split('\n').map((one, at) => (at === 0 ? one : html`<br />${one}`))}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

// The text with its line feeds, without characters that hide text or change its order.
function lines(text: string): string {
  return text.split(/\r?\n/).map(asLine).join('\n').trim();
}

// Mail programs make links of what looks like an address. An invisible word joiner (U+2060) in it
// prevents that.
function unlinked(text: string): string {
  return text.replace(/:\/\//g, ':\u2060//').replace(/\.(?=[\p{L}\p{N}])|@/gu, '$&\u2060');
}

// At most this many UTF-16 units.
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
