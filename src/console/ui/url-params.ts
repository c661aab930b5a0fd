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

/** One value in the query of the address, such as a filter. Empty means that it is absent. */
export function useParam(name: string): readonly [string, (value: string) => void] {
  const { get, set } = useParams();
  const setValue = useCallback((value: string) => set(name, value), [name, set]);
  return [get(name), setValue];
}

/** The option with this value, or else the usual one. */
export function optionOf<Option extends { readonly value: string }>(
  options: readonly Option[],
  usual: Option,
  value: string,
): Option {
  return options.find((option) => option.value === value) ?? usual;
}

/** A choice in the query of the address. The first value is chosen when the address has none. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const { get, set } = useParams();
  const chosen = values.find((value) => value === get(name)) ?? values[0];
  return [chosen, (value) => set(name, value === values[0] ? '' : value)];
}
