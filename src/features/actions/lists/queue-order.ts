import type { SortKey } from '../../../platform/db/statements/page';

/** The order in which agents take work: by due date, so overdue first, then position, then age. */
export const queueSort = [
  { column: 'actions.due_at', type: 'instant', nullable: true },
  { column: 'actions.position', type: 'integer', nullable: true },
  { column: 'actions.created_at', type: 'instant' },
] as const satisfies SortKey;

/** `queueSort` for `order by`: nulls last, and the id as the last column. */
export const queueOrder = [
  ...queueSort.flatMap((sort) =>
    'nullable' in sort ? [`(${sort.column} is null)`, sort.column] : [sort.column],
  ),
  'actions.id',
].join(', ');
