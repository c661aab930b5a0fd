import type { components } from '../../../generated/types';

/** The kinds of events, as the contract lists them. */
export type EventKind = components['schemas']['EventKind'];

type TypeIn<Kind> = Kind extends `${infer Type}.${string}` ? Type : never;

/** The types of the subjects of events, as the kinds have them. */
export type SubjectType = TypeIn<EventKind>;

/** How an event concerns an agent, as the contract lists it. */
export type NewsRole = components['schemas']['NewsRole'];

/**
 * The definition of an agent's news: for each kind of event, the roles in which it concerns actors.
 * If an actor has several of them, the first one counts. Kinds without a role are no news.
 */
const rolesOf = {
  'action.approved': ['worker'],
  'action.assigned': ['worker', 'former_worker'],
  'action.blocker_added': [],
  'action.blocker_removed': [],
  'action.claimed': [],
  'action.completed': ['worker'],
  // A new action is in the queue of its assignee, which attention counts.
  'action.created': [],
  'action.dropped': ['worker'],
  'action.heartbeat': [],
  'action.rejected': ['worker', 'former_worker'],
  'action.reopened': ['worker', 'former_worker'],
  'action.released': ['worker', 'former_worker'],
  'action.stalled': ['worker'],
  'action.unblocked': ['worker'],
  'action.undeferred': ['worker'],
  'action.updated': [],
  'agent.activated': [],
  'agent.created': [],
  'agent.paused': ['self'],
  'agent.resumed': ['self'],
  'agent.revoked': ['self'],
  'agent.updated': ['self'],
  'checkin.created': [],
  'claim.expired': ['worker', 'former_worker'],
  'document.approved': ['author', 'order_agent'],
  'document.created': [],
  'document.reverted': ['author', 'order_agent'],
  'document.updated': ['order_agent'],
  'domain.created': [],
  'domain.state_changed': [],
  'domain.updated': [],
  'invitation.accepted': [],
  'invitation.created': [],
  'invitation.revoked': [],
  'link.created': [],
  'link.deleted': [],
  'link.updated': [],
  'note.archived': [],
  'note.created': ['worker', 'author', 'order_agent'],
  'note.updated': [],
  'oauth_grant.created': [],
  'oauth_grant.revoked': [],
  'order.assigned': ['order_agent', 'former_order_agent'],
  'order.checkin_overdue': ['order_agent'],
  'order.created': ['order_agent'],
  'order.state_changed': ['order_agent'],
  'order.updated': ['order_agent'],
  'project.created': [],
  'project.duplicated': [],
  'project.state_changed': [],
  'project.updated': [],
  'proposal.consumed': [],
  'proposal.created': [],
  'proposal.denied': ['author'],
  'proposal.permitted': ['author'],
  'proposal.withdrawn': ['author'],
  'question.answered': ['author'],
  'question.asked': [],
  'question.closed': ['author'],
  'question.dismissed': ['author'],
  'question.expired': ['author'],
  'question.reminder_due': [],
  'session.created': [],
  'session.deleted': [],
  'token.created': [],
  'token.expiring': [],
  'token.revoked': [],
  'token.rotated': [],
  'user.deactivated': [],
  'user.email_changed': [],
  'user.password_changed': [],
  'user.password_reset': [],
  'user.password_reset_created': [],
  'user.reactivated': [],
  'user.sign_in_failed': [],
  'user.updated': [],
  'webhook.created': [],
  'webhook.deleted': [],
  'webhook.disabled': [],
  'webhook.enabled': [],
  'webhook.failing': [],
  'webhook.gap': [],
  'webhook.replayed': [],
  'webhook.secret_rotated': [],
  'webhook.updated': [],
  'workspace.created': [],
  'workspace.imported': [],
  'workspace.updated': [],
} as const satisfies Readonly<Record<EventKind, readonly NewsRole[]>>;

/** Whether a text is a kind of events. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(rolesOf, text);
}

/** The kinds of events that concern actors. */
export type NewsKind = {
  [K in EventKind]: (typeof rolesOf)[K] extends readonly [] ? never : K;
}[EventKind];

/** The kinds of events that are no news. */
export type QuietKind = Exclude<EventKind, NewsKind>;

/** The ids of the actors who have a role in an event, of any kind of actor. */
export type Related = Readonly<Partial<Record<NewsRole, readonly (string | null)[]>>>;

/** An actor whom an event concerns. */
export interface Concerned {
  readonly actorId: string;
  readonly role: NewsRole;
}

/**
 * The actors, other than its own, whom an event concerns. Only agents have news, so the store drops
 * the others.
 */
export function concernedBy(
  { kind, actorId }: { readonly kind: EventKind; readonly actorId: string },
  related: Related,
): Concerned[] {
  const roles = new Map<string, NewsRole>();
  for (const role of rolesOf[kind]) {
    for (const id of related[role] ?? []) {
      if (id !== null && id !== actorId && !roles.has(id)) roles.set(id, role);
    }
  }
  return [...roles].map(([id, role]) => ({ actorId: id, role }));
}
