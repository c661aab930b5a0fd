import { lazy, Suspense } from 'react';
import type { LinksProps } from './links-list';

const LinksList = lazy(async () => ({ default: (await import('./links-list')).LinksList }));

/** The addresses and the documents that are attached to a record, which people change here. */
export function LinksPanel(props: LinksProps) {
  return (
    <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
      <LinksList {...props} />
    </Suspense>
  );
}
