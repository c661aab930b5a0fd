import type { components } from 'callboard-client';

/** A kind of event. */
export type EventKind = components['schemas']['EventKind'];

// A record, because the compiler then reports a kind that is missing or no longer exists.
const kinds: Readonly<Record<EventKind, true>> = {
  'action.approved': true,
  'action.assigned': true,
  'action.blocker_added': true,
  'action.blocker_removed': true,
  'action.claimed': true,
  'action.completed': true,
  'action.created': true,
  'action.dropped': true,
  'action.heartbeat': true,
  'action.rejected': true,
  'action.released': true,
  'action.reopened': true,
  'action.stalled': true,
  'action.unblocked': true,
  'action.undeferred': true,
  'action.updated': true,
  'agent.activated': true,
  'agent.created': true,
  'agent.paused': true,
  'agent.resumed': true,
  'agent.revoked': true,
  'agent.updated': true,
  'checkin.created': true,
  'claim.expired': true,
  'document.approved': true,
  'document.created': true,
  'document.reverted': true,
  'document.updated': true,
  'domain.created': true,
  'domain.state_changed': true,
  'domain.updated': true,
  'invitation.accepted': true,
  'invitation.created': true,
  'invitation.revoked': true,
  'link.created': true,
  'link.deleted': true,
  'link.updated': true,
  'note.archived': true,
  'note.created': true,
  'note.updated': true,
  'oauth_grant.created': true,
  'oauth_grant.revoked': true,
  'order.assigned': true,
  'order.checkin_overdue': true,
  'order.created': true,
  'order.state_changed': true,
  'order.updated': true,
  'project.created': true,
  'project.duplicated': true,
  'project.state_changed': true,
  'project.updated': true,
  'proposal.consumed': true,
  'proposal.created': true,
  'proposal.denied': true,
  'proposal.permitted': true,
  'proposal.withdrawn': true,
  'question.answered': true,
  'question.asked': true,
  'question.closed': true,
  'question.dismissed': true,
  'question.expired': true,
  'question.reminder_due': true,
  'session.created': true,
  'session.deleted': true,
  'token.created': true,
  'token.expiring': true,
  'token.revoked': true,
  'token.rotated': true,
  'user.deactivated': true,
  'user.email_changed': true,
  'user.password_changed': true,
  'user.password_reset': true,
  'user.password_reset_created': true,
  'user.reactivated': true,
  'user.sign_in_failed': true,
  'user.updated': true,
  'webhook.created': true,
  'webhook.deleted': true,
  'webhook.disabled': true,
  'webhook.enabled': true,
  'webhook.failing': true,
  'webhook.gap': true,
  'webhook.replayed': true,
  'webhook.secret_rotated': true,
  'webhook.updated': true,
  'workspace.created': true,
  'workspace.imported': true,
  'workspace.updated': true,
};

function isKind(name: string): name is EventKind {
  return name in kinds;
}

/** All kinds of events, by the type of their subject. */
export const kindsBySubject: ReadonlyMap<string, readonly EventKind[]> = grouped();

function grouped(): ReadonlyMap<string, readonly EventKind[]> {
  const groups = new Map<string, EventKind[]>();
  for (const kind of Object.keys(kinds).filter(isKind)) {
    const subject = kind.slice(0, kind.indexOf('.'));
    groups.set(subject, [...(groups.get(subject) ?? []), kind]);
  }
  return groups;
}
