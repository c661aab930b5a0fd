import type { Proposal } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import '../api/client';
import { changesKey } from '../api/person';
import { FileList } from '../files/file-list';
import { LongMarkdown } from '../ui/markdown';
import { TextForm } from '../ui/text-form';
import { Time } from '../ui/time';
import { fitsInRow, labelsOf, operationWords, type Payload } from './request/request-fields';
import { RequestForm } from './request/request-form';
import { RequestView, sentenceOf, useRequest } from './request/request-view';
import { Row, useDecide } from './row';
import { useRowState } from './row-state';
import { t, Trans } from '../texts/texts';

export { ProposalTexts } from './request/request-view';

interface Edit {
  readonly applied?: Payload;
  readonly isValid: boolean;
}

const unedited: Edit = { isValid: true };

/**
 * A request of an agent for approval, whose payload may be changed before it is permitted. A list
 * permits only what a row can show; the page of the proposal shows everything.
 */
export function ProposalRow({
  proposal,
  isGone,
  linked,
}: {
  readonly proposal: Proposal;
  readonly isGone: boolean;
  /** The number of the decision in the link that led here: 1 permits it, 2 denies it. */
  readonly linked?: number | undefined;
}) {
  const { id, version } = proposal;
  const subject = { kind: 'proposal', id } as const;
  const [, navigate] = useLocation();
  const { isAlone } = useRowState(`proposal-${id}`);
  const { form, show, close, decide } = useDecide(subject);
  const [{ applied: edited, isValid }, setEdit] = useState<Edit>(unedited);
  const isWhole = isAlone || fitsInRow(proposal);
  const request = useRequest(proposal, edited, isAlone);
  const page = `/app/proposals/${id}`;

  const permit = (): void => {
    if (!isWhole) return navigate(page);
    if (!request.check()) return undefined;
    return decide({ kind: 'permit', id, version, payload: edited, digest: request.digest });
  };
  const cancel = (): boolean => {
    setEdit(unedited);
    return close();
  };
  const unread = isWhole && (request.isAsked || isAlone) && request.unread.length > 0 && (
    <p className="notice notice-warn">{sentenceOf(request.unread)}</p>
  );
  return (
    <Row
      subject={subject}
      kind={t('proposal')}
      icon="proposal"
      title={proposal.title}
      href={isAlone ? undefined : page}
      meta={
        <>
          <Trans
            id="{createdByActorName} wants to {operationWords}, {time}"
            values={{
              createdByActorName: (
                <strong dir="auto">{proposal.created_by_actor_name ?? t('An agent')}</strong>
              ),
              operationWords: operationWords[proposal.operation],
              time: <Time at={proposal.created_at} />,
            }}
          />
        </>
      }
      isGone={isGone}
      commands={{
        // The request above is still as proposed, and not what the person has typed.
        yes: isValid ? permit : undefined,
        isShownFirst: !isWhole || !request.isShown,
        no: () => show('no'),
        close: cancel,
        names: { yes: isWhole ? t('Permit') : t('Look and permit …'), no: t('Deny …') },
      }}
    >
      {proposal.description !== null && (
        <section className="request-why" tabIndex={0} aria-label={t('Why')}>
          <LongMarkdown text={proposal.description} />
        </section>
      )}
      {!isAlone && <FileList files={proposal.files} />}
      {isWhole ? (
        <RequestView request={request} />
      ) : (
        <p className="muted">
          {t('It has more than a row can show: {fields}. Open it to read all of it.', {
            fields: labelsOf(request.fields),
          })}
        </p>
      )}
      {form !== 'change' && unread}
      {form === undefined && (
        <div className="actions">
          <button
            type="button"
            className="button button-ok"
            aria-disabled={isWhole && !request.isShown}
            onClick={permit}
          >
            <kbd>Y</kbd> {isWhole ? t('Permit') : t('Look and permit …')}
            {linked === 1 && <span className="tag">{t('In your link')}</span>}
          </button>
          <button type="button" className="button" onClick={() => show('no')}>
            <kbd>N</kbd> {t('Deny …')}
            {linked === 2 && <span className="tag">{t('In your link')}</span>}
          </button>
          {isWhole && (
            <button type="button" className="button button-quiet" onClick={() => show('change')}>
              {t('Change and permit …')}
            </button>
          )}
        </div>
      )}
      {form === 'no' && (
        <TextForm
          draftKey={id}
          label={t('Why not? The agent reads this. You may leave it empty.')}
          action={t('Deny')}
          isRequired={false}
          onSend={(text) => decide({ kind: 'deny', id, version, text })}
          onCancel={close}
        />
      )}
      {form === 'change' && request.isReady && (
        <RequestForm
          draftKey={changesKey(id)}
          payload={request.payload}
          onChange={setEdit}
          onPermit={permit}
          onCancel={cancel}
        >
          {unread}
        </RequestForm>
      )}
    </Row>
  );
}
