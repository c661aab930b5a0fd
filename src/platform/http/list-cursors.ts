import { createHash } from 'node:crypto';
import { mayEndEarly, shorterPage } from '../early-end';
import { isRecord } from '../json';
import { invalidValue } from '../problems';

/** The parameters that continue a list. The cursor itself has the sort. */
const paging: ReadonlySet<string> = new Set(['after', 'limit', 'offset', 'sort']);

const separator = '.';

/** A request of a list. */
interface ListCall<In> {
  /** The operation. */
  readonly id: string;
  readonly input: In;
  /** The values of the query parameters that are absent. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

interface ListInput {
  readonly path: object;
  readonly query: object;
}

/**
 * Reads a page of a list whose cursors only the same list takes: the same operation, path and
 * filters. Throws VALIDATION_FAILED for a cursor of another one, because it would skip rows.
 */
export async function readBoundPage<In extends ListInput, Out extends { readonly body?: unknown }>(
  { id, input, defaults }: ListCall<In>,
  read: (input: In) => Promise<Out>,
): Promise<Out> {
  const filters = filtersOf({ ...defaults, ...input.query });
  const list = JSON.stringify([id, pairsOf(input.path), filters]);
  const mark = createHash('sha256').update(list).digest('base64url').slice(0, 8);
  const reply = await read({ ...input, query: unbound(input.query, mark) });
  const { body } = reply;
  if (!isRecord(body) || !isRecord(body['page'])) return reply;
  return { ...reply, body: { ...body, page: boundPage(body['page'], mark) } };
}

function filtersOf(query: object): unknown[] {
  return pairsOf(query)
    .filter(([name, value]) => !paging.has(name) && value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String).toSorted() : value]);
}

function pairsOf(values: object): (readonly [string, unknown])[] {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function unbound(query: object, mark: string): object {
  if (!('after' in query) || typeof query.after !== 'string') return query;
  const [cursor, sent] = query.after.split(separator);
  if (sent !== undefined && sent !== mark) {
    throw invalidValue(
      'query/after',
      'after continues another list, or was changed: the path or a filter was different. Send those ' +
        'of the request that returned it, or leave out after to begin this list.',
    );
  }
  return { ...query, after: sent === undefined ? '' : cursor };
}

function boundPage(page: object, mark: string): object {
  const next = 'next' in page && typeof page.next === 'string' ? page.next : null;
  const bound = { ...page, next: next === null ? null : `${next}${separator}${mark}` };
  return mayEndEarly(bound, (items) => boundPage(shorterPage(page, items) ?? page, mark));
}
