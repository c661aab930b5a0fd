import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'autocannon';
import { decodeTime } from 'ulid';
import { connect } from '../../src/platform/db/connect';
import type { Operation, Target } from './operations';

/** The part of a response that must be the same from both servers. */
interface Comparable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

const compared = ['content-type', 'cache-control', 'location', 'vary', 'x-content-type-options'];
const present = ['x-request-id', 'date'];

/**
 * Sends the same requests of an operation to both servers, whose databases are still equal, and
 * compares the responses. Ids and times that are newer than `since` count as equal. Throws an Error
 * that shows the first difference.
 */
export async function compareResponses(
  operation: Operation,
  [ours, theirs]: readonly [Target, Target],
  since: string,
): Promise<void> {
  const [lists, contexts] = [
    [await operation.requests(ours, 0), await operation.requests(theirs, 0)] as const,
    [{}, {}] as const,
  ];
  const compareOnce = async (index: number): Promise<string | undefined> => {
    const one = await sendTo(ours, lists[0], index, contexts[0]);
    const other = await sendTo(theirs, lists[1], index, contexts[1]);
    const [seen, expected] = [normalised(other, since), normalised(one, since)];
    if (one.status === operation.status && isDeepStrictEqual(seen, expected)) return undefined;
    return `${JSON.stringify(expected)}\n${JSON.stringify(seen)}`;
  };
  for (let index = 0; index < Math.max(6, Math.min(20, lists[0].length)); index += 1) {
    const isRead = lists[0][index % lists[0].length]?.method === 'GET';
    // Reads depend on the clock: between two responses an action may stop being worked on.
    let difference = await compareOnce(index);
    if (difference !== undefined && isRead) difference = await compareOnce(index);
    if (difference === undefined) continue;
    throw new Error(
      `${operation.name}: the servers respond differently, or not with ${operation.status}.\n${difference}`,
    );
  }
}

/** Compares the numbers of rows that both have written. Throws an Error if a table differs. */
export async function compareWrites(urls: readonly [string, string]): Promise<void> {
  const [one, other] = [await countRows(urls[0]), await countRows(urls[1])];
  if (isDeepStrictEqual(one, other)) return;
  throw new Error(
    `The servers write different numbers of rows: ${JSON.stringify(one)} and ${JSON.stringify(other)}.`,
  );
}

const written = ['actions', 'notes', 'events', 'idempotency_records', 'search_entries'];

async function countRows(url: string): Promise<Record<string, unknown>> {
  const database = connect(url, { poolSize: 1 });
  try {
    const counts: [string, unknown][] = [];
    for (const table of written) {
      const [row] = await database.knex(table).count({ rows: '*' });
      counts.push([table, row?.['rows']]);
    }
    return Object.fromEntries(counts);
  } finally {
    await database.close();
  }
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function sendTo(
  { url }: Target,
  list: readonly Request[],
  index: number,
  context: object,
): Promise<Received> {
  const request = list[index % list.length];
  if (request === undefined) throw new Error('There is no request to send.');
  const { setupRequest, onResponse } = request;
  const prepared =
    typeof setupRequest === 'function' ? setupRequest({ ...request }, context) : request;
  const sent = Object.entries(prepared.headers ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const response = await fetch(`${url}${prepared.path ?? ''}`, {
    method: prepared.method ?? 'GET',
    headers: sent,
    ...(prepared.body === undefined ? {} : { body: String(prepared.body) }),
  });
  const text = await response.text();
  if (typeof onResponse === 'function') onResponse(response.status, text, context, {});
  return { status: response.status, headers: response.headers, text };
}

function normalised({ status, headers, text }: Received, since: string): Comparable {
  const known = compared.map((name): [string, string | null] => {
    const value = headers.get(name);
    return [name, value === null ? null : withoutTimes(value, since)];
  });
  const unspecified = present.map((name): [string, string | null] => [
    name,
    headers.has(name) ? 'present' : null,
  ]);
  return {
    status,
    headers: Object.fromEntries([
      ...known,
      ...unspecified,
      ['etag', versionOf(headers.get('etag'))],
    ]),
    body: text === '' ? undefined : JSON.parse(withoutTimes(text, since)),
  };
}

// The rest of an entity tag depends on the database: its epoch, and a digest of ids and times.
function versionOf(etag: string | null): string | null {
  return etag === null ? null : (/^"(\d{1,15})(?:-|"$)/.exec(etag)?.[1] ?? 'present');
}

// Records that the comparison has created differ in ids and times only, and agents in the address of
// the server.
function withoutTimes(text: string, since: string): string {
  return (
    text
      .replace(/\b[a-z]{3}_[0-9A-Z]{26}\b/g, (id) =>
        decodeTime(id.slice(4)) >= Date.parse(since) ? `${id.slice(0, 4)}new` : id,
      )
      .replace(/"mcp_url":"[^"]*"/g, '"mcp_url":null')
      // Cursors contain the epoch of the database.
      .replace(/"(next|cursor)":"[\w-]*"/g, '"$1":"cursor"')
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => (at >= since ? 'later' : at))
  );
}
