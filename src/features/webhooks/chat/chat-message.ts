import type { components } from '../../../../generated/types';
import { asLine } from '../../../platform/control-characters';
import { choiceUrl } from '../../../shared/server-settings';
import type { ChatDetails } from './chat-details-store';

/** The formats of messages, as the contract lists them. */
export type WebhookFormat = components['schemas']['WebhookFormat'];

/** A format for people in a chat. */
export type ChatFormat = Exclude<WebhookFormat, 'standard'>;

/** The content of a message in a chat, as plain text. */
export interface ChatMessage {
  /** What happened, in one sentence. */
  readonly headline: string;
  /** The title of the record, or the question. */
  readonly title: string;
  readonly text: string | null;
  /** The answers to choose from. */
  readonly choices: readonly string[];
  /** The page of the record; null if the server has none. */
  readonly url: string | null;
}

/** The message that an owner sends to try a webhook. */
export const testMessage: ChatMessage = {
  headline: 'A test message from Callboard.',
  title: 'Messages arrive here.',
  text: null,
  choices: [],
  url: null,
};

/** The content of an event, with the details of what a person must decide, if it has any. */
export function chatMessageOf(
  { kind, summary, subject, url }: components['schemas']['Event'],
  details: ChatDetails | undefined,
): ChatMessage {
  // The result of an action is no part of its other events.
  const detail = subject.type === 'action' && kind !== 'action.completed' ? undefined : details;
  const { title = subject.title, text = null, choices = [], isOpen = false } = detail ?? {};
  const isReview = kind === 'action.completed' && isOpen;
  const headline = isReview ? `${summary} It waits for a review.` : summary;
  // An answer that has been given needs no choices.
  return { headline, title, text, choices: isOpen ? choices : [], url };
}

/**
 * The body of a message as the receiver documents it. Texts of agents are shown as they are: they
 * mention nobody, format nothing and link nowhere. The body of a message to ntfy has no topic,
 * because the topic is a secret.
 */
export function chatBody(format: ChatFormat, message: ChatMessage): string {
  const { headline, title, text, choices, url } = message;
  const content: Content = {
    headline: cut(asLine(headline), 200),
    title: cut(withoutControls(title), 1000),
    text: text === null || text === '' ? null : cut(withoutControls(text), 500),
    choices: choices.map((choice, index) => ({
      label: cut(asLine(choice), 100),
      url: choiceUrl(url, index + 1),
    })),
    url,
  };
  return JSON.stringify(bodies[format](content));
}

/** Where a message is sent, and its body. */
export interface ChatTarget {
  readonly url: string;
  readonly body: string;
}

/** The address of the request of a message. ntfy takes JSON at its root, with the topic inside. */
export function chatTarget(format: ChatFormat, url: string, body: string): ChatTarget {
  // An imported URL may be no URL, and is refused when the request is sent.
  if (format !== 'ntfy' || !URL.canParse(url)) return { url, body };
  const target = new URL(url);
  const topic = target.pathname.slice(1);
  target.pathname = '/';
  const message: object = JSON.parse(body);
  return { url: target.href, body: JSON.stringify({ topic, ...message }) };
}

/** Why a URL cannot be that of a chat; undefined if it can. */
export function chatUrlFault(format: WebhookFormat, url: string): string | undefined {
  if (format === 'standard') return undefined;
  const { pathname } = new URL(url);
  if (pathname === hiddenPath)
    return 'send the whole URL, because `***` stands for its secret part.';
  if (format !== 'ntfy' || /^\/[-_A-Za-z0-9]{1,64}$/.test(pathname)) return undefined;
  return 'the path must be the topic alone, as in https://ntfy.example.com/topic.';
}

/** The URL of a chat as people see it: whoever knows the rest can write into the chat. */
export function shownUrl(url: string): string {
  return `${new URL(url).origin}${hiddenPath}`;
}

const hiddenPath = '/***';

/** A text of a receiver without the secret parts of its URL, which error pages may repeat. */
export function hideUrl(format: WebhookFormat, url: string | null, text: string): string {
  if (format === 'standard' || url === null || !URL.canParse(url)) return text;
  const { pathname, search } = new URL(url);
  const parts = [pathname, search, ...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  return parts
    .filter((part) => part.length > 3)
    .reduce((hidden, part) => hidden.replaceAll(part, '***'), text);
}

interface Content {
  readonly headline: string;
  readonly title: string;
  readonly text: string | null;
  readonly choices: readonly { readonly label: string; readonly url: string | null }[];
  readonly url: string | null;
}

const bodies: Readonly<Record<ChatFormat, (content: Content) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
  ntfy: ntfyBody,
};

const openLabel = 'Open in Callboard';

// https://docs.slack.dev/reference/block-kit/blocks: a section has at most 3,000 characters.
// `plain_text` formats and mentions nothing.
function slackBody({ headline, title, text, choices, url }: Content): object {
  const plain = (value: string) => ({
    type: 'section',
    text: { type: 'plain_text', text: value, emoji: false },
  });
  const linked = (value: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: value, verbatim: true },
  });
  const link = (label: string, to: string | null): string =>
    to === null ? slackText(label) : `<${escaped(to)}|${slackText(label)}>`;
  return {
    text: slackText(`${headline} ${asLine(title)}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      plain(headline),
      plain(title),
      ...(text === null ? [] : [plain(text)]),
      ...choices.map(({ label, url: to }, n) => linked(`${n + 1}. ${link(label, to)}`)),
      ...(url === null ? [] : [linked(link(openLabel, url))]),
    ],
  };
}

// Slack formats words between these signs, so an invisible word joiner (U+2060) separates them.
function slackText(text: string): string {
  return escaped(text).replace(/[*_~`]/g, '$&\u2060');
}

// https://docs.slack.dev/messaging/formatting-message-text
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// https://discord.com/developers/docs/resources/message: the description of an embed has at most
// 4,096 characters, and its title 256.
function discordBody({ headline, title, text, choices, url }: Content): object {
  const linesWith = (hasLinks: boolean): string =>
    [
      markdownText(cut(title, 600)),
      ...(text === null ? [] : [markdownText(cut(text, 250))]),
      ...choices.map(({ label, url: to }, n) => {
        const shown = markdownText(label);
        return `${n + 1}\\. ${hasLinks && to !== null ? `[${shown}](${to})` : shown}`;
      }),
      ...(url === null ? [] : [`[${openLabel}](${url})`]),
    ].join('\n');
  const linked = linesWith(true);
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: markdownText(cut(headline, 120)),
        description: linked.length <= 4096 ? linked : linesWith(false),
      },
    ],
  };
}

// A backslash before each sign of Markdown, and before the colon that makes an address a link.
function markdownText(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:+.-]/g, '\\$&');
}

// https://learn.microsoft.com/adaptive-cards: a text run has no formatting, and Teams shows at most
// six actions.
function teamsBody({ headline, title, text, choices, url }: Content): object {
  const block = (value: string, weight?: 'bolder') => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: value, ...(weight && { weight }) }],
  });
  const open = (label: string, to: string) => ({ type: 'Action.OpenUrl', title: label, url: to });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(headline, 'bolder'),
            block(title),
            ...(text === null ? [] : [block(text)]),
            ...choices.map(({ label }, n) => block(`${n + 1}. ${label}`)),
          ],
          actions: [
            ...(url === null ? [] : [open(openLabel, url)]),
            ...choices
              .slice(0, 5)
              .flatMap(({ label, url: to }, n) =>
                to === null ? [] : [open(cut(`${n + 1}. ${label}`, 40), to)],
              ),
          ],
        },
      },
    ],
  };
}

// https://docs.ntfy.sh/publish: a message has at most 4,096 bytes and three actions.
function ntfyBody({ headline, title, text, choices, url }: Content): object {
  const linesWith = (most: number): string =>
    [
      cut(title, 500),
      ...(text === null ? [] : [cut(text, 200)]),
      ...choices.map(({ label }, n) => `${n + 1}. ${cut(label, most)}`),
    ].join('\n');
  const whole = linesWith(100);
  return {
    title: headline,
    message: Buffer.byteLength(whole) <= 4096 ? whole : linesWith(25),
    ...(url !== null && { click: url }),
    actions: choices
      .slice(0, 3)
      .flatMap(({ label, url: to }) =>
        to === null ? [] : [{ action: 'view', label: cut(label, 40), url: to }],
      ),
  };
}

// The text with its line feeds, without characters that hide text or change its order.
function withoutControls(text: string): string {
  return text.split(/\r?\n/).map(asLine).join('\n').trim();
}

// At most this many UTF-16 units, in which the receivers count.
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
