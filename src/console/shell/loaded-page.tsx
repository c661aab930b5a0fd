import { useEffect, useState, type ComponentType } from 'react';
import { RowsSkeleton } from '../ui/skeleton';

/**
 * A component that loads its module when it is first shown. React's `lazy` would show the module no
 * sooner than 300 ms after the skeleton, and the page would begin to read only then.
 */
export function loadedPage(
  load: () => Promise<{ readonly default: ComponentType }>,
): ComponentType {
  let loaded: ComponentType | undefined;
  return function LoadedPage() {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (loaded !== undefined) return;
      load()
        .then((module) => {
          loaded = module.default;
          setShown(() => module.default);
        })
        .catch((error: unknown) => setFailure({ error }));
    }, []);
    // For the error boundary.
    if (failure !== undefined) throw failure.error;
    return Shown === undefined ? <RowsSkeleton /> : <Shown />;
  };
}
