import { Suspense } from 'react';
import type { Noted } from './note';
import { lazy } from '../ui/loading';

const NoteList = lazy(async () => ({ default: (await import('./notes-panel')).NoteList }));

/** The notes at the end of a page, which are loaded after what is above them. */
export function Notes(noted: Noted) {
  return (
    <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
      <NoteList {...noted} />
    </Suspense>
  );
}
