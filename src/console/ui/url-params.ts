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

/** A choice in the query of the address. The first value is chosen when the address has none. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = values.find((value) => value === params.get(name)) ?? values[0];
  const choose = (value: Value): void =>
    setParams(
      (before) => {
        if (value === values[0]) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return [chosen, choose];
}
