import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailParts } from '../../src/features/mail';
import { createMailSender } from '../../src/platform/mail/sender';
import type { SelfSigned } from './certificate';

/** A message as the server got it. */
export interface ReceivedMail {
  readonly to: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  /** Names in lower case; folded lines are joined. */
  readonly headers: ReadonlyMap<string, string>;
  /** The parts of a message with two, decoded: plain text and HTML. */
  readonly parts: readonly string[];
  readonly source: string;
}

/** A mail server on this machine. */
export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** The recipients of all attempts. */
  readonly attempts: readonly string[];
  /** The status that a recipient is refused with; undefined to accept. */
  refuse: (to: string) => number | undefined;
  /** Waits this long before it accepts a message. */
  delayMs: number;
  /** Resolves when `isDone` is true. Throws after 20 seconds without a message. */
  until(isDone: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** What mails are sent with to a server on this machine; over TLS, if an authority is given. */
export async function mailPartsFor(
  port: number,
  {
    authority,
    isSecure = false,
    onFault,
  }: {
    readonly authority?: string;
    readonly isSecure?: boolean;
    readonly onFault?: (reason: string) => void;
  } = {},
): Promise<MailParts> {
  const server = {
    host: 'localhost',
    port,
    isSecure,
    mayBePlain: authority === undefined,
    auth: undefined,
    from: { name: 'Callboard', address: 'callboard@example.com' },
  };
  return {
    sender: await createMailSender(server, { authority, onFault }),
    keys: [],
    address: 'https://calls.example.com',
    consoleUrl: 'https://calls.example.com/app',
  };
}

/** Starts a mail server: with a certificate, it offers STARTTLS or begins with TLS. */
export async function startMailServer({
  users,
  certificate,
  isSecure = false,
  port = 0,
}: {
  readonly users?: Readonly<Record<string, string>>;
  readonly certificate?: SelfSigned;
  readonly isSecure?: boolean;
  readonly port?: number;
} = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const options: SMTPServerOptions = {
    secure: isSecure,
    ...(certificate ?? { hideSTARTTLS: true }),
    authOptional: users === undefined,
    // smtp-server lets nobody sign in without TLS unless it is told to.
    allowInsecureAuth: true,
    onAuth({ username = '', password }, _session, done) {
      if (users?.[username] === password) done(null, { user: username });
      else done(new Error('Wrong user or password'));
    },
    onRcptTo({ address }, _session, done) {
      attempts.push(address);
      const status = server.refuse(address);
      if (status === undefined) done();
      else done(Object.assign(new Error('Not now'), { responseCode: status }));
    },
    async onData(stream, session, done) {
      // A client that is killed sends no end.
      const source = await text(stream).catch(() => undefined);
      if (source === undefined) return;
      await pause(server.delayMs, undefined, { ref: false });
      for (const { address } of session.envelope.rcptTo) {
        received.push({ to: address, isSecure: session.secure, ...parsed(source), source });
      }
      done();
    },
  };
  const smtp = new SMTPServer(options);
  // A client that goes away in between is no fault of a test.
  smtp.on('error', () => undefined);
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const server: MailServer = {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    received,
    attempts,
    refuse: () => undefined,
    delayMs: 0,
    async until(isDone) {
      for (let count = -1, end = 0; !isDone();) {
        if (received.length !== count) [count, end] = [received.length, Date.now() + 20_000];
        else if (Date.now() > end) throw new Error(`Only ${count} messages came.`);
        await pause(10);
      }
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}

function parsed(source: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return { headers, parts: [body] };
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return { headers, parts: parts.map((part) => decoded(split(part.replace(/^\r\n/, '')))) };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function split(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  // Other characters of the body are ASCII.
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
