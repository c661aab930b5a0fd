import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createClient } from 'callboard-client';
import { server } from './address';
import { noteMissing } from './missing';
import { onLeave } from './person';
import { createReads } from './reads';
import { leaveIfRefused } from './signed-out';
import { workspaceHeader, workspaceNow } from './workspace';
import { onTrouble, troubleNow, watchedFetch, whileBusy } from './trouble';

// The changes whose response was lost, by address and version. The server may have made them.
const lost = new Set<string>();

/**
 * Sends a request. If the response to a change was lost, the retry gets 412 even though the server
 * has made the change. Then this returns the record, provided that it has the values that were sent.
 */
async function sendOnce(request: Request): Promise<Response> {
  const version = request.method === 'PATCH' ? request.headers.get('If-Match') : null;
  if (version === null) return watchedFetch(request);
  const { url } = request;
  const change = `${url} ${version}`;
  const sent = request.clone();
  const response = await watchedFetch(request).catch((error: unknown) => {
    lost.add(change);
    throw error;
  });
  // A proxy may not have waited for the server.
  if (response.status > 500) lost.add(change);
  if (response.status !== 412 || !lost.has(change)) return response;
  const headers = new Headers(request.headers);
  headers.delete('If-Match');
  const now = await watchedFetch(new Request(url, { headers }));
  const record = await membersOf(now.clone());
  const isMade = [...(await membersOf(sent))].every(
    ([name, value]) => !record.has(name) || record.get(name) === value,
  );
  return isMade ? now : response;
}

/** The members of a JSON object, each as JSON. */
async function membersOf(body: Body): Promise<ReadonlyMap<string, string>> {
  const members = Object.entries<unknown>(Object(await body.json()));
  return new Map(members.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The client of the API, with the browser's session. */
export const client = createClient({
  baseUrl: server,
  session: true,
  fetch: sendOnce,
  // A person waits for the response, and the screens read again by themselves.
  retry: { attempts: 3, maxWaitMs: 8_000 },
});

/** Names the workspace of each request, because the browser may have several sessions. */
export const inWorkspace = {
  onRequest({ request }: { readonly request: Request }): void {
    const workspace = workspaceNow();
    if (workspace === undefined || request.headers.has(workspaceHeader)) return;
    request.headers.set(workspaceHeader, workspace);
  },
};

client.use(inWorkspace);
client.use({
  async onRequest({ request, schemaPath }) {
    if (request.method !== 'GET') return;
    if (schemaPath !== '/v1/session') await waitForEvents();
    await whileBusy();
  },
});

/** The hooks of the API's reads, by path. */
export const api = createReads(client);

/** The cache of everything that the screens read. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (!leaveIfRefused(error)) noteMissing(error, queryKey);
    },
  }),
  defaultOptions: {
    queries: {
      // The client retries what may be retried.
      retry: false,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
});

// What could not be read is read as soon as the server answers again.
onTrouble(() => {
  if (troubleNow() === undefined) void queries.invalidateQueries();
});

onLeave(() => queries.clear());

// The screens work without the events, so their reads wait no longer after the tab has asked for
// them. They are repeated if the events come later.
const patienceMs = 500;
// A tab without a session asks for no events.
const askMs = 5_000;

let go = (): void => undefined;
let hasBegun = false;
const mayBegin = new Promise<void>((resolve) => {
  go = resolve;
  setTimeout(resolve, askMs);
});

/** Lets the reads begin soon, because the tab asks for the events now. */
export function expectEvents(): void {
  setTimeout(go, patienceMs);
}

/**
 * Waits until the tab hears of all further events, so that no event is between a read and the first
 * event that the tab hears of.
 */
async function waitForEvents(): Promise<void> {
  await mayBegin;
  hasBegun = true;
}

/** Lets the reads begin. Returns whether some have begun before. */
export function beginReads(): boolean {
  go();
  return hasBegun;
}

/** The header that lets a change through only while the record has this version, if it is known. */
export function ifMatch({ version }: { readonly version: number | undefined }) {
  return version === undefined ? {} : { 'If-Match': `"${version}"` };
}

/** Where the change of a record is sent that a person has seen in this version. */
export function paramsOf({ id, version }: { readonly id: string; readonly version: number }) {
  return { path: { id }, header: ifMatch({ version }) };
}

/** The client of the pages that need no session. It sends each request once. */
export const plainClient = createClient({
  baseUrl: server,
  session: true,
  retry: false,
});
