import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useActorName } from '../../pickers/names';
import { Failure, lazy } from '../../ui/loading';
import { AreaField, Form, TextField } from '../../ui/fields';
import { useFocusAfter } from '../../ui/focus';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { readDocument, textOf, type Document } from './document';
import { useEditor } from './use-editor';
import { t, Trans } from '../../texts/texts';

/** Reads the whole text of a document once, and edits it. */
export function EditText({
  id,
  latestVersion,
  onClose,
  onReopen,
}: {
  readonly id: string;
  /** The version that the page shows meanwhile. */
  readonly latestVersion: number;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document to edit', id],
    queryFn: ({ signal }) => readDocument(id, signal),
    // What is being edited is never replaced, and opening the editor again reads it again.
    staleTime: 'static',
    gcTime: 0,
  });
  if (data !== undefined) {
    return (
      <Editor document={data} latestVersion={latestVersion} onClose={onClose} onReopen={onReopen} />
    );
  }
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  return <div className="skeleton skeleton-row" aria-busy="true" />;
}

/** Edits the text of a document. It is saved only over the version that the person has seen. */
function Editor({
  document,
  latestVersion,
  onClose,
  onReopen,
}: {
  readonly document: Document;
  readonly latestVersion: number;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}) {
  const edit = useEditor(document, { onClose, onReopen });
  const { text, theirs, isRestored, isJson, fault, isSending } = edit;
  const [isComparing, setComparing] = useState(false);
  const panel = useFocusAfter<HTMLDivElement>(isComparing);
  const focusText = (): void => panel.current?.querySelector('textarea')?.focus();
  useEffect(() => panel.current?.querySelector('textarea')?.focus(), [panel]);
  const isBehind = theirs === undefined && latestVersion > edit.baseVersion;
  return (
    <div ref={panel} tabIndex={-1}>
      <Panel title={t('Edit the text')}>
        {isRestored && theirs === undefined && (
          <div className="notice notice-warn">
            <p>{t('This is what you typed before. It is not saved yet.')}</p>
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                edit.startAgain();
                focusText();
              }}
            >
              {t('Start again from the saved text')}
            </button>
          </div>
        )}
        {isBehind && (
          <div className="notice notice-warn">
            <p>{t('The document has changed since you began.')}</p>
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                setComparing(true);
                void edit.compare().then(() => setComparing(false));
              }}
            >
              {t('Compare')}
            </button>
          </div>
        )}
        {theirs !== undefined && (
          <Conflict
            theirs={theirs}
            mine={text}
            isSending={isSending}
            onSaveMine={() => void edit.saveOver(theirs)}
            onTakeTheirs={() => {
              edit.takeTheirs(theirs);
              focusText();
            }}
          />
        )}
        <Form
          action={theirs === undefined ? t('Save') : t('Save mine over theirs')}
          isSending={isSending}
          fault={fault}
          onSend={() => void (theirs === undefined ? edit.save() : edit.saveOver(theirs))}
          onCancel={edit.discard}
        >
          <AreaField
            label={isJson ? 'JSON' : 'Markdown'}
            isMarkdown={!isJson}
            hint={t('Ctrl or Cmd and Enter saves.')}
            value={text}
            rows={18}
            maxLength={1_048_576}
            onChange={edit.change}
          />
          <TextField
            label={t('Reason for the change (optional)')}
            value={edit.reason}
            onChange={edit.setReason}
          />
        </Form>
      </Panel>
    </div>
  );
}

const TextDiff = lazy(async () => ({ default: (await import('../../ui/text-diff')).TextDiff }));

/** Shows the saved text and the typed one, of which the person takes one. */
function Conflict({
  theirs,
  mine,
  isSending,
  onSaveMine,
  onTakeTheirs,
}: {
  readonly theirs: Document;
  readonly mine: string;
  readonly isSending: boolean;
  readonly onSaveMine: () => void;
  readonly onTakeTheirs: () => void;
}) {
  const nameOf = useActorName();
  const compared = useDeferredValue(mine);
  const saved = textOf(theirs.content);
  return (
    <section className="conflict" aria-label={t('Two texts')}>
      <p className="notice notice-warn" role="alert">
        <Trans
          id="{updatedByActorId} changed the document {time}. What you typed is below and not saved."
          values={{
            updatedByActorId: <strong dir="auto">{nameOf(theirs.updated_by_actor_id)}</strong>,
            time: <Time at={theirs.updated_at} />,
          }}
        />
      </p>
      <p className="muted">
        {t('Lines with − are only in the saved text, lines with + only in yours.')}
      </p>
      <Suspense>
        {saved === compared ? (
          <p>{t('Both texts are the same.')}</p>
        ) : (
          <section className="diff-box" tabIndex={0} aria-label={t('Differences')}>
            <TextDiff before={saved} after={compared} />
          </section>
        )}
      </Suspense>
      <div className="actions">
        <button type="button" className="button" aria-disabled={isSending} onClick={onSaveMine}>
          {t('Save mine over theirs')}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isSending}
          onClick={isSending ? undefined : onTakeTheirs}
        >
          {t('Take the saved text')}
        </button>
      </div>
    </section>
  );
}
