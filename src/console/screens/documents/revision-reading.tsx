import { useQuery } from '@tanstack/react-query';
import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { AreaField } from '../../ui/fields';
import { FormDialog } from '../../ui/dialog';
import { Failure } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import { TextDiff } from '../../ui/text-diff';
import { orRead, useWrite } from '../../ui/use-write';
import { changeDocument, readDocument, textOf, type Document, type Revision } from './document';
import { revertTo } from './use-editor';
import { t } from '../../texts/texts';

/** The whole content of a revision, which never changes. */
function useContent(id: string) {
  return useQuery({
    queryKey: ['content of a revision', id],
    queryFn: async () => ({
      content: (await unwrap(client.GET('/v1/revisions/{id}', { params: { path: { id } } })))
        .content,
    }),
    staleTime: 'static',
  });
}

/** The whole text of a revision. */
export function RevisionText({ revision: { id, number } }: { readonly revision: Revision }) {
  const { data, error, refetch } = useContent(id);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className="skeleton skeleton-row" aria-busy="true" />;
  const { content } = data;
  return (
    <section
      className="diff-box"
      tabIndex={0}
      aria-label={t('The text of revision {number}', { number })}
    >
      {typeof content === 'string' ? (
        <LongMarkdown text={content} startsWhole />
      ) : (
        <pre className="json">{textOf(content)}</pre>
      )}
    </section>
  );
}

/** What differs between two revisions, from the older to the newer one. */
export function RevisionComparison({
  older,
  newer,
  onClose,
}: {
  readonly older: Revision;
  readonly newer: Revision;
  readonly onClose: () => void;
}) {
  const [before, after] = [useContent(older.id), useContent(newer.id)];
  const failed = [before, after].find(({ error }) => error !== null);
  const name = t('From revision {number} to revision {number2}', {
    number: older.number,
    number2: newer.number,
  });
  return (
    <section className="stack" aria-label={name}>
      <div className="section-head">
        <h3>{name}</h3>
        <button data-reads type="button" className="button button-small" onClick={onClose}>
          {t('Close the comparison')}
        </button>
      </div>
      {failed !== undefined && (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {before.data !== undefined && after.data !== undefined && (
        <section className="diff-box" tabIndex={0} aria-label={t('{name}: differences', { name })}>
          <Differences before={textOf(before.data.content)} after={textOf(after.data.content)} />
        </section>
      )}
    </section>
  );
}

function Differences({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) return <p>{t('Both texts are the same.')}</p>;
  return <TextDiff before={before} after={after} />;
}

/**
 * Makes the text of an old revision the newest revision. If the document has changed since the page
 * showed it, the person is told, and restores over the newer text or not.
 */
export function RestoreDialog({
  revision,
  document,
  onClose,
}: {
  readonly revision: Revision;
  readonly document: Document;
  readonly onClose: () => void;
}) {
  const { number } = revision;
  const [base, setBase] = useState(document);
  const [reason, setReason] = useState('');
  const { data } = useContent(revision.id);
  const { write, isSending, error, fault } = useWrite();
  const isStale = isCallboardError(error, 'STALE_VERSION');

  async function send(): Promise<void> {
    if (data === undefined) return;
    const body = {
      content: data.content,
      reason: reason.trim() === '' ? t('Revision {number} restored.', { number }) : reason.trim(),
    };
    const restored = await write(
      () =>
        orRead(
          () => changeDocument(base, body),
          () => readDocument(base.id),
          setBase,
        ),
      {
        done: ({ revision_number: now }) =>
          now > base.revision_number
            ? t('Revision {number} is restored as revision {now}.', { number, now })
            : t('The document has this text already.'),
        undo: (result) => revertTo(base, result),
      },
    );
    if (restored !== undefined) onClose();
  }

  return (
    <FormDialog
      title={t('Restore revision {number}', { number })}
      action={
        isStale
          ? t('Restore over revision {revisionNumber}', { revisionNumber: base.revision_number })
          : t('Restore revision {number}', { number })
      }
      isSending={isSending}
      fault={
        isStale
          ? t(
              'The document has changed since you opened it: it has revision {revisionNumber} now. Nothing was saved.',
              { revisionNumber: base.revision_number },
            )
          : fault
      }
      onSend={() => void send()}
      onClose={onClose}
    >
      <p>
        {t(
          'The text of revision {number} becomes a new revision. The revisions after it stay in the list.',
          { number },
        )}
      </p>
      <AreaField label={t('Reason (optional)')} value={reason} onChange={setReason} />
    </FormDialog>
  );
}
