import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** A set of row keys in the query of the address, such as `?open=question-qst_1`. */
export function useKeysInUrl(name: string) {
  const [params, setParams] = useSearchParams();
  const value = params.get(name) ?? '';
  const keys: ReadonlySet<string> = useMemo(
    () => new Set(value.split(',').filter((key) => key !== '')),
    [value],
  );
  const setKeys = useCallback(
    (next: Iterable<string>) => {
      setParams(
        (before) => {
          const text = [...next].join(',');
          if (text === '') before.delete(name);
          else before.set(name, text);
          return before;
        },
        { replace: true },
      );
    },
    [name, setParams],
  );
  const toggle = useCallback(
    (key: string) => {
      setKeys(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]);
    },
    [keys, setKeys],
  );
  return { keys, setKeys, toggle };
}
