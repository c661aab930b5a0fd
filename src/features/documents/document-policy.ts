import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** What the policy looks at. */
export interface Shared {
  readonly created_by_actor_id: string;
  readonly access_mode: 'private' | 'shared_read' | 'shared_comment' | 'shared_edit';
}

/**
 * Throws 403 unless the actor, who sees the document, may edit it (product section 4): people, sysadmin agents and its creator always,
 * other agents with `shared_edit`.
 */
export function checkMayEdit(actor: Actor, document: Shared): void {
  if (ownsIt(actor, document) || document.access_mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${document.access_mode}: you cannot edit it.`);
}

/**
 * Throws 403 unless the actor, who sees the document, may write notes on it (product section 4): people, sysadmin agents and its creator
 * always, other agents with `shared_comment` and `shared_edit`.
 */
export function checkMayComment(actor: Actor, document: Shared): void {
  const { access_mode: mode } = document;
  if (ownsIt(actor, document) || mode === 'shared_comment' || mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${mode}: you cannot write notes on it.`);
}

/** Throws 403 unless the actor may decide who else reads and edits the document: whoever may edit it, whatever its access mode. */
export function checkMayShare(actor: Actor, document: Shared): void {
  if (ownsIt(actor, document)) return;
  throw problem('FORBIDDEN', 'Only people and its creator decide who may do what with a document.');
}

function ownsIt(actor: Actor, document: Shared): boolean {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return true;
  return document.created_by_actor_id === actor.id;
}
