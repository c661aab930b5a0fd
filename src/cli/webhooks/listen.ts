import type { components } from '../../../generated/types';
import { createClient, isCallboardError, readStream } from '../../client';
import type { EventKind } from '../../shared/events';
import { newWebhookSecret, signatureHeaders } from '../../shared/webhook-signing';
import { SECOND } from '../../platform/time';
import { CommandError } from '../failure';
import { print, printJson, tell } from '../printer';
import { stopSignal } from '../serve/stop';

type Event = components['schemas']['Event'];

/** The options of `callboard webhooks listen`. */
export interface ListenOptions {
  readonly token: string;
  /** The origin of the service. */
  readonly url: string;
  /** The cursor to begin after; undefined for now. */
  readonly after: string | undefined;
  /** Empty for all kinds. */
  readonly kinds: readonly EventKind[];
  /** The receiver to send the events to. */
  readonly forwardTo: string | undefined;
  /** `whsec_…`; undefined for a new one. */
  readonly secret: string | undefined;
  /** Whether to print the events as JSON. */
  readonly json: boolean;
}

const RESPONSE_MS = 15 * SECOND;

/**
 * `callboard webhooks listen`: prints the events that the agent of the token sees, as they come,
 * and sends them to a receiver as webhooks, until SIGINT or SIGTERM. Throws a CommandError if the
 * service refuses the token or a parameter.
 */
export async function listenCommand(options: ListenOptions): Promise<void> {
  const { token, url, after, kinds: kind, forwardTo, secret = newWebhookSecret() } = options;
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  // Standard output has only the events.
  tell(`Listening to ${url}. Press Ctrl+C to stop.`);
  if (forwardTo !== undefined) tell(`Forwarding to ${forwardTo}, signed with ${secret}`);
  try {
    const client = createClient({ baseUrl: url, token });
    const stream = readStream(client, { after, kind: [...kind], signal: stopping.signal });
    for await (const { event } of stream) {
      if (options.json) printJson(event, { indented: false });
      else print(lineOf(event));
      if (forwardTo !== undefined) tell(`  ${await forward(event, forwardTo, secret)}`);
    }
  } catch (error) {
    if (stopping.signal.aborted) return;
    if (isCallboardError(error)) throw new CommandError(`${error.code}: ${error.message}`);
    throw error;
  }
}

/** Sends an event as a webhook and describes the response. */
async function forward(event: Event, receiver: string, secret: string): Promise<string> {
  const body = JSON.stringify({ type: event.kind, timestamp: event.created_at, data: event });
  const id = event.id.replace(/^evt_/, 'msg_');
  const signed = signatureHeaders({ id, at: new Date().toISOString(), body, secrets: [secret] });
  const started = performance.now();
  try {
    const response = await fetch(receiver, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    await response.body?.cancel();
    return `${response.status} after ${Math.round(performance.now() - started)} ms`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no response: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

function lineOf({ created_at: at, kind, actor, subject }: Event): string {
  return `${at}  ${kind}  ${actor.name}: ${subject.title} (${subject.id})`;
}
