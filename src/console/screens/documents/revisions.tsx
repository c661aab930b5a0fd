import { unwrap } from 'callboard-client';
import { Suspense, useState } from 'react';
import { api, client, paramsOf } from '../../api/client';
import { byOffset, moreOf } from '../../api/read-options';
import { useKeysInUrl } from '../../rows/row-state';
import { Failure, lazy } from '../../ui/loading';
import { MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { reviewStates, type Document, type Revision } from './document';
import { t, Trans } from '../../texts/texts';

const RevertDialog = lazy(async () => ({
  default: (await import('./revision-details')).RevertDialog,
}));

const loadReading = () => import('./revision-reading');
const RestoreDialog = lazy(async () => ({ default: (await loadReading()).RestoreDialog }));
const RevisionText = lazy(async () => ({ default: (await loadReading()).RevisionText }));
const RevisionComparison = lazy(async () => ({
  default: (await loadReading()).RevisionComparison,
}));

/** The revisions of a document, newest first, each with what it changed. */
export function Revisions({ document }: { readonly document: Document }) {
  const { id } = document;
  const opened = useKeysInUrl('revision');
  const read = useKeysInUrl('read');
  const compared = useKeysInUrl('compare');
  const [reverted, setReverted] = useState<Revision>();
  const [restored, setRestored] = useState<Revision>();
  const list = api.useInfiniteQuery(
    'get',
    '/v1/documents/{id}/revisions',
    { params: { path: { id }, query: { limit: 10 } } },
    byOffset,
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  // The newest is first.
  const [newer, older] = items.filter(({ id: each }) => compared.keys.has(each));
  const choose = (revision: string): void => {
    // A third one begins another comparison.
    if (older === undefined || compared.keys.has(revision)) compared.toggle(revision);
    else compared.setKeys([revision]);
  };
  return (
    <Panel title={t('Revisions')} count={document.revision_number}>
      <output>
        {newer !== undefined && older === undefined && (
          <span className="notice">
            {t('Choose another revision to compare with revision {number}.', {
              number: newer.number,
            })}
          </span>
        )}
      </output>
      {newer !== undefined && older !== undefined && (
        <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
          <RevisionComparison older={older} newer={newer} onClose={() => compared.setKeys([])} />
        </Suspense>
      )}
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <ol className="items revisions">
        {items.map((revision) => (
          <RevisionItem
            key={revision.id}
            revision={revision}
            isNewest={revision.id === items[0]?.id}
            isOpen={opened.keys.has(revision.id)}
            onToggle={() => opened.toggle(revision.id)}
            isRead={read.keys.has(revision.id)}
            onRead={() => read.toggle(revision.id)}
            isCompared={compared.keys.has(revision.id)}
            onCompare={() => choose(revision.id)}
            onRevert={() => setReverted(revision)}
            onRestore={() => setRestored(revision)}
          />
        ))}
      </ol>
      <MoreButton {...moreOf(list)} />
      {restored !== undefined && (
        <Suspense>
          <RestoreDialog
            revision={restored}
            document={document}
            onClose={() => setRestored(undefined)}
          />
        </Suspense>
      )}
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
  isRead,
  onRead,
  isCompared,
  onCompare,
  onRevert,
  onRestore,
}: {
  readonly revision: Revision;
  readonly isNewest: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly isRead: boolean;
  readonly onRead: () => void;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly onRevert: () => void;
  readonly onRestore: () => void;
}) {
  const { number, reason, review_state: state } = revision;
  const { write, isSending, fault } = useWrite();
  const approve = (): void => {
    const params = paramsOf(revision);
    void write(() => unwrap(client.POST('/v1/revisions/{id}/approve', { params })), {
      done: t('Revision {number} is approved.', { number }),
    });
  };
  return (
    <li className="revision">
      <div className="item-text">
        <p className="row-meta">
          <Trans
            id="<strong>Revision {number}</strong> by {createdByActorName}{time}"
            values={{
              number,
              createdByActorName: (
                <strong dir="auto">{revision.created_by_actor_name ?? t('somebody')}</strong>
              ),
              time: <Time at={revision.created_at} />,
            }}
            components={{ strong: <strong /> }}
          />
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
            <Trans
              id="Approve<span> revision {number}</span>"
              values={{ number }}
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )}
        {isNewest && number > 1 && (
          <button type="button" className="button button-small" onClick={onRevert}>
            {t('Revert …')}
          </button>
        )}
        {!isNewest && (
          <button type="button" className="button button-small" onClick={onRestore}>
            <Trans
              id="Restore …<span> revision {number}</span>"
              values={{ number }}
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )}
        <button
          data-reads
          type="button"
          className="button button-quiet button-small"
          aria-expanded={isRead}
          onClick={onRead}
        >
          {isRead ? t('Hide the text') : t('Show the text')}
          <span className="visually-hidden"> {t('of revision {number}', { number })}</span>
        </button>
        {!(isNewest && number === 1) && (
          <button
            data-reads
            type="button"
            className="button button-quiet button-small"
            aria-pressed={isCompared}
            onClick={onCompare}
          >
            <Trans
              id="Compare<span> revision {number}</span>"
              values={{ number }}
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )}
        <button
          data-reads
          type="button"
          className="button button-quiet button-small"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {isOpen ? t('Hide changes') : t('Show changes')}
          <span className="visually-hidden"> {t('of revision {number}', { number })}</span>
        </button>
      </div>
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {isRead && (
        <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
          <RevisionText revision={revision} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
          <RevisionDiff revision={revision} />
        </Suspense>
      )}
    </li>
  );
}
