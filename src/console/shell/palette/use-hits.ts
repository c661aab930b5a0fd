import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client';

const pauseMs = 200;

/**
 * The records that a text finds, read once the person pauses. A request for a text that has changed
 * since is cancelled.
 */
export function useHits(text: string) {
  const paused = usePaused(text);
  const isWanted = text !== '' && paused !== '';
  const { data, error, isFetching } = api.useQuery(
    'get',
    '/v1/search',
    { params: { query: { q: paused, limit: 8 } } },
    { enabled: isWanted, placeholderData: keepPreviousData },
  );
  return {
    hits: isWanted ? (data?.items ?? []) : [],
    error: isWanted ? error : null,
    isReading: text !== paused || (isWanted && isFetching),
  };
}

/** The value once it has not changed for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
