import { t } from '../texts/texts';

/** The names of the priorities, by their numbers. */
export const priorities = [
  t('None|priority'),
  t('Low'),
  t('Medium'),
  t('High'),
  t('Urgent'),
] as const;

/** The labels of an action in its row. */
export function Labels({ of }: { readonly of: readonly string[] }) {
  return of.map((label) => (
    <span key={label} className="priority" dir="auto">
      {label}
    </span>
  ));
}

/** The priority of an action in its row, if it has one. */
export function Priority({ of }: { readonly of: number }) {
  return of === 0 ? null : (
    <span className={of > 2 ? 'priority priority-high' : 'priority'}>{priorities[of]}</span>
  );
}
