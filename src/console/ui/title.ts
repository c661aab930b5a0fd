import { useEffect } from 'react';

let title = '';
let waiting = 0;

/** Sets the title of the tab, before which the number of records that wait for a decision stands. */
export function useTitle(next: string): void {
  useEffect(() => {
    title = next;
    show();
  }, [next]);
}

/** Sets the number of records that wait for a decision. */
export function setWaitingCount(count: number): void {
  waiting = count;
  show();
}

function show(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Callboard`;
}
