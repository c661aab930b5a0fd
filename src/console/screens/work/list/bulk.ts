import type { components } from 'callboard-client';
import { unwrap } from 'callboard-client';
import { client } from '../../../api/client';
import type { Action } from '../../../rows/review-row';
import { isOpen } from '../../action/commands';
import type { ActionQuery } from '../action-query';
import { t } from '../../../texts/texts';

type Item = components['schemas']['ActionBatchUpdateItem'];
type Entry = components['schemas']['ActionBatchUpdateEntry'];

/** What can be done with many actions at once, with the words of its button. */
export const bulkNames = {
  Assign: t('Assign'),
  Label: t('Label'),
  Priority: t('Priority'),
  Due: t('Due'),
  Project: t('Project'),
  Drop: t('Drop'),
};

/** Something that can be done with many actions at once. */
export type BulkName = keyof typeof bulkNames;

const isBulkName = (name: string): name is BulkName => Object.hasOwn(bulkNames, name);

/** All that can be done with many actions at once, in the order of the buttons. */
export const bulkOrder: readonly BulkName[] = Object.keys(bulkNames).filter(isBulkName);

/** What is done with each of many actions. */
export type BulkChange = Omit<Item, 'id' | 'version'>;

/** What became of many actions. */
export interface BulkResult {
  readonly changed: number;
  /** The items that restore the actions as they were. */
  readonly undo: readonly Item[];
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
  const refused = entries.flatMap(({ id, error }) => {
    const action = byId.get(id);
    return error === undefined || action === undefined ? [] : [{ action, message: error.message }];
  });
  return {
    changed: entries.length - refused.length,
    undo: entries.flatMap(({ undo }) => (undo === undefined ? [] : [undo])),
    refused,
  };
}

/** Restores actions as they were. Returns a sentence when some of them have changed since. */
export async function undoChange({ undo }: BulkResult): Promise<string | undefined> {
  const entries = await sendBatches(undo);
  const left = entries.filter(({ error }) => error !== undefined).length;
  if (left === 0) return undefined;
  return t('Undone, but {left} of {all} have changed since and stay as they are.', {
    left,
    all: entries.length,
  });
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
