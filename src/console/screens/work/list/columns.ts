import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'wouter';
import { storedName } from '../../../api/workspace';
import { createListeners } from '../../../ui/listeners';
import type { ActionQuery } from '../action-query';
import { t } from '../../../texts/texts';

type Sort = NonNullable<ActionQuery['sort']>;

interface ColumnFacts {
  readonly name: string;
  readonly title: string;
  /** The width of the column, as a track of a grid. */
  readonly width: string;
  /** The orders of the list by this column; the first one is the usual one. */
  readonly sorts?: readonly Sort[];
  /** Whether the column is shown until a person chooses. */
  readonly isUsual?: boolean;
}

/** The columns of the list of actions, in their order. The title is always shown. */
export const columns = [
  { name: 'key', title: t('Key'), width: '4rem', isUsual: true },
  {
    name: 'title',
    title: t('Title'),
    width: 'minmax(8rem, 16fr)',
    sorts: ['title', '-title'],
    isUsual: true,
  },
  { name: 'status', title: t('Status'), width: '4.25rem', isUsual: true },
  {
    name: 'priority',
    title: t('Priority'),
    width: '4.75rem',
    sorts: ['-priority', 'priority'],
    isUsual: true,
  },
  { name: 'assignee', title: t('Assigned to'), width: 'minmax(5.5rem, 4fr)', isUsual: true },
  { name: 'project', title: t('Project'), width: 'minmax(0, 5fr)', isUsual: true },
  { name: 'due', title: t('Due'), width: '5.25rem', sorts: ['due_at', '-due_at'], isUsual: true },
  { name: 'labels', title: t('Labels'), width: 'minmax(0, 4fr)', isUsual: true },
  {
    name: 'updated',
    title: t('Changed'),
    width: '5.25rem',
    sorts: ['-updated_at', 'updated_at'],
    isUsual: true,
  },
  { name: 'created', title: t('Created'), width: '5.25rem', sorts: ['-created_at', 'created_at'] },
  {
    name: 'active',
    title: t('Last activity'),
    width: '5.25rem',
    sorts: ['-last_activity_at', 'last_activity_at'],
  },
  { name: 'completed', title: t('Ended'), width: '5.25rem', sorts: ['-completed_at'] },
] as const satisfies readonly ColumnFacts[];

/** A column of the list of actions. */
export type Column = (typeof columns)[number];

/** The orders by a column. */
export function sortsOf(column: ColumnFacts): readonly Sort[] {
  return column.sorts ?? [];
}

const setting = (): string => storedName('columns');
const { subscribe, notify } = createListeners();

/** The columns of the saved view in the address, or else those of this person in this browser. */
export function useColumns(): readonly Column[] {
  const own = useSyncExternalStore(subscribe, () => localStorage.getItem(setting()));
  const [params] = useSearchParams();
  const names = (params.get('columns') ?? own)?.split(' ');
  return columns.filter((column) =>
    column.name === 'title' ? true : (names?.includes(column.name) ?? isUsual(column)),
  );
}

/** The function that chooses the columns where `useColumns` finds them. */
export function useSetColumns(): (names: readonly string[]) => void {
  const [params, setParams] = useSearchParams();
  return (names) => {
    const text = names.join(' ');
    if (!params.has('columns')) {
      localStorage.setItem(setting(), text);
      notify();
      return;
    }
    setParams((before) => {
      before.set('columns', text);
      return before;
    });
  };
}

function isUsual(column: ColumnFacts): boolean {
  return column.isUsual === true;
}
