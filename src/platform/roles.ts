import type { components } from '../../generated/types';

/** The role of a person. */
export type Role = components['schemas']['Role'];

// Each role may do what those before it may.
const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

/** Whether people with the role may call an operation whose lowest role is `lowest`. */
export function permitsRole(lowest: Role | 'none', role: Role): boolean {
  return lowest !== 'none' && ranks[role] >= ranks[lowest];
}

/** Why people with a lower role than `lowest` may not call an operation. */
export function refusalOfRole(lowest: Role): string {
  return lowest === 'owner'
    ? 'Only owners of the workspace can call this operation.'
    : 'You are a viewer: you can read, but not change anything.';
}
