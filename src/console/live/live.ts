import { createClient, isCallboardError, readStream } from 'callboard-client';
import { queries } from '../api/client';
import { beginReads } from '../api/first-reads';
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

// What tabs say to each other besides the kinds of events.
const askWhoLeads = '?';
const iLead = '!';
const readAll = '';

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
  let isLeader = false;
  let hearsAll = false;

  /** All further events arrive. What was read before may lack an earlier one. */
  const hearAll = (): void => {
    hearsAll = true;
    if (beginReads()) readEverything();
  };
  const leadFromNow = (): void => {
    isLeader = true;
    hearAll();
    others.postMessage(readAll);
  };
  others.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === askWhoLeads) {
      if (isLeader) others.postMessage(iLead);
    } else if (data === iLead) {
      if (!hearsAll) hearAll();
    } else if (data === readAll) hearAll();
    else if (typeof data === 'string') refresh(data);
  });
  others.postMessage(askWhoLeads);

  const lead = async (): Promise<void> => {
    const options = { signal, onReset: leadFromNow, maxDelayMs: 10_000 };
    for await (const { event } of readStream(clientOf(leadFromNow), options)) {
      refresh(event.kind);
      others.postMessage(event.kind);
    }
  };
  // Without https, and on another machine than the server's, browsers have no locks: then each tab
  // reads the stream.
  const isSecure = 'locks' in navigator;
  const leading = isSecure ? navigator.locks.request(sharedName, { signal }, lead) : lead();
  leading.catch((error: unknown) => {
    if (isCallboardError(error, 'UNAUTHENTICATED')) announceSignedOut();
  });
  return () => {
    controller.abort();
    others.close();
  };
}

/**
 * A client for the stream. A stream without a cursor begins with the next event, which
 * `onBegin` hears of; one that continues after a cursor leaves no event out.
 */
function clientOf(onBegin: () => void) {
  // A stream that is refused delays no read.
  const retry = { onRetry: beginReads };
  const client = createClient({ baseUrl: location.origin, session: true, retry });
  client.use({
    onResponse({ request, response }) {
      if (!response.ok) beginReads();
      else if (!new URL(request.url).searchParams.has('after')) onBegin();
    },
  });
  return client;
}

/** Reads the screens again, also those whose first read has not ended. */
function readEverything(): void {
  const unread = queries.cancelQueries({ predicate: ({ state }) => state.status === 'pending' });
  void unread.then(() => queries.invalidateQueries());
}

/** Marks what an event of this kind changes as stale; everything for an unknown kind. */
function refresh(kind: string): void {
  stale.add(kind.split('.')[0] ?? '');
  timer ??= setTimeout(readStale, joinMs);
}

function readStale(): void {
  // A list that is read again would drop the page that it is reading after a click on "Show more".
  if (
    queries.isFetching({ predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0
  ) {
    timer = setTimeout(readStale, joinMs);
    return;
  }
  timer = undefined;
  const words = [...stale];
  stale.clear();
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => words.some((word) => concerns(word, queryKey[1])),
  });
}

function concerns(word: string, path: unknown): boolean {
  const paths = pathsOf[word];
  if (paths === undefined || typeof path !== 'string' || !path.startsWith('/')) return true;
  return paths.some((one) => path.startsWith(one));
}
