import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** The fields of a document that decide who may change it. */
export interface SharedDocument {
  readonly created_by_actor_id: string;
  readonly access_mode: 'private' | 'shared_read' | 'shared_comment' | 'shared_edit';
}

/**
 * Throws 403 unless the actor may edit a document that they see: people, sysadmin agents and its
 * creator always, other agents with `shared_edit`.
 */
export function checkMayEdit(actor: Actor, document: SharedDocument): void {
  if (hasFullAccess(actor, document) || document.access_mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${document.access_mode}: you cannot edit it.`);
}

/**
 * Throws 403 unless the actor may write notes on a document that they see: people, sysadmin agents
 * and its creator always, other agents with `shared_comment` or `shared_edit`.
 */
export function checkMayComment(actor: Actor, document: SharedDocument): void {
  const { access_mode: mode } = document;
  if (hasFullAccess(actor, document) || mode === 'shared_comment' || mode === 'shared_edit') return;
  throw problem('FORBIDDEN', `This document is ${mode}: you cannot write notes on it.`);
}

/**
 * Throws 403 unless the actor may change the access mode: people, sysadmin agents and the creator
 * of the document.
 */
export function checkMayShare(actor: Actor, document: SharedDocument): void {
  if (hasFullAccess(actor, document)) return;
  throw problem(
    'FORBIDDEN',
    'Only people, sysadmin agents and its creator can change the access mode of a document.',
  );
}

function hasFullAccess(actor: Actor, document: SharedDocument): boolean {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return true;
  return document.created_by_actor_id === actor.id;
}
