import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** Throws 403 unless the actor wrote the note, by hand: what the service keeps as a note is no one's to change. */
export function checkMayChangeNote(
  actor: Actor,
  note: { readonly created_by_actor_id: string; readonly kind: string },
): void {
  if (note.created_by_actor_id !== actor.id) {
    throw problem('FORBIDDEN', 'You can change only notes that you wrote.');
  }
  if (note.kind !== 'note') {
    throw problem(
      'FORBIDDEN',
      `A note of kind ${note.kind} tells what happened and stays as it is.`,
    );
  }
}
