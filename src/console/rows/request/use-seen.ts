import { useCallback, useEffect, useRef, useState } from 'react';

/** What has been on the screen, by keys that change with what they show. */
export interface Seen {
  readonly has: (key: string) => boolean;
  readonly see: (key: string) => void;
}

/** Remembers what a person has seen. */
export function useSeen(): Seen {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const see = useCallback(
    (key: string) => setKeys((before) => (before.has(key) ? before : new Set(before).add(key))),
    [],
  );
  return { has: (key) => keys.has(key), see };
}

/** The element at the end of a text, which tells when the text was on the screen to its end. */
export function useEnd(onSeen: () => void) {
  const end = useRef<HTMLSpanElement>(null);
  const tell = useRef(onSeen);
  useEffect(() => {
    tell.current = onSeen;
  });
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return end;
}
