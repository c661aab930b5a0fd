import type { components } from 'callboard-client';
import { unwrap } from 'callboard-client';
import { client } from '../../../api/client';
import type { Action } from '../../../rows/review-row';
import { isOpen } from '../../action/commands';
import type { ActionQuery } from '../action-query';

type Item = components['schemas']['ActionBatchUpdateItem'];
type Entry = components['schemas']['ActionBatchUpdateEntry'];

/** What is done with each of many actions. */
export type BulkChange = Omit<Item, 'id' | 'version'>;

interface Changed {
  readonly before: Action;
  /** The version after the change; undefined when the response was too long to have it. */
  readonly version: number | undefined;
}

/** What became of many actions. */
export interface BulkResult {
  readonly changed: readonly Changed[];
  readonly refused: readonly { readonly action: Action; readonly message: string }[];
}

const batchSize = 100;
const pageSize = 200;

/** Reads everything that the filters match, because each change names the version of its action. */
export async function readMatches(query: ActionQuery): Promise<readonly Action[]> {
  const actions: Action[] = [];
  let after: string | undefined;
  do {
    const page = await unwrap(
      client.GET('/v1/actions', {
        params: { query: { ...query, limit: pageSize, ...(after !== undefined && { after }) } },
      }),
    );
    actions.push(...page.items);
    after = page.page.next ?? undefined;
  } while (after !== undefined);
  return actions;
}

/** Changes many actions, a hundred at a time. `onProgress` gets the number of those that are done. */
export async function changeActions(
  actions: readonly Action[],
  change: BulkChange,
  onProgress: (count: number) => void = () => undefined,
): Promise<BulkResult> {
  // What has ended cannot be dropped, and nobody who selects all of a filter means it.
  const meant = change.drop === undefined ? actions : actions.filter((action) => isOpen(action));
  const byId = new Map(meant.map((action) => [action.id, action]));
  const entries = await sendBatches(
    meant.map(({ id, version }) => ({ id, version, ...change })),
    onProgress,
  );
  const found = entries.flatMap((entry) => {
    const action = byId.get(entry.id);
    return action === undefined ? [] : [{ entry, action }];
  });
  return {
    changed: found
      .filter(({ entry }) => entry.error === undefined)
      .map(({ entry, action }) => ({ before: action, version: entry.record?.version })),
    refused: found.flatMap(({ entry, action }) =>
      entry.error === undefined ? [] : [{ action, message: entry.error.message }],
    ),
  };
}

/** Gives the actions the values again that they had before the change. */
export async function undoChange(
  { changed }: BulkResult,
  { changes = {}, drop }: BulkChange,
): Promise<void> {
  const current = await Promise.all(
    changed.map(async ({ before, version }) => {
      return { before, version: version ?? (await versionOf(before.id)) };
    }),
  );
  if (drop !== undefined) {
    await reopen(current);
    return;
  }
  const names = Object.keys(changes);
  const entries = await sendBatches(
    current.map(({ before, version }) => ({
      id: before.id,
      version,
      changes: { ...valuesOf(before, names), labels: before.labels },
    })),
  );
  const left = entries.filter(({ error }) => error !== undefined).length;
  if (left > 0 && left === entries.length) throw new Error('Everything has changed since.');
}

async function reopen(
  dropped: readonly { readonly before: Action; readonly version: number }[],
): Promise<void> {
  const items: Item[] = [];
  for (const { before, version } of dropped) {
    const params = { path: { id: before.id }, header: { 'If-Match': `"${version}"` } };
    const body = { assigned_actor_id: before.assigned_actor_id };
    const opened = await unwrap(client.POST('/v1/actions/{id}/reopen', { params, body }));
    const { status } = before;
    // A dropped action opens in the inbox.
    if (status === 'ready' || status === 'waiting') {
      items.push({ id: before.id, version: opened.version, changes: { status } });
    }
  }
  await sendBatches(items);
}

async function sendBatches(
  items: readonly Item[],
  onProgress: (count: number) => void = () => undefined,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let from = 0; from < items.length; from += batchSize) {
    const body = { items: items.slice(from, from + batchSize) };
    const result = await unwrap(client.POST('/v1/actions/update-batch', { body }));
    entries.push(...result.items);
    onProgress(entries.length);
  }
  return entries;
}

async function versionOf(id: string): Promise<number> {
  return (await unwrap(client.GET('/v1/actions/{id}', { params: { path: { id } } }))).version;
}

function valuesOf(action: Action, names: readonly string[]): BulkChange['changes'] {
  return Object.fromEntries(Object.entries(action).filter(([name]) => names.includes(name)));
}
