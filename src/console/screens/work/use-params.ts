import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** The parameters of the address, and a function that changes one; an empty value removes it. */
export function useParams() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: string, value: string) => {
      setParams(
        (before) => {
          if (value === '') before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  return { get: (name: string): string => params.get(name) ?? '', set };
}

/** The option with this value, or else the usual one. */
export function optionOf<Option extends { readonly value: string }>(
  options: readonly Option[],
  usual: Option,
  value: string,
): Option {
  return options.find((option) => option.value === value) ?? usual;
}
