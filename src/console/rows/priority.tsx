/** The names of the priorities, by their numbers. */
export const priorities = ['None', 'Low', 'Medium', 'High', 'Urgent'] as const;

/** The priority of an action in its row, if it has one. */
export function Priority({ of }: { readonly of: number }) {
  return of === 0 ? null : (
    <span className={of > 2 ? 'priority priority-high' : 'priority'}>{priorities[of]}</span>
  );
}
