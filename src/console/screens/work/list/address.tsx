import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { WordsField } from '../../../ui/search-field';
import { type ActionFilters, type ActionQuery, queryOf, setQuery } from '../action-query';

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
  const setView = (id: string, chosen: ActionQuery): void =>
    setParams((before) => {
      if (id === '') before.delete('view');
      else before.set('view', id);
      setQuery(before, chosen);
      return before;
    });
  return { query, params, setFilters, setParam, setView };
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
