import type { OutgoingResult } from '../outgoing';
import { SECOND } from '../time';
import type { MailConfig } from './mail-config';

/** A message to one person. No text needs escaping for headers: nodemailer encodes and folds. */
export interface MailMessage {
  /** The same in all attempts, without the domain. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The record that the message is about, as the first message of a thread. */
  readonly thread: string | undefined;
  /** Where a POST ends all messages to the person (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
}

/** Sends messages by a mail server. */
export interface MailSender {
  /** Sends a message. Never rejects because of the server, whose response has the status. */
  readonly send: (message: MailMessage, signal: AbortSignal) => Promise<OutgoingResult>;
}

const times = {
  dnsTimeout: 5 * SECOND,
  connectionTimeout: 5 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 15 * SECOND,
  socketCloseTimeout: SECOND,
};

/** Shorter than the lease of a delivery, so that no other process sends the message meanwhile. */
const wholeMs = 45 * SECOND;

const maxResponse = 4096;

/** What a sender needs beside its settings. */
interface MailSenderOptions {
  /** A further authority of certificates (PEM). */
  readonly authority?: string | undefined;
  /** Gets the reason, when a message fails for the server and not for its recipient. */
  readonly onFault?: ((reason: string) => void) | undefined;
}

/**
 * Creates a sender with a connection for each message. Opens nothing. Loads nodemailer only here,
 * because most installations send no e-mail. The server's certificate must be of a known authority
 * or of `authority` (PEM).
 */
export async function createMailSender(
  config: MailConfig,
  { authority, onFault }: MailSenderOptions = {},
): Promise<MailSender> {
  const transport = await createTransport(config, authority);
  const domain = config.from.address.replace(/^.*@/, '');
  const idOf = (name: string): string => `<${name}@${domain}>`;
  return {
    async send(message, signal) {
      const started = performance.now();
      const durationMs = (): number => Math.round(performance.now() - started);
      const thread = message.thread === undefined ? undefined : idOf(message.thread);
      const timeout = AbortSignal.timeout(wholeMs);
      try {
        const { response } = await transport.sendMail({
          from: config.from,
          to: message.to,
          subject: message.subject,
          text: message.text,
          html: message.html,
          messageId: idOf(message.id),
          ...(thread !== undefined && { inReplyTo: thread, references: [thread] }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(message.unsubscribeUrl !== undefined && {
              'List-Unsubscribe': { prepared: true, value: `<${message.unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          // Texts of agents must not make the server read files or fetch addresses.
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([signal, timeout]),
        });
        return {
          status: 250,
          headers: {},
          text: response,
          truncated: false,
          durationMs: durationMs(),
        };
      } catch (error) {
        if (signal.aborted) return { error: 'aborted', durationMs: durationMs() };
        if (timeout.aborted) {
          onFault?.('Timeout');
          return { error: 'timeout', durationMs: durationMs() };
        }
        const failure = failureOf(error);
        const isAddressee = 'status' in failure && factsOf(error).command === 'RCPT TO';
        if (!isAddressee) onFault?.(error instanceof Error ? error.message : 'Unknown');
        return { ...failure, durationMs: durationMs() };
      }
    },
  };
}

/** Connects and signs in. Throws the error of the connection. */
export async function verifyMailServer(config: MailConfig): Promise<void> {
  await (await createTransport(config)).verify();
}

async function createTransport(
  { host, port, isSecure, mayBePlain, auth }: MailConfig,
  authority?: string,
) {
  const nodemailer = await import('nodemailer');
  return nodemailer.createTransport({
    ...times,
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    maxResponseSize: 16 * maxResponse,
    ...(authority !== undefined && { tls: { ca: authority } }),
    ...(auth && { auth: { user: auth.user, pass: auth.pass } }),
  });
}

/** The status of a refusal that another attempt would meet too. */
export function isRefusal(status: number): boolean {
  return status >= 500;
}

// A refusal counts as one only for the recipient or the message. Everything else that ends with a
// status of 500 or more, such as a wrong password, is for the operator to mend.
function failureOf(error: unknown) {
  const { code, command, responseCode, response } = factsOf(error);
  const text = response.slice(0, maxResponse);
  if (responseCode !== undefined) {
    const isFinal = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
    const status = responseCode < 500 || isFinal ? responseCode : 421;
    return { status, headers: {}, text, truncated: response.length > maxResponse } as const;
  }
  if (code === 'EDNS') return { error: 'dns' } as const;
  if (isTlsFailure(error)) return { error: 'tls' } as const;
  if (code === 'ETIMEDOUT') return { error: 'timeout' } as const;
  if (code === 'EPROTOCOL') return { error: 'protocol' } as const;
  return { error: 'connection' } as const;
}

/**
 * Whether a connection failed at TLS, such as for a certificate. nodemailer reports such failures as
 * ESOCKET, as all of a socket, and keeps the code of OpenSSL or Node.js: DEPTH_ZERO_SELF_SIGNED_CERT
 * or ERR_TLS_CERT_ALTNAME_INVALID. Codes of the system, such as ECONNRESET, have no underscore.
 */
export function isTlsFailure(error: unknown): boolean {
  const { code, originalCode } = factsOf(error);
  if (code === 'ETLS' || code === 'EREQUIRETLS') return true;
  if (code !== 'ESOCKET' || typeof originalCode !== 'string') return false;
  return originalCode === 'EPROTO' || /^(?!EAI_|ERR_(?!TLS_|SSL_))\w+_/.test(originalCode);
}

interface ErrorFacts {
  readonly code: unknown;
  readonly originalCode: unknown;
  readonly command: unknown;
  readonly responseCode: number | undefined;
  readonly response: string;
}

function factsOf(error: unknown): ErrorFacts {
  const facts: Readonly<Record<string, unknown>> = Object.fromEntries(
    error instanceof Error ? Object.entries(error) : [],
  );
  const { code, originalCode, command, responseCode, response } = facts;
  return {
    code,
    originalCode,
    command,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: typeof response === 'string' ? response : '',
  };
}
