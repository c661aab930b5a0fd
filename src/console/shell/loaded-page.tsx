import type { ComponentType } from 'react';
import { loadable } from '../ui/loadable';
import { RowsSkeleton } from '../ui/skeleton';

/** A component that loads its module when it is first shown. */
export function loadedPage(
  load: () => Promise<{ readonly default: ComponentType }>,
): ComponentType {
  const useModule = loadable(load);
  return function LoadedPage() {
    const Shown = useModule()?.default;
    return Shown === undefined ? <RowsSkeleton /> : <Shown />;
  };
}
