import { useEffect, useState } from 'react';

const pauseMs = 200;

/** The value once it has not changed for a moment. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
