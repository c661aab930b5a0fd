import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The results of the clients. */
export interface Seen {
  readonly requests: number;
  readonly posts: number;
  /** Titles of the actions whose POST returned 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** Failed requests by cause, such as `POST 502`. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Clients that send requests until they are stopped. */
export interface Load {
  stop(): Promise<Seen>;
}

/** The target and the credential of the requests. */
export interface LoadParts {
  readonly url: string;
  readonly token: string;
  readonly clients: number;
  /** Beginning of the titles of this load's actions. */
  readonly prefix: string;
}

/**
 * Starts clients with one keep-alive connection each, which send reads and POSTs in turn without
 * retries. Any unexpected status counts as a failure.
 */
export function startLoad({ url, token, clients, prefix }: LoadParts): Load {
  const acknowledged = new Set<string>();
  const failures = new Map<string, number>();
  let [requests, posts, isStopped] = [0, 0, false];

  const run = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (method: string, path: string, body?: object): Promise<string> => {
      requests += 1;
      return outcomeOf({ agent, method, url: new URL(path, url), token, body });
    };
    const expectStatus = (method: string, outcome: string, status: string): boolean => {
      if (outcome === status) return true;
      const kind = `${method} ${outcome}`;
      failures.set(kind, (failures.get(kind) ?? 0) + 1);
      return false;
    };
    for (let turn = 0; !isStopped; turn += 1) {
      if (turn % 2 === 0) {
        const path = turn % 4 === 0 ? '/v1/me' : '/v1/actions?limit=2';
        expectStatus('GET', await send('GET', path), '200');
      } else {
        const title = `${prefix} ${client}-${turn}`;
        posts += 1;
        const outcome = await send('POST', '/v1/actions', { title });
        if (expectStatus('POST', outcome, '201')) acknowledged.add(title);
      }
      // Two servers handle this rate with time to spare.
      await pause(20);
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    async stop() {
      isStopped = true;
      await running;
      return { requests, posts, acknowledged, failures };
    },
  };
}

interface Sending {
  readonly agent: Agent;
  readonly method: string;
  readonly url: URL;
  readonly token: string;
  readonly body: object | undefined;
}

/** The status of the response, or the code of the error. */
function outcomeOf({ agent, method, url, token, body }: Sending): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(text === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
    const sent = request(url, { agent, method, headers, timeout: 30_000 }, (response) => {
      response.once('error', failed);
      response.once('end', () => resolve(String(response.statusCode)));
      response.resume();
    });
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy(new Error('no response in 30 s')));
    sent.end(text);
  });
}
