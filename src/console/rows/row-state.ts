import { createContext, useCallback, useContext, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** What the rows share: which are open and which are selected. */
interface Rows {
  readonly opened: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly toggleOpened: (key: string) => void;
  readonly toggleSelected: (key: string) => void;
  /** Whether there is only one row, below a heading with its title. */
  readonly isAlone?: boolean;
}

const Context = createContext<Rows>({
  opened: new Set(),
  selected: new Set(),
  toggleOpened: () => undefined,
  toggleSelected: () => undefined,
});

/** Provides the state of rows. */
export const RowsProvider = Context.Provider;

/** Sets of row keys, such as `useKeysInUrl` returns. */
interface Keys {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
}

/** The state of rows, for `RowsProvider`. */
export function useRows(opened: Keys, selected: Keys, isAlone = false): Rows {
  return useMemo(
    () => ({
      opened: opened.keys,
      selected: selected.keys,
      toggleOpened: opened.toggle,
      toggleSelected: selected.toggle,
      isAlone,
    }),
    [opened, selected, isAlone],
  );
}

/** The state of one row. */
export function useRowState(key: string) {
  const { opened, selected, toggleOpened, toggleSelected, isAlone = false } = useContext(Context);
  return {
    isOpen: opened.has(key),
    isSelected: selected.has(key),
    toggleOpen: () => toggleOpened(key),
    toggleSelect: () => toggleSelected(key),
    isAlone,
  };
}

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
