import { permissions } from '../auth';
import type { Actor, OperationId } from '../../platform/operation';

/** Which operation reads the subjects of a type, where not every caller may call it. */
const readers = {
  invitation: 'listInvitations',
  token: 'listTokens',
  user: 'getUser',
  workspace: 'getWorkspace',
} as const satisfies Readonly<Record<string, OperationId>>;

/** The types of subjects that the permission table does not let the actor read. */
export function unreadableTypes(actor: Actor): string[] {
  return Object.entries(readers).flatMap(([type, reader]) =>
    mayRead(actor, reader) ? [] : [type],
  );
}

function mayRead(actor: Actor, id: OperationId): boolean {
  const { people, agents } = permissions[id];
  if (actor.kind === 'user') {
    return people === 'member' || (people === 'owner' && actor.role === 'owner');
  }
  return agents === 'worker' || (agents === 'sysadmin' && actor.accessMode === 'sysadmin');
}
