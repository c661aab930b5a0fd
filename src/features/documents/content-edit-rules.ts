import type { components } from '../../../generated/types';
import { json } from '../../platform/db/statements/columns';
import { problem } from '../../platform/problems';

type Edit = components['schemas']['DocumentEdit'];

/**
 * The content after the edit, which replaces the only occurrence of a text. Throws 422
 * `INVALID_EDIT` with `details.occurrences` for another number of them, or null if the content is
 * no string.
 */
export function editedContent(stored: string, { find, replace }: Edit): string {
  const content = json(stored);
  if (typeof content !== 'string') {
    throw invalidEdit('The content is no text. Send the whole content instead.', null);
  }
  const at = content.indexOf(find);
  if (at === -1 || at !== content.lastIndexOf(find)) {
    const occurrences = countOccurrences(content, find);
    throw invalidEdit(messageFor(occurrences), occurrences);
  }
  return content.slice(0, at) + replace + content.slice(at + find.length);
}

/** Overlapping occurrences count too, because each is a place that the edit could mean. */
function countOccurrences(content: string, find: string): number {
  let count = 0;
  for (let at = content.indexOf(find); at !== -1; at = content.indexOf(find, at + 1)) count += 1;
  return count;
}

function messageFor(occurrences: number): string {
  return occurrences === 0
    ? 'The content does not have the text of body/edit/find. Read the document again.'
    : `The content has the text of body/edit/find ${occurrences} times. Send more of the text around it.`;
}

function invalidEdit(message: string, occurrences: number | null) {
  return problem('INVALID_EDIT', message, {
    issues: [{ path: 'body/edit/find', code: 'INVALID_EDIT', message }],
    details: { occurrences },
  });
}
