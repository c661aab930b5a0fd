import { isCallboardError, unwrap } from 'callboard-client';
import { client } from '../api/client';
import { nameOfActor } from '../api/session';
import type { Outcome, Subject } from './decisions';

const open: Outcome = { isOpen: true };

/** Reads who decided what about a record. Throws when it cannot be read. */
export async function whatHappened({ kind, id }: Subject): Promise<Outcome> {
  try {
    return await outcomes[kind](id);
  } catch (error) {
    if (!isCallboardError(error, 'NOT_FOUND')) throw error;
    return ended('It no longer exists.');
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
  if (question.timed_out) return ended('Its time ran out.');
  const name = await nameOfActor(question.responded_by_actor_id ?? question.updated_by_actor_id);
  if (question.state === 'dismissed') return ended(`${name} dismissed it.`);
  if (question.state === 'closed') return ended('The agent no longer asks.');
  return ended(`${name} answered “${question.response ?? ''}”.`);
}

async function proposalOutcome(id: string): Promise<Outcome> {
  const proposal = await unwrap(client.GET('/v1/proposals/{id}', pathOf(id)));
  if (proposal.state === 'open') return open;
  if (proposal.state === 'withdrawn') return ended('The agent withdrew it.');
  const name = await nameOfActor(proposal.decided_by_actor_id);
  return ended(`${name} ${proposal.state === 'denied' ? 'denied' : 'permitted'} it.`);
}

async function reviewOutcome(id: string): Promise<Outcome> {
  const { review } = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  if (review.state === 'pending') return open;
  if (review.state === 'none') return ended('The work was opened again.');
  return ended(`${await nameOfActor(review.reviewer_actor_id)} ${review.state} it.`);
}

async function stalledOutcome(id: string): Promise<Outcome> {
  const action = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  if (action.status === 'done') return ended('The work is done.');
  if (action.status === 'dropped') {
    return ended(`${await nameOfActor(action.updated_by_actor_id)} dropped it.`);
  }
  if (action.assigned_actor_id === null) {
    return ended(`${await nameOfActor(action.updated_by_actor_id)} returned it to the pool.`);
  }
  return ended('The work goes on.');
}

async function capturedOutcome(id: string): Promise<Outcome> {
  const action = await unwrap(client.GET('/v1/actions/{id}', pathOf(id)));
  const name = await nameOfActor(action.updated_by_actor_id);
  if (action.status !== 'inbox') {
    return ended(action.status === 'dropped' ? `${name} dropped it.` : `${name} sorted it.`);
  }
  const isDeferred = action.defer_until !== null && Date.parse(action.defer_until) > Date.now();
  return isDeferred ? ended(`${name} deferred it.`) : open;
}

async function checkinOutcome(id: string): Promise<Outcome> {
  const order = await unwrap(client.GET('/v1/orders/{id}', pathOf(id)));
  if (order.state !== 'active') return ended(`The order is ${order.state}.`);
  return order.checkin_overdue ? open : ended('The agent has checked in.');
}

const outcomes: Readonly<Record<Subject['kind'], (id: string) => Promise<Outcome>>> = {
  question: questionOutcome,
  proposal: proposalOutcome,
  review: reviewOutcome,
  stalled: stalledOutcome,
  checkin: checkinOutcome,
  captured: capturedOutcome,
};
