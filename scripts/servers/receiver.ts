import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import type { MailParts } from '../../src/features/mail';
import { startDeliverer } from '../../src/features/webhooks';
import type { Database } from '../../src/platform/db/connect';
import { createOutgoing } from '../../src/platform/outgoing';
import type { SecretKeys } from '../../src/platform/secret-keys';

/** A message as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Responds to each message, with 204 at first. */
  respond: (response: ServerResponse, message: Received) => void;
  /** Resolves when `isDone` is true. Throws after 20 seconds without a message. */
  until(isDone: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const message = {
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    received.push(message);
    receiver.respond(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    respond: (response) => void response.writeHead(204).end(),
    async until(isDone) {
      for (let count = -1, end = 0; !isDone();) {
        // A slow machine may take as long as it needs while messages come.
        if (received.length !== count) [count, end] = [received.length, Date.now() + 20_000];
        else if (Date.now() > end) throw new Error(`Only ${count} messages came.`);
        await pause(10);
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Delivers webhooks of a database to receivers on this machine until the returned function runs. */
export function deliver(
  database: Database,
  {
    allow = ['127.0.0.1'],
    lease = 60_000,
    response = 15_000,
    consoleUrl = null,
    log = pino({ enabled: false }),
    keys = [],
    mail,
    mailGather = 0,
  }: {
    readonly allow?: readonly string[];
    readonly lease?: number;
    readonly response?: number;
    readonly consoleUrl?: string | null;
    readonly log?: Logger;
    readonly keys?: SecretKeys;
    readonly mail?: MailParts;
    readonly mailGather?: number;
  } = {},
): () => Promise<void> {
  return startDeliverer({
    database,
    log,
    keys,
    outgoing: createOutgoing({ environment: 'production', allow }),
    settings: {
      workingSeconds: 900,
      stalledSeconds: 86_400,
      storedBytes: null,
      mcpUrl: null,
      consoleUrl,
    },
    ...(mail && { mail: Promise.resolve(mail) }),
    times: { poll: 50, gather: 10, lease, response, mailGather, mailPoll: 50 },
  });
}
