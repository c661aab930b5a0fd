import type { ReactNode } from 'react';
import type { components } from 'callboard-client';
import { Addressee } from '../pickers/names';
import { LongMarkdown } from '../ui/markdown';
import { TextForm } from '../ui/text-form';
import { Time } from '../ui/time';
import { Row, useDecide } from './row';
import { useRowState } from './row-state';
import { t, Trans } from '../texts/texts';

/** An action of the workspace. */
export type Action = components['schemas']['Action'];

// A result of so many characters fits into the row.
const shortResult = 120;

/** Finished work with its result, to approve or to reject with a reason. */
export function ReviewRow({
  action,
  isGone,
  linked,
  detail,
}: {
  readonly action: Action;
  readonly isGone: boolean;
  /** The number of the decision in the link that led here: 1 approves it, 2 rejects it. */
  readonly linked?: number | undefined;
  /** Everything about the work, where the screen has it; null if it is beside the row. */
  readonly detail?: ReactNode;
}) {
  const { id, version } = action;
  const subject = { kind: 'review', id } as const;
  const { isOpen, toggleOpen } = useRowState(`review-${id}`);
  const { form, show, close, decide } = useDecide(subject);
  const approve = (): void => decide({ kind: 'approve', id, version });
  const reject = (): void => show('no');
  const result = action.result_summary ?? t('No result was written.');
  const hasMore = detail !== undefined || action.details !== null || result.length > shortResult;
  return (
    <Row
      subject={subject}
      kind={t('review')}
      icon="review"
      title={action.title}
      href={`/app/actions/${id}`}
      meta={
        <>
          <Trans
            id="{key}{assignedActorName} finished it {time}{addressee}"
            values={{
              key: <span>{action.key}</span>,
              assignedActorName: (
                <strong dir="auto">{action.assigned_actor_name ?? t('An agent')}</strong>
              ),
              time: <Time at={action.completed_at ?? action.updated_at} />,
              addressee: (
                <Addressee
                  id={action.reviewer_actor_id}
                  words={t('for {reviewerActorName}', {
                    reviewerActorName: action.reviewer_actor_name ?? '',
                  })}
                />
              ),
            }}
          />
        </>
      }
      isGone={isGone}
      commands={{
        yes: approve,
        no: reject,
        close,
        names: { yes: t('Approve'), no: t('Reject …') },
      }}
    >
      {isOpen && detail === undefined && <LongMarkdown text={result} />}
      {isOpen && detail}
      {!(isOpen && detail !== null) && (
        <p className="row-result clamped" dir="auto">
          {result}
        </p>
      )}
      {isOpen && detail === undefined && action.details !== null && (
        <div className="row-details">
          <h4>{t('What was asked for')}</h4>
          <LongMarkdown text={action.details} under={4} />
        </div>
      )}
      {form === undefined ? (
        <div className="actions">
          <button type="button" className="button button-ok" onClick={approve}>
            <kbd>Y</kbd> {t('Approve')}
            {linked === 1 && <span className="tag">{t('In your link')}</span>}
          </button>
          <button type="button" className="button" onClick={reject}>
            <kbd>N</kbd> {t('Reject …')}
            {linked === 2 && <span className="tag">{t('In your link')}</span>}
          </button>
          {hasMore && (
            <button
              data-reads
              type="button"
              className="button button-quiet"
              aria-expanded={isOpen}
              onClick={toggleOpen}
            >
              {isOpen && detail !== null ? t('Less') : t('More')}
            </button>
          )}
        </div>
      ) : (
        <TextForm
          draftKey={id}
          label={t('What is wrong? The agent reads this.')}
          action={t('Reject')}
          onSend={(text) => decide({ kind: 'reject', id, version, text })}
          onCancel={close}
        />
      )}
    </Row>
  );
}
