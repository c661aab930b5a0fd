import type { Actor } from '../../platform/operation';

/** A viewer of documents, who sees the private documents of everyone or only those of one actor. */
export type DocumentViewer =
  { readonly everyone: true } | { readonly everyone: false; readonly actorId: string };

/**
 * The viewer that an actor is: people and sysadmin agents see every private document, workers their
 * own.
 */
export function documentViewer(actor: Actor): DocumentViewer {
  return actor.kind === 'user' || actor.accessMode === 'sysadmin'
    ? { everyone: true }
    : { everyone: false, actorId: actor.id };
}

/** The viewer that an agent is, whoever asks. */
export function agentViewer(agent: {
  readonly actor_id: string;
  readonly access_mode: 'worker' | 'sysadmin';
}): DocumentViewer {
  return agent.access_mode === 'sysadmin'
    ? { everyone: true }
    : { everyone: false, actorId: agent.actor_id };
}
