import { useSyncExternalStore } from 'react';
import { createListeners } from '../ui/listeners';
import { base } from './address';

/** Why nothing new can be read: no response since a time, or too many requests until a time. */
export interface Trouble {
  readonly kind: 'silent' | 'busy';
  readonly at: number;
}

// A server that sends nothing for so long does not answer.
const patienceMs = 10_000;
const firstProbeMs = 1_000;
const lastProbeMs = 8_000;
const gatewayFailures = [502, 503, 504];

let trouble: Trouble | undefined;
const { subscribe, notify } = createListeners();

/** Why nothing new can be read; undefined while the server answers. */
export function troubleNow(): Trouble | undefined {
  return trouble;
}

/** The same, for a component. */
export function useTrouble(): Trouble | undefined {
  return useSyncExternalStore(onTrouble, troubleNow);
}

/** Calls a function when the server stops or begins to answer. Returns how to end that. */
export const onTrouble = subscribe;

/** Waits until the server answers. */
export async function untilAnswered(): Promise<void> {
  while (trouble !== undefined) {
    await new Promise<void>((resolve) => {
      const ignore = subscribe(() => {
        ignore();
        resolve();
      });
    });
  }
}

/** Waits while the server refuses requests because there were too many. */
export async function whileBusy(): Promise<void> {
  while (trouble?.kind === 'busy') await pause(Math.max(trouble.at - Date.now(), 100));
}

/** Sends a request and notes whether the server answers. Calls `fetch` without waiting. */
export async function watchedFetch(request: Request): Promise<Response> {
  const began = Date.now();
  const { signal } = request;
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.reason);
  const patience = setTimeout(end, patienceMs);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  try {
    const response = await fetch(request, { signal: ending.signal });
    note(response, { began, isStream: request.url.includes('/stream') });
    return response;
  } catch (error) {
    if (signal.aborted) throw error;
    fall({ kind: 'silent', at: began });
    throw new TypeError('The server does not answer.', { cause: error });
  } finally {
    clearTimeout(patience);
  }
}

/** Asks whether the server answers. */
export async function probe(): Promise<void> {
  await watchedFetch(new Request(`${base}/v1/session`)).catch(() => undefined);
}

function note(
  { status, headers }: Response,
  { began, isStream }: { readonly began: number; readonly isStream: boolean },
): void {
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After')) || 1;
    fall({ kind: 'busy', at: Date.now() + seconds * 1000 });
  } else if (gatewayFailures.includes(status)) {
    // A proxy may refuse the stream alone.
    if (!isStream) fall({ kind: 'silent', at: began });
    // A request that was sent before the refusal says nothing about it.
  } else if (trouble?.kind !== 'busy' || Date.now() >= trouble.at) set(undefined);
}

function fall(next: Trouble): void {
  if (next.kind === 'silent' && trouble?.kind === 'silent') return;
  const isFirst = trouble === undefined;
  set(next);
  if (isFirst) void watch();
}

/** Asks the server until it answers again. */
async function watch(): Promise<void> {
  for (let ms = firstProbeMs; trouble !== undefined; ms = Math.min(ms * 2, lastProbeMs)) {
    await pause(trouble.kind === 'busy' ? trouble.at - Date.now() : ms);
    await probe();
  }
}

function set(next: Trouble | undefined): void {
  if (next === trouble) return;
  trouble = next;
  notify();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

addEventListener('online', () => {
  if (trouble !== undefined) void probe();
});
