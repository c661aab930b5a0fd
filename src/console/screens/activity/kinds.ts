import type { components } from 'callboard-client';

type Kind = components['schemas']['EventKind'];

/** A group of kinds of events, which a person can choose. */
interface Group {
  readonly value: string;
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** The groups of the kinds of events. Heartbeats are apart, because there are many. */
export const groups: readonly Group[] = [
  {
    value: 'work',
    name: 'Actions',
    kinds: [
      'action.created',
      'action.assigned',
      'action.updated',
      'action.claimed',
      'action.released',
      'action.completed',
      'action.approved',
      'action.rejected',
      'action.reopened',
      'action.dropped',
      'action.blocker_added',
      'action.blocker_removed',
      'action.unblocked',
      'action.undeferred',
      'action.stalled',
      'claim.expired',
    ],
  },
  { value: 'heartbeats', name: 'Heartbeats', kinds: ['action.heartbeat'] },
  {
    value: 'questions',
    name: 'Questions',
    kinds: [
      'question.asked',
      'question.answered',
      'question.dismissed',
      'question.closed',
      'question.expired',
      'question.reminder_due',
    ],
  },
  {
    value: 'proposals',
    name: 'Proposals',
    kinds: [
      'proposal.created',
      'proposal.permitted',
      'proposal.denied',
      'proposal.withdrawn',
      'proposal.consumed',
    ],
  },
  {
    value: 'projects',
    name: 'Projects',
    kinds: ['project.created', 'project.updated', 'project.state_changed', 'project.duplicated'],
  },
  {
    value: 'documents',
    name: 'Documents, notes and links',
    kinds: [
      'document.created',
      'document.updated',
      'document.approved',
      'document.reverted',
      'note.created',
      'note.updated',
      'note.archived',
      'link.created',
      'link.updated',
      'link.deleted',
    ],
  },
  {
    value: 'orders',
    name: 'Orders and check-ins',
    kinds: [
      'order.created',
      'order.assigned',
      'order.updated',
      'order.state_changed',
      'order.checkin_overdue',
      'checkin.created',
    ],
  },
  {
    value: 'agents',
    name: 'Agents and their access',
    kinds: [
      'agent.created',
      'agent.activated',
      'agent.updated',
      'agent.paused',
      'agent.resumed',
      'agent.revoked',
      'token.created',
      'token.rotated',
      'token.expiring',
      'token.revoked',
      'oauth_grant.created',
      'oauth_grant.revoked',
    ],
  },
  {
    value: 'people',
    name: 'People and sign-ins',
    kinds: [
      'user.updated',
      'user.email_changed',
      'user.password_changed',
      'user.password_reset',
      'user.password_reset_created',
      'user.deactivated',
      'user.reactivated',
      'user.sign_in_failed',
      'session.created',
      'session.deleted',
      'invitation.created',
      'invitation.accepted',
      'invitation.revoked',
    ],
  },
  {
    value: 'workspace',
    name: 'Workspace and webhooks',
    kinds: [
      'workspace.created',
      'workspace.updated',
      'workspace.imported',
      'domain.created',
      'domain.updated',
      'domain.state_changed',
      'webhook.created',
      'webhook.updated',
      'webhook.enabled',
      'webhook.disabled',
      'webhook.failing',
      'webhook.gap',
      'webhook.replayed',
      'webhook.secret_rotated',
      'webhook.deleted',
    ],
  },
];
