import type { components } from 'callboard-client';
import { t } from '../../texts/texts';

/** The parameters of `listActions` in the address of the console, under the same names. */
export type ActionQuery = components['schemas']['SavedViewQuery'];

/** How a saved view shows its list. An absent part is as the person has it. */
export type Display = components['schemas']['SavedViewDisplay'];

/** Filters to change; undefined ones are removed. */
export type ActionFilters = {
  readonly [Name in keyof ActionQuery]?: ActionQuery[Name] | undefined;
};

type Status = components['schemas']['ActionStatus'];

/** The statuses of actions. */
export const statuses: readonly Status[] = ['inbox', 'ready', 'waiting', 'done', 'dropped'];

/** The names of the statuses. */
export const statusNames: Readonly<Record<Status, string>> = {
  inbox: t('Inbox'),
  ready: t('Ready'),
  waiting: t('Waiting'),
  done: t('Done'),
  dropped: t('Dropped'),
};

/** The statuses of open actions. */
export const openStatuses: readonly Status[] = ['inbox', 'ready', 'waiting'];

/** The orders of a list of actions, with their names. */
export const sorts = [
  { value: '-created_at', name: t('Newest first') },
  { value: 'created_at', name: t('Oldest first') },
  { value: 'due_at', name: t('Due first') },
  { value: '-priority', name: t('Most urgent first') },
  { value: 'title', name: t('Title') },
  { value: '-last_activity_at', name: t('Latest activity') },
  { value: 'last_activity_at', name: t('Oldest activity') },
  { value: '-completed_at', name: t('Latest completed') },
  { value: '-updated_at', name: t('Latest change') },
  { value: 'updated_at', name: t('Oldest change') },
  { value: '-due_at', name: t('Due last') },
  { value: 'priority', name: t('Least urgent first') },
  { value: '-title', name: t('Title, from the end') },
  { value: 'position', name: t('Position') },
] as const satisfies readonly { readonly value: ActionQuery['sort']; readonly name: string }[];

const allSorts: readonly NonNullable<ActionQuery['sort']>[] = [
  ...sorts.map(({ value }) => value),
  '-position',
];

const texts = [
  'project_id',
  'domain_id',
  'order_id',
  'assigned_actor_id',
  'created_by_actor_id',
  'completed_by_actor_id',
  'created_since',
  'created_before',
  'due_since',
  'due_before',
  'completed_since',
  'completed_before',
  'updated_since',
  'source_key',
  'q',
] as const satisfies readonly (keyof ActionQuery)[];

const flags = [
  'is_template',
  'actionable',
  'has_label',
  'has_due_date',
] as const satisfies readonly (keyof ActionQuery)[];

const names: readonly string[] = [...texts, ...flags, 'sort', 'status', 'priority', 'label'];

/** The query in an address. Values that the contract does not have are left out. */
export function queryOf(params: URLSearchParams): ActionQuery {
  const status = statuses.filter((each) => params.getAll('status').includes(each));
  const priority = ([0, 1, 2, 3, 4] as const).filter((each) =>
    params.getAll('priority').includes(String(each)),
  );
  const label = params.getAll('label').filter((each) => each !== '');
  const sort = allSorts.find((each) => each === params.get('sort'));
  return {
    ...Object.fromEntries(texts.flatMap((name) => entryOf(name, params.get(name)))),
    ...Object.fromEntries(
      flags
        .flatMap((name) => entryOf(name, params.get(name)))
        .map(([name, value]) => {
          return [name, value === 'true'];
        }),
    ),
    ...(status.length > 0 && { status }),
    ...(priority.length > 0 && { priority }),
    ...(label.length > 0 && { label: label.slice(0, 5) }),
    ...(sort !== undefined && { sort }),
  };
}

function entryOf<Name extends string>(name: Name, value: string | null): [Name, string][] {
  return value === null || value === '' ? [] : [[name, value]];
}

/** Writes a query into an address instead of the one that is there. */
export function setQuery(params: URLSearchParams, query: ActionFilters): void {
  for (const name of names) params.delete(name);
  for (const [name, value] of Object.entries(query)) {
    for (const one of value === undefined ? [] : [value].flat()) params.append(name, String(one));
  }
}

/** Writes a saved view with how it is shown into an address. */
export function setView(
  params: URLSearchParams,
  query: ActionQuery,
  { group, columns }: Display,
): void {
  setQuery(params, query);
  const parts = { group, columns: columns?.join(' ') };
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  }
}

/** The filters of the list of actions, with the parameters of each. */
export const filters = [
  { name: 'status', title: t('Status'), parameters: ['status'] },
  { name: 'assignee', title: t('Assigned to'), parameters: ['assigned_actor_id'] },
  { name: 'priority', title: t('Priority'), parameters: ['priority'] },
  { name: 'project', title: t('Project'), parameters: ['project_id'] },
  { name: 'domain', title: t('Domain'), parameters: ['domain_id'] },
  { name: 'label', title: t('Label'), parameters: ['label', 'has_label'] },
  { name: 'due', title: t('Due'), parameters: ['due_since', 'due_before', 'has_due_date'] },
  { name: 'created', title: t('Created'), parameters: ['created_since', 'created_before'] },
  { name: 'completed', title: t('Ended'), parameters: ['completed_since', 'completed_before'] },
  { name: 'updated', title: t('Changed'), parameters: ['updated_since'] },
  { name: 'creator', title: t('Created by'), parameters: ['created_by_actor_id'] },
  { name: 'completer', title: t('Done by'), parameters: ['completed_by_actor_id'] },
  { name: 'actionable', title: t('Can be worked on'), parameters: ['actionable'] },
  { name: 'template', title: t('Templates'), parameters: ['is_template'] },
  { name: 'order', title: t('Standing order'), parameters: ['order_id'], isFixed: true },
  { name: 'source', title: t('Source'), parameters: ['source_key'], isFixed: true },
] as const satisfies readonly {
  readonly name: string;
  readonly title: string;
  readonly parameters: readonly (keyof ActionQuery)[];
  /** Whether it comes with a link or a view, and cannot be added here. */
  readonly isFixed?: boolean;
}[];

/** A filter of the list of actions. */
export type Filter = (typeof filters)[number];

/** The name of the actor in a filter, which may be `me` or `none`. */
export function nameOfActor(
  id: string,
  actors: readonly { readonly id: string; readonly name: string }[],
): string {
  if (id === 'me') return t('Me');
  if (id === 'none') return t('Nobody');
  const unlisted = actors.length > 0 ? t('Unknown') : '…';
  return actors.find((actor) => actor.id === id)?.name ?? unlisted;
}
