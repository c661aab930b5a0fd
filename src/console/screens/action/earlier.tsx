import type { components } from 'callboard-client';
import { useState } from 'react';
import { api } from '../../api/client';
import { useActorName } from '../../pickers/names';
import { Failure } from '../../ui/loading';
import { LongMarkdown, MarkdownLine } from '../../ui/markdown';
import { Panel } from '../../ui/page';
import { partsOf } from '../../ui/short-text';
import { Time } from '../../ui/time';
import type { Action } from './action-form';
import { isOpen } from './commands';
import type { Context } from './facts';
import { patchAction, useActionWrite } from './write-action';
import { t, Trans } from '../../texts/texts';

type EarlierText = components['schemas']['EarlierText'];

function useEarlierTexts(id: string, enabled: boolean) {
  const params = { params: { query: { subject_id: id } } };
  return api.useQuery('get', '/v1/earlier-texts', params, { enabled });
}

/** Who wrote the title and the details, if that was not the creator. */
export function TextAuthors({ action }: { readonly action: Action }) {
  const { title_author: title, details_author: details } = action;
  const { data } = useEarlierTexts(action.id, title !== undefined || details !== undefined);
  const authors = [
    { field: 'title', words: t('The title is'), author: title },
    { field: 'details', words: t('The details are'), author: details },
  ] as const;
  return authors.map(({ field, words, author }) => {
    if (author === undefined) return null;
    const replaced = data?.items.find((one) => one.field === field);
    return (
      <p key={field} className="row-meta">
        <Trans
          id="{words} by {name}"
          values={{ words, name: <Named name={author.name} kind={author.kind} /> }}
        />
        {replaced !== undefined && <Time at={replaced.replaced_at} />}
      </p>
    );
  });
}

/** The texts that were replaced, each with a button to restore it, read when they are opened. */
export function EarlierTexts({ action }: { readonly action: Action }) {
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useEarlierTexts(action.id, isShown);
  return (
    <details onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{t('Earlier texts')}</summary>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="muted">{t('No text was replaced.')}</p>}
      <ul className="plain-list">
        {data?.items.map((text) => (
          <li key={text.id}>
            <Earlier text={text} action={action} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Earlier({ text, action }: { readonly text: EarlierText; readonly action: Action }) {
  const { write, isSending, fault } = useActionWrite();
  const field = text.field === 'title' ? 'title' : 'details';
  const { id, version } = action;

  async function restore(): Promise<void> {
    const before = action[field];
    await write(() => patchAction(id, version, { [field]: text.text }), {
      done:
        field === 'title'
          ? t('The title of before is restored.')
          : t('The details of before are restored.'),
      undo: (now) => patchAction(id, now.version, { [field]: before }),
    });
  }

  return (
    <article aria-label={field === 'title' ? t('Earlier title') : t('Earlier details')}>
      <p className="row-meta">
        <span>
          <Trans
            id="{field} by {name}"
            values={{
              field: field === 'title' ? t('Title') : t('Details'),
              name: <Named name={text.written_by_actor_name} kind={text.written_by_actor_kind} />,
            }}
          />
        </span>
        <span>
          <Trans
            id="replaced by {named} {time}"
            values={{
              named: (
                <Named name={text.replaced_by_actor_name} kind={text.replaced_by_actor_kind} />
              ),
              time: <Time at={text.replaced_at} />,
            }}
          />
        </span>
      </p>
      <LongMarkdown text={text.text} under={3} />
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {isOpen(action) && text.text !== action[field] && (
        <button
          type="button"
          className="button button-small"
          aria-disabled={isSending}
          onClick={() => void restore()}
        >
          {t('Restore')}
        </button>
      )}
    </article>
  );
}

function Named({
  name,
  kind,
}: {
  readonly name: string;
  readonly kind: components['schemas']['ActorKind'];
}) {
  return (
    <>
      <strong dir="auto">{name}</strong>
      {kind === 'agent' && ` ${t('(agent)')}`}
    </>
  );
}

/** The questions about the action that ended last, with their answers. */
export function EndedQuestions({ context }: { readonly context: Context }) {
  const nameOf = useActorName('you');
  const { ended_questions: ended, truncated } = context;
  if (ended.length === 0) return null;
  return (
    <Panel title={t('Ended questions')} count={ended.length + truncated.ended_questions}>
      <ul className="plain-list">
        {ended.map((question) => (
          <li key={question.id} className="ended">
            <QuestionText question={question.question} />
            {question.response !== null && <LongMarkdown text={question.response} />}
            <p className="row-meta">
              {endOf(question)}
              {question.responded_by_actor_id !== null &&
                !question.timed_out &&
                ` ${t('by {name}', { name: nameOf(question.responded_by_actor_id) })}`}{' '}
              <Time
                at={
                  question.responded_at ??
                  question.dismissed_at ??
                  question.closed_at ??
                  question.updated_at
                }
              />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function QuestionText({ question }: { readonly question: string }) {
  const { title, rest } = partsOf(question);
  return (
    <>
      <p className="item-title" dir="auto">
        <MarkdownLine text={title} />
      </p>
      {rest !== '' && <LongMarkdown text={rest} />}
    </>
  );
}

function endOf({ state, timed_out }: Context['ended_questions'][number]): string {
  if (timed_out) return t('Its time ran out');
  if (state === 'dismissed') return t('Dismissed');
  return state === 'closed' ? t('The agent no longer asks') : t('Answered');
}
