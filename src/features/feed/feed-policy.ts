import { operationFacts } from '../../../generated/handlers';
import type { Actor, OperationId, Permission } from '../../platform/operation';
import type { SubjectType } from '../../shared/events';

/** For subject types that not every caller may read: the operation that reads them. */
const readers = {
  invitation: 'listInvitations',
  token: 'listTokens',
  user: 'getUser',
  webhook: 'getWebhook',
  workspace: 'getWorkspace',
} as const satisfies Readonly<Partial<Record<SubjectType, OperationId>>>;

/** The subject types that the actor is not permitted to read. */
export function unreadableTypes(actor: Actor): string[] {
  return Object.entries(readers).flatMap(([type, reader]) =>
    mayRead(actor, reader) ? [] : [type],
  );
}

function mayRead(actor: Actor, id: OperationId): boolean {
  const { people, agents }: Permission = operationFacts[id].permission;
  if (actor.kind === 'user') {
    return people === 'member' || (people === 'owner' && actor.role === 'owner');
  }
  return agents === 'worker' || (agents === 'sysadmin' && actor.accessMode === 'sysadmin');
}
