import type { ReactNode } from 'react';
import type { components } from 'callboard-client';
import { Link } from 'wouter';
import type { Action } from './action-form';
import { useNow, Time } from '../../ui/time';
import { useActorName } from '../../pickers/names';
import { t, Trans } from '../../texts/texts';

type Tone = 'ok' | 'info' | 'warn' | 'plain';
type State = readonly [tone: Tone, text: ReactNode];
type Hold = components['schemas']['ActionHold'];

/** The status of an action in words, with all reasons why nobody can work on it now. */
export function States({
  action,
  questions = 0,
}: {
  readonly action: Action;
  /** The number of open questions that the action waits for. */
  readonly questions?: number;
}) {
  const nameOf = useActorName('you');
  const now = useNow();
  const states = [mainState(action, questions, nameOf), ...furtherStates(action, nameOf, now)];
  return (
    <ul className="states" aria-label={t('Status')}>
      {states.map(([tone, text], index) => (
        <li key={index} className={`state state-${tone}`} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

function mainState(
  action: Action,
  questions: number,
  nameOf: (id: string | null) => string,
): State {
  const { status, review, assigned_actor_id: assignee } = action;
  switch (status) {
    case 'done':
      if (review.state === 'pending') return ['warn', t('Done, waits for a review')];
      return ['ok', review.state === 'approved' ? t('Done and approved') : t('Done')];
    case 'dropped':
      return ['plain', t('Dropped: it will not be done')];
    case 'inbox':
      return ['plain', t('Captured: it waits in the inbox')];
    case 'waiting':
      return ['warn', waitingFor(action, questions)];
    case 'ready':
      break;
  }
  if (action.is_working) {
    return ['ok', t('Working: {text}', { text: nameOf(action.claimed_by_actor_id ?? assignee) })];
  }
  if (action.held_by !== undefined) return ['plain', t('Ready, but nobody can begin')];
  return [
    'info',
    assignee === null
      ? t('Ready: any agent may take it')
      : t('Ready for {assignee}', { assignee: nameOf(assignee) }),
  ];
}

function waitingFor({ delegate_label: outside }: Action, questions: number): string {
  if (questions > 0) {
    return t('{questions, plural, one {Waits for an answer} other {Waits for # answers}}', {
      questions,
    });
  }
  return outside === null ? t('Waiting') : t('Waits for {outside}', { outside });
}

function furtherStates(
  action: Action,
  nameOf: (id: string | null) => string,
  now: number,
): readonly State[] {
  const isOpen = action.status !== 'done' && action.status !== 'dropped';
  const holds = (action.held_by ?? []).map((hold): State => ['warn', wordsOfHold(hold, action)]);
  return [
    ...(action.is_template ? [['info', t('Template')] as const] : []),
    ...(isOpen && action.claimed_by_actor_id !== null
      ? [['info', <Claim key="claim" action={action} nameOf={nameOf} now={now} />] as const]
      : []),
    ...holds,
    ...(isOpen && action.review.state === 'rejected'
      ? [
          [
            'warn',
            t('The last result was rejected by {reviewerActorId}', {
              reviewerActorId: nameOf(action.review.reviewer_actor_id),
            }),
          ] as const,
        ]
      : []),
  ];
}

function Claim({
  action,
  nameOf,
  now,
}: {
  readonly action: Action;
  readonly nameOf: (id: string | null) => string;
  readonly now: number;
}) {
  const { claimed_by_actor_id: claimant, claim_expires_at: end } = action;
  const name = nameOf(claimant);
  if (end === null) return <>{t('Claimed by {name} until the question has an answer', { name })}</>;
  const values = { name, time: <Time at={end} /> };
  return Date.parse(end) > now ? (
    <Trans id="Claimed by {name}, the claim ends {time}" values={values} />
  ) : (
    <Trans id="Claimed by {name}, the claim ended {time}" values={values} />
  );
}

function wordsOfHold(
  { reason, action_ids: ids = [], in_review_ids: reviews = [] }: Hold,
  action: Action,
): ReactNode {
  const isInReview = reviews.length > 0 && reviews.length === ids.length;
  switch (reason) {
    case 'blocked':
      return isInReview
        ? t(
            '{count, plural, one {Blocked by another action in review} other {Blocked by # actions in review}}',
            { count: ids.length },
          )
        : t('{count, plural, one {Blocked by another action} other {Blocked by # actions}}', {
            count: ids.length,
          });
    case 'deferred':
      return action.defer_until === null ? (
        t('Deferred')
      ) : (
        <Trans
          id="Deferred, until {time}"
          values={{ time: <Time at={action.defer_until} isDate /> }}
        />
      );
    case 'sequential': {
      const [first] = ids;
      const link = first === undefined ? <span /> : <Link href={`/app/actions/${first}`} />;
      return isInReview ? (
        <Trans
          id="<link>An earlier action of its project, in review,</link> comes first"
          components={{ link }}
        />
      ) : (
        <Trans
          id="<link>An earlier action of its project</link> comes first"
          components={{ link }}
        />
      );
    }
    case 'paused_project':
      break;
  }
  return t('Its project is not active');
}
