import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/**
 * Throws 403 unless the actor wrote the note. Nobody changes a note that the service wrote for them
 * (another kind).
 */
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
      `A note of kind ${note.kind} records an event and cannot be changed.`,
    );
  }
}
