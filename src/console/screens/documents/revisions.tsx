import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { useKeysInUrl } from '../../rows/url-state';
import { Failure } from '../../ui/failure';
import { MoreButton, Panel } from '../../ui/page';
import type { Document, Revision } from './document';
import { RevisionItem } from './revision-item';

const RevertDialog = lazy(async () => ({
  default: (await import('./revert-dialog')).RevertDialog,
}));

/** The revisions of a document, newest first, each with what it changed. */
export function Revisions({ document }: { readonly document: Document }) {
  const { id } = document;
  const opened = useKeysInUrl('revision');
  const [reverted, setReverted] = useState<Revision>();
  const list = api.useInfiniteQuery(
    'get',
    '/v1/documents/{id}/revisions',
    { params: { path: { id }, query: { limit: 10 } } },
    byOffset,
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Revisions" count={document.revision_number}>
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <ol className="items revisions">
        {items.map((revision) => (
          <RevisionItem
            key={revision.id}
            revision={revision}
            isNewest={revision.id === items[0]?.id}
            isOpen={opened.keys.has(revision.id)}
            onToggle={() => opened.toggle(revision.id)}
            onRevert={() => setReverted(revision)}
          />
        ))}
      </ol>
      <MoreButton
        hasMore={list.hasNextPage}
        isReading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {reverted !== undefined && (
        <Suspense>
          <RevertDialog revision={reverted} onClose={() => setReverted(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}
