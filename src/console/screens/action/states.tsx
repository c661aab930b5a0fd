import type { ReactNode } from 'react';
import type { components } from 'callboard-client';
import { Link } from 'wouter';
import type { Action } from './action-form';
import { useNow, Time } from '../../ui/time';
import { useActorName } from '../../pickers/names';

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
    <ul className="states" aria-label="Status">
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
      if (review.state === 'pending') return ['warn', 'Done, waits for a review'];
      return ['ok', review.state === 'approved' ? 'Done and approved' : 'Done'];
    case 'dropped':
      return ['plain', 'Dropped: it will not be done'];
    case 'inbox':
      return ['plain', 'Captured: it waits in the inbox'];
    case 'waiting':
      return ['warn', waitingFor(action, questions)];
    case 'ready':
      break;
  }
  if (action.is_working) {
    return ['ok', `Working: ${nameOf(action.claimed_by_actor_id ?? assignee)}`];
  }
  if (action.held_by !== undefined) return ['plain', 'Ready, but nobody can begin'];
  return [
    'info',
    assignee === null ? 'Ready: any agent may take it' : `Ready for ${nameOf(assignee)}`,
  ];
}

function waitingFor({ delegate_label: outside }: Action, questions: number): string {
  if (questions > 0) {
    return questions === 1 ? 'Waits for an answer' : `Waits for ${questions} answers`;
  }
  return outside === null ? 'Waiting' : `Waits for ${outside}`;
}

function furtherStates(
  action: Action,
  nameOf: (id: string | null) => string,
  now: number,
): readonly State[] {
  const isOpen = action.status !== 'done' && action.status !== 'dropped';
  const holds = (action.held_by ?? []).map((hold): State => ['warn', wordsOfHold(hold, action)]);
  return [
    ...(action.is_template ? [['info', 'Template'] as const] : []),
    ...(isOpen && action.claimed_by_actor_id !== null
      ? [['info', <Claim key="claim" action={action} nameOf={nameOf} now={now} />] as const]
      : []),
    ...holds,
    ...(isOpen && action.review.state === 'rejected'
      ? [
          [
            'warn',
            `The last result was rejected by ${nameOf(action.review.reviewer_actor_id)}`,
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
  const who = `claimed by ${nameOf(claimant)}`;
  if (end === null) return <>{capitalised(who)} until the question has an answer</>;
  const verb = Date.parse(end) > now ? 'ends' : 'ended';
  return (
    <>
      {capitalised(who)}, the claim {verb} <Time at={end} />
    </>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOfHold(
  { reason, action_ids: ids = [], in_review_ids: reviews = [] }: Hold,
  action: Action,
): ReactNode {
  const inReview = reviews.length > 0 && reviews.length === ids.length ? ' in review' : '';
  switch (reason) {
    case 'blocked':
      return ids.length === 1
        ? `Blocked by another action${inReview}`
        : `Blocked by ${ids.length} actions${inReview}`;
    case 'deferred':
      return <>Deferred{action.defer_until !== null && <Until at={action.defer_until} />}</>;
    case 'sequential': {
      const [first] = ids;
      const earlier = `An earlier action of its project${inReview && ', in review,'}`;
      return (
        <>
          {first === undefined ? earlier : <Link href={`/app/actions/${first}`}>{earlier}</Link>}{' '}
          comes first
        </>
      );
    }
    case 'paused_project':
      break;
  }
  return 'Its project is not active';
}

function Until({ at }: { readonly at: string }) {
  return (
    <>
      , until <Time at={at} isDate />
    </>
  );
}
