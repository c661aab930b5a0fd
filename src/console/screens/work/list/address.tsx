import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { WordsField } from '../../../ui/search-field';
import {
  type ActionFilters,
  type ActionQuery,
  type Display,
  queryOf,
  setQuery,
  setView,
} from '../action-query';

/** The filters in the address, and the functions that change them. */
export function useActionQuery() {
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const setFilters = useCallback(
    (filters: ActionFilters) =>
      setParams((before) => {
        setQuery(before, { ...queryOf(before), ...filters });
        return before;
      }),
    [setParams],
  );
  const setParam = (name: string, value: string): void =>
    setParams((before) => {
      if (value === '') before.delete(name);
      else before.set(name, value);
      return before;
    });
  const chooseView = (id: string, chosen: ActionQuery, display: Display): void =>
    setParams((before) => {
      if (id === '') before.delete('view');
      else before.set('view', id);
      setView(before, chosen, display);
      return before;
    });
  // The step back would be to a view that does not exist.
  const leaveView = (): void =>
    setParams(
      (before) => {
        before.delete('view');
        return before;
      },
      { replace: true },
    );
  return { query, params, setFilters, setParam, chooseView, leaveView };
}

/** The field for the words of the list. */
export function WordsOfList({
  query,
  onChange,
}: {
  readonly query: ActionQuery;
  readonly onChange: (filters: ActionFilters) => void;
}) {
  const setWords = useCallback(
    (q: string) => onChange({ q: q === '' ? undefined : q }),
    [onChange],
  );
  return <WordsField value={query.q ?? ''} onChange={setWords} />;
}
