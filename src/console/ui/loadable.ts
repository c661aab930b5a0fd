import { useEffect, useState } from 'react';

/**
 * Returns a hook for a module that is loaded when it is first used: undefined until then. React's
 * `lazy` would show the module no sooner than 300 ms after its skeleton, and begin to read only then.
 */
export function loadable<Module extends object>(
  load: () => Promise<Module>,
): () => Module | undefined {
  let loaded: Module | undefined;
  return function useModule() {
    const [module, setModule] = useState(loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (loaded !== undefined) return;
      load()
        .then((one) => setModule((loaded = one)))
        .catch((error: unknown) => setFailure({ error }));
    }, []);
    // For the error boundary.
    if (failure !== undefined) throw failure.error;
    return module;
  };
}
