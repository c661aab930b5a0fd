import type { components } from '../../../../generated/types';
import type { FeedEvent } from '../../../shared/events';
import type { ActionRecord, RecordsById, RequestRecord } from '../records-store';

/** What mails are about, as the contract names it. */
export const mailKinds = [
  'question',
  'proposal',
  'review',
  'assigned',
  'overdue',
  'stalled',
] as const;

/** What a part of a mail is about. */
export type MailKind = (typeof mailKinds)[number];

/** A part of a mail. Its texts are read when the mail is sent. */
export interface MailItem {
  readonly kind: MailKind;
  /** The id of the question, the proposal or the action. */
  readonly id: string;
  /** When it happened. */
  readonly at: string;
  /** Whether an earlier digest had it. */
  readonly isRepeated?: boolean;
}

/** The kinds of events that mails come from. */
export const mailedEvents = [
  'action.assigned',
  'action.completed',
  'action.created',
  'action.reviewer_changed',
  'action.stalled',
  'proposal.created',
  'question.asked',
  'question.reminder_due',
] as const;

/** When a person gets a mail of a kind. */
export type MailChoice = components['schemas']['NotificationChoice'];

/** The choices of a person for all kinds. */
export type MailChoices = Readonly<Record<MailKind, MailChoice>>;

/** A person who may get mails. */
export interface Addressee {
  readonly userId: string;
  readonly actorId: string;
  readonly choices: MailChoices;
}

/** A part of a mail, and who gets it. */
interface Addressed {
  readonly item: MailItem;
  readonly people: readonly Addressee[];
}

/** The parts of mails that events lead to, by the ids of their users. */
export function itemsOfEvents(
  events: readonly FeedEvent[],
  records: RecordsById,
  everybody: readonly Addressee[],
): ReadonlyMap<string, readonly MailItem[]> {
  return byUser(
    events.flatMap((event) => {
      const found = addressedOf(event, records, everybody);
      if (found === undefined) return [];
      // Nobody gets a mail about what they did.
      const people = found.people.filter(({ actorId }) => actorId !== event.actor_id);
      return { item: { ...found, id: event.subject_id, at: event.created_at }, people };
    }),
  );
}

/** The parts of mails about actions that have become overdue, by the ids of their users. */
export function itemsOfOverdue(
  actions: readonly ActionRecord[],
  everybody: readonly Addressee[],
): ReadonlyMap<string, readonly MailItem[]> {
  return byUser(
    actions.map((action) => ({
      item: { kind: 'overdue', id: action.id, at: action.due_at ?? '' },
      people: responsibleOf(action, everybody),
    })),
  );
}

function byUser(found: readonly Addressed[]): ReadonlyMap<string, readonly MailItem[]> {
  const items = new Map<string, MailItem[]>();
  for (const { item, people } of found) {
    const { kind, id, at } = item;
    for (const { userId, choices } of people) {
      if (choices[kind] === 'never') continue;
      items.set(userId, [...(items.get(userId) ?? []), { kind, id, at }]);
    }
  }
  return items;
}

interface Found {
  readonly kind: MailKind;
  readonly people: readonly Addressee[];
}

function addressedOf(
  { kind, subject_id: id }: FeedEvent,
  { requests, actions }: RecordsById,
  everybody: readonly Addressee[],
): Found | undefined {
  const request = requests.get(id);
  if (request !== undefined) {
    const people = isOpenRequest(request) ? decidersOf(request, everybody) : [];
    return { kind: request.kind, people };
  }
  const action = actions.get(id);
  if (action === undefined) return undefined;
  if (kind === 'action.completed') {
    if (!isInReview(action)) return { kind: 'review', people: [] };
    const reviewers = reviewersOf(action, everybody);
    return { kind: 'review', people: reviewers.length > 0 ? reviewers : everybody };
  }
  if (kind === 'action.reviewer_changed') {
    // Without a reviewer, everybody has had a mail or sees it under Now.
    return { kind: 'review', people: isInReview(action) ? reviewersOf(action, everybody) : [] };
  }
  if (kind === 'action.stalled') {
    // A person knows that their own work rests.
    const isAgents = action.assignee_kind === 'agent';
    return { kind: 'stalled', people: isAgents ? only(action.created_by_actor_id, everybody) : [] };
  }
  return { kind: 'assigned', people: only(action.assigned_actor_id, everybody) };
}

function decidersOf(
  { assigned_actor_id: assignee, taken_by_actor_id: taker }: RequestRecord,
  everybody: readonly Addressee[],
): readonly Addressee[] {
  const assigned = taker ?? assignee;
  return assigned === null ? everybody : only(assigned, everybody);
}

// The reviewer that `Action.reviewer_actor_id` names, unless they completed it.
function reviewersOf(action: ActionRecord, everybody: readonly Addressee[]): readonly Addressee[] {
  const {
    requested_reviewer_actor_id: chosen,
    created_by_actor_id: creator,
    completed_by_actor_id: completer,
  } = action;
  const named = chosen === null ? [creator, action.assigned_actor_id] : [chosen];
  const found = named.map((actorId) => only(actorId === completer ? null : actorId, everybody));
  return found.find((people) => people.length > 0) ?? [];
}

// Agents look after each other's work themselves.
function responsibleOf(
  action: ActionRecord,
  everybody: readonly Addressee[],
): readonly Addressee[] {
  const isPersons = action.assignee_kind === 'user';
  return only(isPersons ? action.assigned_actor_id : action.created_by_actor_id, everybody);
}

function only(actorId: string | null, everybody: readonly Addressee[]): readonly Addressee[] {
  return everybody.filter((person) => person.actorId === actorId);
}

/** Whether nobody has decided a question or a proposal yet. */
export function isOpenRequest({ status }: RequestRecord): boolean {
  return status === 'open';
}

/** Whether somebody else than the actor has said that they answer a question. */
export function isTakenFrom({ taken_by_actor_id: taker }: RequestRecord, actorId: string): boolean {
  return taker !== null && taker !== actorId;
}

/** Whether an action waits for a review. */
export function isInReview({ status, review_state: review }: ActionRecord): boolean {
  return status === 'done' && review === 'pending';
}

/** Whether an action has not ended. */
export function isOpenAction({ status }: ActionRecord): boolean {
  return status !== 'done' && status !== 'dropped';
}
