import { unwrap } from 'callboard-client';
import { lazy, Suspense, useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { useKeysInUrl } from '../../rows/row-state';
import { Failure } from '../../ui/loading';
import { MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { reviewStates, type Document, type Revision } from './document';

const RevertDialog = lazy(async () => ({
  default: (await import('./revision-details')).RevertDialog,
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

const RevisionDiff = lazy(async () => ({
  default: (await import('./revision-details')).RevisionDiff,
}));

/** One revision: who made it, why, its review, and what it changed. */
function RevisionItem({
  revision,
  isNewest,
  isOpen,
  onToggle,
  onRevert,
}: {
  readonly revision: Revision;
  readonly isNewest: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRevert: () => void;
}) {
  const { id, number, reason, review_state: state, version } = revision;
  const { write, isSending, fault } = useWrite();
  const approve = (): void => {
    const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
    void write(() => unwrap(client.POST('/v1/revisions/{id}/approve', { params })), {
      done: `Revision ${number} is approved.`,
    });
  };
  return (
    <li className="revision">
      <div className="item-text">
        <p className="row-meta">
          <strong>Revision {number}</strong> by{' '}
          <strong dir="auto">{revision.created_by_actor_name ?? 'somebody'}</strong>
          <Time at={revision.created_at} />
          {state !== 'none' && <em className={`state state-${state}`}>{reviewStates[state]}</em>}
        </p>
        {reason !== null && (
          <p className="revision-reason" dir="auto">
            {reason}
          </p>
        )}
      </div>
      <div className="actions">
        {state === 'pending' && (
          <button
            type="button"
            className="button button-ok button-small"
            aria-disabled={isSending}
            onClick={approve}
          >
            Approve<span className="visually-hidden"> revision {number}</span>
          </button>
        )}
        {isNewest && number > 1 && (
          <button type="button" className="button button-small" onClick={onRevert}>
            Revert …
          </button>
        )}
        <button
          data-reads
          type="button"
          className="button button-quiet button-small"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {isOpen ? 'Hide changes' : 'Show changes'}
          <span className="visually-hidden"> of revision {number}</span>
        </button>
      </div>
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {isOpen && (
        <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
          <RevisionDiff revision={revision} />
        </Suspense>
      )}
    </li>
  );
}
