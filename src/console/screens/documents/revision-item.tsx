import { unwrap } from 'callboard-client';
import { lazy, Suspense } from 'react';
import { client } from '../../api/client';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { reviewStates } from './document';
import type { Revision } from './document';

const RevisionDiff = lazy(async () => ({
  default: (await import('./revision-diff')).RevisionDiff,
}));

/** One revision: who made it, why, its review, and what it changed. */
export function RevisionItem({
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
            disabled={isSending}
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
