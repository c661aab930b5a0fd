import { setTimeout as pause } from 'node:timers/promises';
import { CallboardError, createClient, unwrap, type CallboardClient } from '../../../src/client';

/** What clients did, which must be stored once and completely. */
export interface Done {
  /** Titles of the actions whose creation had a success, by id. */
  readonly created: ReadonlyMap<string, string>;
  /** Ids of the actions whose completion had a success. */
  readonly completed: ReadonlySet<string>;
  /** The attempts that failed and were repeated. */
  readonly retries: number;
  /** Calls that failed in spite of the client's repetitions, by cause. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Clients that work until they are stopped. */
export interface Workers {
  stop(): Promise<Done>;
}

/** A client that repeats for two minutes, and gives up an attempt without a response after 40 s. */
export function patientClient(
  { url, token }: { readonly url: string; readonly token: string },
  onRetry: () => void = () => undefined,
): CallboardClient {
  return createClient({
    baseUrl: url,
    token,
    retry: { attempts: 200, firstDelayMs: 50, maxWaitMs: 120_000, onRetry },
    fetch: (request) =>
      fetch(request, {
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(40_000)]),
      }),
  });
}

/** Starts agents that create, claim and complete one action after the other. */
export function startWorkers({
  url,
  tokens,
}: {
  readonly url: string;
  readonly tokens: readonly string[];
}): Workers {
  const created = new Map<string, string>();
  const completed = new Set<string>();
  const failures = new Map<string, number>();
  let [retries, isStopped] = [0, false];

  const work = async (token: string, worker: number): Promise<void> => {
    const client = patientClient({ url, token }, () => (retries += 1));
    for (let turn = 0; !isStopped; turn += 1) {
      try {
        const title = `Cue ${worker}-${turn}`;
        const { id } = await unwrap(
          client.POST('/v1/actions', { body: { title, status: 'ready' } }),
        );
        created.set(id, title);
        const params = { path: { id } };
        await unwrap(client.POST('/v1/actions/{id}/claim', { params }));
        const body = { result_summary: `Done: ${title}` };
        await unwrap(client.POST('/v1/actions/{id}/complete', { params, body }));
        completed.add(id);
      } catch (error) {
        const cause =
          error instanceof CallboardError ? `${error.status} ${error.code}` : String(error);
        failures.set(cause, (failures.get(cause) ?? 0) + 1);
      }
      await pause(100);
    }
  };
  const working = Promise.all(tokens.map(work));
  return {
    async stop() {
      isStopped = true;
      await working;
      return { created, completed, retries, failures };
    },
  };
}
