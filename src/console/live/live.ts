import { createClient, isCallboardError, readStream } from 'callboard-client';
import { server } from '../api/address';
import { beginReads, expectEvents, queries } from '../api/client';
import { inWorkspace } from '../api/transport';
import type { FeedEvent } from '../api/events';
import { leaveIfRefused } from '../api/signed-out';
import { watchedFetch } from '../api/trouble';
import { storedName } from '../api/workspace';

// What tabs say to each other besides the events.
const askWhoLeads = '?';
const iLead = '!';
const readAll = '';

/**
 * Reads the screens again when something happens, until the returned function is called. One tab of
 * the browser reads the stream of events of the workspace and tells the others.
 */
export function startLive(): () => void {
  expectEvents();
  const controller = new AbortController();
  const { signal } = controller;
  // The lock of the tab that leads, and its channel to the others.
  const sharedName = storedName('events');
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
    else if (isEvent(data)) hear(data);
  });
  others.postMessage(askWhoLeads);

  const lead = async (): Promise<void> => {
    const options = { signal, maxDelayMs: 10_000 };
    for (;;) {
      try {
        for await (const { event } of readStream(clientOf(leadFromNow), options)) {
          hear(event);
          others.postMessage(event);
        }
      } catch (error) {
        // After a long pause or a restore, a stream that begins now reads the screens again.
        if (!isCallboardError(error, 'CURSOR_EXPIRED')) throw error;
      }
    }
  };
  // Without https, and on another machine than the server's, browsers have no locks: then each tab
  // reads the stream.
  const isSecure = 'locks' in navigator;
  const leading = isSecure ? navigator.locks.request(sharedName, { signal }, lead) : lead();
  leading.catch(leaveIfRefused);
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
  const client = createClient({
    baseUrl: server,
    session: true,
    fetch: watchedFetch,
    retry,
  });
  client.use(inWorkspace);
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

function hear(event: FeedEvent): void {
  // After an update, the server may no longer have the file.
  import('./hear').then((module) => module.hear(event)).catch(readEverything);
}

function isEvent(data: unknown): data is FeedEvent {
  return typeof data === 'object' && data !== null && 'subject' in data;
}
