import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  toCallboardError,
  type AnyCallboardError,
  type CallboardClient,
  type components,
} from 'callboard-client';
import { isRefusal } from './renewal';

/** What a report is about, and when it is useless. */
interface ReportOptions {
  readonly id: string;
  readonly claim: components['schemas']['Claim'];
  /** How long to wait before a report is sent again. */
  readonly pollMs: number;
  readonly log: (line: string) => void;
  readonly stop: AbortSignal;
  readonly lost: AbortSignal;
}

/** Tells the service how the work on a claimed action ended. */
export class Report {
  /** How long the command has run in this claim, if it has. */
  seconds: number | undefined;
  readonly #reads: Pick<CallboardClient, 'GET'>;
  readonly #writes: CallboardClient['minimal'];
  readonly #options: ReportOptions;

  constructor(client: CallboardClient, options: ReportOptions) {
    this.#reads = client;
    this.#writes = client.minimal;
    this.#options = options;
  }

  /** Whether the action waits, for an answer or for something outside. */
  async isWaiting(): Promise<boolean> {
    const { data } = await this.#reads
      .GET('/v1/actions/{id}', { params: this.#params })
      .catch(() => ({ data: undefined }));
    const isWaiting = data?.status === 'waiting';
    if (isWaiting) this.#options.log(`${this.#options.id}: waits.`);
    return isWaiting;
  }

  /** Completes the action. Returns why the service refuses it, unless another has ended the work. */
  complete(result: string): Promise<string | undefined> {
    return this.#send('completed', (ids) =>
      this.#writes.POST('/v1/actions/{id}/complete', {
        params: this.#params,
        body: { result_summary: result, ...ids },
      }),
    );
  }

  async release(reason: string): Promise<void> {
    await this.#send('released', (ids) =>
      this.#writes.POST('/v1/actions/{id}/release', {
        params: this.#params,
        body: { reason, ...ids },
      }),
    );
  }

  /** Reports the time, and keeps what the command printed before its question for its next start. */
  async note(text: string): Promise<void> {
    await this.#send('reported its time', (ids) =>
      this.#writes.POST('/v1/actions/{id}/heartbeat', {
        params: this.#params,
        body: { ...(text === '' ? {} : { progress_note: text }), ...ids },
      }),
    );
  }

  /**
   * Asks people: the action waits, and its claim does not expire. Returns why the service refuses
   * the question, unless another has ended the work.
   */
  ask(question: string): Promise<string | undefined> {
    return this.#send('asks a question', ({ client_request_id }) =>
      this.#writes.POST('/v1/questions', {
        body: {
          action_id: this.#options.id,
          question,
          on_answer: 'I run the command again, with the answer in its input.',
          client_request_id,
        },
      }),
    );
  }

  get #params() {
    return { path: { id: this.#options.id } };
  }

  /** Sends a report until it arrives, because the work may have been long. */
  async #send(
    done: string,
    post: (ids: {
      claim_generation: number;
      client_request_id: string;
      usage?: { seconds: number };
    }) => Promise<{ error?: unknown; response: Response }>,
  ): Promise<string | undefined> {
    const { id, claim, pollMs, log, stop, lost } = this.#options;
    const ids = {
      claim_generation: claim.generation,
      client_request_id: randomUUID(),
      ...(this.seconds === undefined ? {} : { usage: { seconds: this.seconds } }),
    };
    for (;;) {
      try {
        const { error, response } = await post(ids);
        if (error !== undefined) throw toCallboardError({ error, response });
        log(`${id}: ${done}.`);
        return undefined;
      } catch (error) {
        log(`${id}: not ${done}. ${String(error)}`);
        if (isRefusal(error)) return isOver(error) ? undefined : String(error);
        if (stop.aborted || lost.aborted) return undefined;
        await setTimeout(pollMs, undefined, { signal: AbortSignal.any([stop, lost]) }).catch(
          () => {},
        );
      }
    }
  }
}

/** Whether the action has ended, or is another's now. */
function isOver({ code }: AnyCallboardError): boolean {
  return code === 'CLAIM_LOST' || code === 'ALREADY_TERMINAL' || code === 'NOT_FOUND';
}
