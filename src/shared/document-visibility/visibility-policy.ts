import type { Actor } from '../../platform/operation';

/** Whose private documents an actor sees: everyone's, or those of one actor. */
export type DocumentViewer =
  { readonly everyone: true } | { readonly everyone: false; readonly actorId: string };

/** People and sysadmin agents see every private document, a worker its own. */
export function documentViewer(actor: Actor): DocumentViewer {
  return actor.kind === 'user' || actor.accessMode === 'sysadmin'
    ? { everyone: true }
    : { everyone: false, actorId: actor.id };
}
