import { lazy, Suspense, type ComponentProps } from 'react';
import type { SortForm } from './sort-form';

const load = async () => ({ default: (await import('./sort-form')).SortForm });
const Form = lazy(load);

/** Loads the form before somebody opens it, so that no typed letter gets lost. */
export function preloadSortForm(): void {
  void load();
}

/** The form to assign, to defer or to choose a project. */
export function LazySortForm(props: ComponentProps<typeof SortForm>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
