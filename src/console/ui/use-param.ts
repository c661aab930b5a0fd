import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** One value in the query of the address, such as a filter. Empty means that it is absent. */
export function useParam(name: string): readonly [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) => {
      setParams(
        (before) => {
          if (value === '') before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      );
    },
    [name, setParams],
  );
  return [params.get(name) ?? '', set];
}
