import { useQuery } from '@tanstack/react-query';
import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { client, paramsOf } from '../../api/client';
import { FormDialog } from '../../ui/dialog';
import { Failure } from '../../ui/loading';
import { AreaField } from '../../ui/fields';
import { TextDiff } from '../../ui/text-diff';
import { useWrite } from '../../ui/use-write';
import { textOf, type Revision } from './document';
import { t } from '../../texts/texts';

/** What a revision changed in the text of the one before. */
export function RevisionDiff({ revision }: { readonly revision: Revision }) {
  const { id, number } = revision;
  const { data, error, refetch } = useQuery({
    queryKey: ['revision', id],
    queryFn: () => readTexts(revision),
    // The content of a revision never changes.
    staleTime: 'static',
  });
  if (data === undefined) {
    return error === null ? (
      <div className="skeleton skeleton-row" aria-busy="true" />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <section
      className="diff-box"
      tabIndex={0}
      aria-label={t('What revision {number} changed', { number })}
    >
      <TextDiff before={data.before} after={data.after} />
    </section>
  );
}

async function readTexts({ id, document_id: documentId, number }: Revision) {
  const [after, before] = await Promise.all([readText(id), textBefore(documentId, number)]);
  return { after, before };
}

async function textBefore(id: string, number: number): Promise<string> {
  if (number === 1) return '';
  // Revisions are counted without gaps.
  const query = { sort: 'number' as const, offset: number - 2, limit: 1 };
  const { items } = await unwrap(
    client.GET('/v1/documents/{id}/revisions', { params: { path: { id }, query } }),
  );
  return items[0] === undefined ? '' : readText(items[0].id);
}

async function readText(id: string): Promise<string> {
  const revision = await unwrap(client.GET('/v1/revisions/{id}', { params: { path: { id } } }));
  return textOf(revision.content);
}

/** Reverts the newest revision, with a reason. */
export function RevertDialog({
  revision,
  onClose,
}: {
  readonly revision: Revision;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const { write, isSending, error, fault } = useWrite();
  const { number } = revision;

  async function send(): Promise<void> {
    const result = await write(() => revert(revision, reason.trim()), {
      done: t('Revision {number} is reverted.', { number }),
      // The revert is a revision, too.
      undo: (added) => revert(added),
    });
    if (result !== undefined) onClose();
  }

  return (
    <FormDialog
      title={t('Revert revision {number}', { number })}
      action={t('Revert revision {number}', { number })}
      isSending={isSending}
      fault={reasonAgainst(error) ?? fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p>
        {t(
          'The text of revision {number} becomes the newest revision. Revision {number2} stays in the list.',
          { number: number - 1, number2: number },
        )}
      </p>
      <AreaField label={t('Reason (optional)')} value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function revert(revision: Pick<Revision, 'id' | 'version'>, reason = '') {
  const params = paramsOf(revision);
  const body = reason === '' ? {} : { reason };
  return unwrap(client.POST('/v1/revisions/{id}/revert', { params, body }));
}

/** Says why a revision cannot be reverted. */
function reasonAgainst(error: unknown): string | undefined {
  if (!isCallboardError(error, 'NOT_REVERTIBLE')) return undefined;
  return error.details.cause === 'first'
    ? t('This is the first revision, so there is no text before it.')
    : t('A newer revision exists. Only the newest one can be reverted: close this and look at it.');
}
