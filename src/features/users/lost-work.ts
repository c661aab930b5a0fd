import type { EventSource } from '../../shared/events';
import { endGrantsOf } from '../../shared/oauth-grants';
import { returnToInbox } from '../actions';
import type { UserRow } from '../auth';
import { unassignQuestionsOf } from '../questions';

/**
 * Takes from a locked person what a viewer cannot have: open work, open questions, and connections
 * by OAuth. Returns a sentence for the event, after a space, or nothing.
 */
export async function endWorkOf(source: EventSource, person: UserRow): Promise<string> {
  await returnToInbox(source, person);
  const questions = await unassignQuestionsOf(source, person.actor_id);
  await endGrantsOf(source, { user_id: person.id }, `Ended: ${person.name} is a viewer now.`);
  return questions === 0 ? '' : ` Open questions that are unassigned now: ${questions}.`;
}
