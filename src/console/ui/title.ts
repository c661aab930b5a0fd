import { useEffect } from 'react';

/** Sets the title of the tab, with the number of records that wait for the person. */
export function useTitle(title: string, count = 0): void {
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Callboard`;
  }, [title, count]);
}
