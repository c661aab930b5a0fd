import type { components } from '../../../../generated/types';
import { bool } from '../../../platform/db/statements/columns';
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
  /** Whether it concerned nobody else. Then others get it if the person leaves before the mail. */
  readonly isSole?: boolean;
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
  'user.deactivated',
  'user.updated',
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
      const item = { kind: found.kind, id: event.subject_id, at: event.created_at };
      return { item: { ...item, ...soleness(found.people) }, people };
    }),
  );
}

/** The people who have lost their access by these events: they are not among `everybody`. */
export function leaversOf(
  events: readonly FeedEvent[],
  everybody: readonly Addressee[],
): readonly string[] {
  const changed = events.filter(({ subject_type: type }) => type === 'user');
  const active = new Set(everybody.map(({ userId }) => userId));
  return [...new Set(changed.map(({ subject_id: id }) => id))].filter((id) => !active.has(id));
}

/** The parts of the mails of people who have left, for those whom they concern now. */
export function itemsOfLeavers(
  left: readonly MailItem[],
  records: RecordsById,
  everybody: readonly Addressee[],
): ReadonlyMap<string, readonly MailItem[]> {
  return byUser(
    left.map(({ kind, id, at }) => {
      const people = peopleOf({ kind, id }, records, everybody) ?? [];
      return { item: { kind, id, at, ...soleness(people) }, people };
    }),
  );
}

function soleness({ length }: readonly Addressee[]): Pick<MailItem, 'isSole'> {
  return length === 1 ? { isSole: true } : {};
}

/** The parts of mails about actions that have become overdue, by the ids of their users. */
export function itemsOfOverdue(
  actions: readonly ActionRecord[],
  everybody: readonly Addressee[],
): ReadonlyMap<string, readonly MailItem[]> {
  return byUser(
    actions.map((action) => {
      const people = responsibleOf(action, everybody);
      const item = { kind: 'overdue', id: action.id, at: action.due_at ?? '' } as const;
      return { item: { ...item, ...soleness(people) }, people };
    }),
  );
}

function byUser(found: readonly Addressed[]): ReadonlyMap<string, readonly MailItem[]> {
  const items = new Map<string, MailItem[]>();
  for (const { item, people } of found) {
    for (const { userId, choices } of people) {
      if (choices[item.kind] === 'never') continue;
      items.set(userId, [...(items.get(userId) ?? []), item]);
    }
  }
  return items;
}

interface Found {
  readonly kind: MailKind;
  readonly people: readonly Addressee[];
}

function addressedOf(
  { kind: event, subject_id: id }: FeedEvent,
  records: RecordsById,
  everybody: readonly Addressee[],
): Found | undefined {
  const request = records.requests.get(id);
  const action = records.actions.get(id);
  const kind = request?.kind ?? kindOfActions(event);
  if (event === 'action.reviewer_changed' && action !== undefined) {
    // Without a reviewer, everybody has had a mail or sees it under Now.
    return { kind, people: isInReview(action) ? reviewersOf(action, everybody) : [] };
  }
  const people = peopleOf({ kind, id }, records, everybody);
  return people && { kind, people };
}

function kindOfActions(event: FeedEvent['kind']): MailKind {
  if (event === 'action.completed' || event === 'action.reviewer_changed') return 'review';
  return event === 'action.stalled' ? 'stalled' : 'assigned';
}

/**
 * The people whom a part of a mail concerns, as its record is now. `everybody` may be only those
 * of `actorsOf` and the reader. Undefined if there is no such record.
 */
export function peopleOf(
  { kind, id }: Pick<MailItem, 'kind' | 'id'>,
  { requests, actions }: RecordsById,
  everybody: readonly Addressee[],
): readonly Addressee[] | undefined {
  const request = requests.get(id);
  if (request !== undefined) return isOpenRequest(request) ? decidersOf(request, everybody) : [];
  const action = actions.get(id);
  if (action === undefined) return undefined;
  if (kind === 'review') {
    if (!isInReview(action)) return [];
    const reviewers = reviewersOf(action, everybody);
    return reviewers.length > 0 ? reviewers : everybody;
  }
  if (!isOpenAction(action) || !isInPlay(action)) return [];
  if (kind === 'overdue') return responsibleOf(action, everybody);
  if (kind === 'assigned') return only(action.assigned_actor_id, everybody);
  // A person knows that their own work rests.
  return action.assignee_kind === 'agent' ? only(action.created_by_actor_id, everybody) : [];
}

/** The actors of whom `peopleOf` must know whether they get mails. */
export function actorsOf({ actions, requests }: RecordsById): readonly string[] {
  const ofActions = [...actions.values()].flatMap((action) => [
    action.requested_reviewer_actor_id,
    action.created_by_actor_id,
    action.assigned_actor_id,
  ]);
  const ofRequests = [...requests.values()].flatMap((request) => [
    request.assigned_actor_id,
    request.taken_by_actor_id,
  ]);
  const found = [...ofActions, ...ofRequests];
  return [...new Set(found.filter((id) => id !== null))];
}

// What waits for a person who has left or is a viewer waits for everybody, as under Now.
function decidersOf(
  { assigned_actor_id: assignee, taken_by_actor_id: taker }: RequestRecord,
  everybody: readonly Addressee[],
): readonly Addressee[] {
  const found = only(taker ?? assignee, everybody);
  return found.length > 0 ? found : everybody;
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
  const assignee = only(isPersons ? action.assigned_actor_id : null, everybody);
  return assignee.length > 0 ? assignee : only(action.created_by_actor_id, everybody);
}

function only(actorId: string | null, everybody: readonly Addressee[]): readonly Addressee[] {
  return everybody.filter((person) => person.actorId === actorId);
}

function isOpenRequest({ status }: RequestRecord): boolean {
  return status === 'open';
}

function isInReview({ status, review_state: review }: ActionRecord): boolean {
  return status === 'done' && review === 'pending';
}

function isOpenAction({ status }: ActionRecord): boolean {
  return status !== 'done' && status !== 'dropped';
}

// In no template, and in no project that is at rest.
function isInPlay({ is_template, project_state, project_is_template }: ActionRecord): boolean {
  if (bool(is_template) || bool(project_is_template)) return false;
  return project_state === null || project_state === 'active';
}
