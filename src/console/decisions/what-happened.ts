import { isCallboardError, unwrap } from 'callboard-client';
import { client } from '../api/client';
import { nameOfActor } from '../api/session';
import type { Outcome, Subject } from './decisions';
import { t } from '../texts/texts';

const open: Outcome = { isOpen: true };

/** Reads who decided what about a record. Throws when it cannot be read. */
export async function whatHappened({ kind, id }: Subject): Promise<Outcome> {
  try {
    return await outcomes[kind](id);
  } catch (error) {
    if (!isCallboardError(error, 'NOT_FOUND')) throw error;
    return ended(t('It no longer exists.'));
  }
}

function ended(text: string): Outcome {
  return { isOpen: false, text };
}

function pathOf(id: string) {
  return { params: { path: { id } } };
}

async function questionOutcome(id: string): Promise<Outcome> {
  const question = await unwrap(client.GET('/v1/questions/{id}', pathOf(id)));
  if (question.state === 'open') return open;
  if (question.timed_out) return ended(t('Its time ran out.'));
  const name = await nameOfActor(question.responded_by_actor_id ?? question.updated_by_actor_id);
  if (question.state === 'dismissed') return ended(t('{name} dismissed it.', { name }));
  if (question.state === 'closed') return ended(t('The agent no longer asks.'));
  return ended(t('{name} answered “{response}”.', { name, response: question.response ?? '' }));
}

async function proposalOutcome(id: string): Promise<Outcome> {
  const proposal = await unwrap(client.GET('/v1/proposals/{id}', pathOf(id)));
  if (proposal.state === 'open') return open;
  if (proposal.state === 'withdrawn') return ended(t('The agent withdrew it.'));
  const name = await nameOfActor(proposal.decided_by_actor_id);
  return ended(
    proposal.state === 'denied'
      ? t('{name} denied it.', { name })
      : t('{name} permitted it.', { name }),
  );
}

async function reviewOutcome(id: string): Promise<Outcome> {
  const { review } = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  if (review.state === 'pending') return open;
  if (review.state === 'none') return ended(t('The work was opened again.'));
  const name = await nameOfActor(review.reviewer_actor_id);
  return ended(
    review.state === 'approved'
      ? t('{name} approved it.', { name })
      : t('{name} rejected it.', { name }),
  );
}

async function stalledOutcome(id: string): Promise<Outcome> {
  const action = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  if (action.status === 'done') return ended(t('The work is done.'));
  if (action.status === 'dropped') {
    return ended(t('{name} dropped it.', { name: await nameOfActor(action.updated_by_actor_id) }));
  }
  if (action.assigned_actor_id === null) {
    return ended(
      t('{name} returned it to the pool.', { name: await nameOfActor(action.updated_by_actor_id) }),
    );
  }
  return ended(t('The work goes on.'));
}

async function capturedOutcome(id: string): Promise<Outcome> {
  const action = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  const name = await nameOfActor(action.updated_by_actor_id);
  if (action.status !== 'inbox') {
    return ended(
      action.status === 'dropped'
        ? t('{name} dropped it.', { name })
        : t('{name} sorted it.', { name }),
    );
  }
  const isDeferred = action.defer_until !== null && Date.parse(action.defer_until) > Date.now();
  return isDeferred ? ended(t('{name} deferred it.', { name })) : open;
}

async function checkinOutcome(id: string): Promise<Outcome> {
  const order = await unwrap(client.GET('/v1/orders/{id}', pathOf(id)));
  if (order.state !== 'active')
    return ended(order.state === 'paused' ? t('The order is paused.') : t('The order is ended.'));
  return order.checkin_overdue ? open : ended(t('The agent has checked in.'));
}

const outcomes: Readonly<Record<Subject['kind'], (id: string) => Promise<Outcome>>> = {
  question: questionOutcome,
  proposal: proposalOutcome,
  review: reviewOutcome,
  stalled: stalledOutcome,
  checkin: checkinOutcome,
  captured: capturedOutcome,
};
