import { createClient, isCallboardError, readStream } from 'callboard-client';
import { queries } from '../api/client';
import { announceSignedOut } from '../api/signed-out';

/** The paths that change with a kind of event, by the kind's first word; the others change all. */
const pathsOf: Readonly<Record<string, readonly string[]>> = {
  question: ['/v1/views/command', '/v1/questions', '/v1/actions', '/v1/events'],
  proposal: ['/v1/views/command', '/v1/proposals', '/v1/events'],
  order: ['/v1/views/command', '/v1/orders', '/v1/agents', '/v1/events'],
  agent: ['/v1/views/command', '/v1/agents', '/v1/events'],
  session: ['/v1/session', '/v1/events'],
};

// The lock of the tab that leads, and its channel to the others.
const sharedName = 'callboard.events';

// One burst of events is one read.
const joinMs = 250;

// With low priority, because the screen's own reads come first.
const client = createClient({
  baseUrl: location.origin,
  session: true,
  fetch: (request) => fetch(new Request(request, { priority: 'low' })),
});

const stale = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads the screens again when something happens, until the returned function is called. One tab of
 * the browser reads the stream of events and tells the others.
 */
export function startLive(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const others = new BroadcastChannel(sharedName);
  others.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') refresh(data);
  });
  const lead = async (lock: Lock | null): Promise<void> => {
    // The first tab leads at once, while it reads its screen.
    if (lock !== null) return followEvents(others, signal);
    await navigator.locks.request(sharedName, { signal }, () => {
      refreshOlder();
      return followEvents(others, signal);
    });
  };
  // Without https, and on another machine than the server's, browsers have no locks: then each tab
  // reads the stream.
  const isSecure = 'locks' in navigator;
  const leading = isSecure
    ? navigator.locks.request(sharedName, { ifAvailable: true }, lead)
    : followEvents(others, signal);
  leading.catch((error: unknown) => {
    if (isCallboardError(error, 'UNAUTHENTICATED')) announceSignedOut();
  });
  return () => {
    controller.abort();
    others.close();
  };
}

async function followEvents(others: BroadcastChannel, signal: AbortSignal): Promise<void> {
  const onReset = (): void => refresh('');
  for await (const { event } of readStream(client, { signal, onReset, maxDelayMs: 10_000 })) {
    refresh(event.kind);
    others.postMessage(event.kind);
  }
}

/**
 * Marks what was read before the stream begins as stale, because something may have happened since
 * the tab that led before was closed.
 */
function refreshOlder(): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey, state }) => state.dataUpdatedAt > 0 && queryKey[1] !== '/v1/session',
  });
}

/** Marks what an event of this kind changes as stale; everything for an unknown kind. */
function refresh(kind: string): void {
  stale.add(kind.split('.')[0] ?? '');
  timer ??= setTimeout(() => {
    const words = [...stale];
    stale.clear();
    timer = undefined;
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => words.some((word) => concerns(word, queryKey[1])),
    });
  }, joinMs);
}

function concerns(word: string, path: unknown): boolean {
  const paths = pathsOf[word];
  if (paths === undefined || typeof path !== 'string' || !path.startsWith('/')) return true;
  return paths.some((one) => path.startsWith(one));
}
