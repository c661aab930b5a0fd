import { useSearchParams } from 'wouter';

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
